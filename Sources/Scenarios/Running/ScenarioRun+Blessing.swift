import Language
import Platform

extension ScenarioRun {
  /// Rewrites the expectations that failed, or those of them that are approved.
  func bless(
    _ scenarios: [Scenario], replies: [[Transcription]], _ result: inout ScenarioResult
  ) {
    let again = record(scenarios, makeSession(target.folder))
    for (index, scenario) in scenarios.enumerated() {
      let pairs = zip(replies[index], again[index])
      if let step = pairs.enumerated().first(where: { !$0.element.0.isSame(as: $0.element.1) }) {
        result.blessing = .unstable(line: scenario.steps[step.offset].line)
        return
      }
    }
    let approved = approvedPlaces(&result)
    if approved?.isEmpty == true { return }
    var count = 0
    do throws(ScenarioError.Fact) {
      for (scenario, replies) in zip(scenarios, replies) {
        let blessing = try Blessing(of: scenario, replies: replies) { step in
          isSelected(step, of: scenario)
            && approved?.contains(Place(path: scenario.path, line: step.line)) ?? true
        }
        guard blessing.count > 0 else { continue }
        count += blessing.count
        try save(blessing.bytes, to: scenario.path)
      }
    } catch {
      result.blessing = .refused(error)
      return
    }
    result.blessing = .rewritten(count)
  }

  /// Where a step stands.
  private struct Place: Hashable {
    var path: String
    var line: Int
  }

  /// The failures whose expectations may be rewritten; nothing if nobody is asked.
  private func approvedPlaces(_ result: inout ScenarioResult) -> Set<Place>? {
    guard let approves = options.approves else { return nil }
    var places: Set<Place> = []
    result.isAsked = true
    for failure in result.failures {
      if approves(failure) {
        places.insert(Place(path: failure.path, line: failure.line))
      } else {
        result.declinedCount += 1
      }
    }
    return places
  }

  /// Puts a rewritten file in place.
  func save(_ bytes: [UInt8], to path: String) throws(ScenarioError.Fact) {
    do throws(FileError) {
      try FileSystem.write(bytes, to: path)
    } catch {
      throw .io(error)
    }
  }
}

extension Transcription {
  fileprivate func isSame(as other: Transcription) -> Bool {
    text == other.text && code == other.code && isOver == other.isOver
  }
}
