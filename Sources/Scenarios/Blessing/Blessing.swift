import Language

/// A scenario with its failing expectations rewritten, all else kept byte for byte.
struct Blessing {
  /// The file.
  private(set) var bytes: [UInt8]
  /// How many expectations were rewritten.
  private(set) var count = 0

  /// Rewrites the expectations that replies do not meet, but for known failures.
  ///
  /// A line that was rewritten can change how others are read or aligned, so the result is
  /// compared again until nothing differs; at last whole expectations are replaced.
  ///
  /// - Parameter isSelected: whether a step may be rewritten.
  /// - Throws: a fact, if no file that passes was found.
  init(
    of scenario: Scenario, replies: [Transcription], isSelected: (Scenario.Step) -> Bool
  ) throws(ScenarioError.Fact) {
    bytes = scenario.bytes
    let selected = scenario.steps.indices.filter { isSelected(scenario.steps[$0]) }
    guard replies.count == scenario.steps.count else { throw .unblessable }
    var current = scenario
    var rewritten: Set<Int> = []
    for attempt in 0..<8 {
      let edits = Self.edits(of: current, replies, keepingPatterns: attempt < 4)
        .filter { selected.contains($0.step) }
      count = rewritten.count
      if edits.isEmpty { return }
      rewritten.formUnion(edits.map(\.step))
      for edit in edits.reversed() { bytes.replaceSubrange(edit.range, with: edit.bytes) }
      let (next, faults) = ScenarioParser.parse(bytes, path: scenario.path)
      guard faults.isEmpty, next.steps.count >= replies.count else { throw .unblessable }
      current = next
      current.steps.removeSubrange(replies.count...)
    }
    throw .unblessable
  }

  /// New bytes for a part of the file.
  private struct Edit {
    var step: Int
    var range: Range<Int>
    var bytes: [UInt8]
  }

  private static func edits(
    of scenario: Scenario, _ replies: [Transcription], keepingPatterns: Bool
  ) -> [Edit] {
    var judge = Judge(scenario)
    var edits: [Edit] = []
    for (index, step) in scenario.steps.enumerated() {
      guard let mismatch = judge.mismatch(of: replies[index], at: step), step.knownReason == nil
      else { continue }
      let plan =
        keepingPatterns ? BlessedReply(step, mismatch) : BlessedReply(replacing: mismatch)
      let end = step.expected.last?.extent.upperBound ?? step.end
      edits.append(
        Edit(step: index, range: step.end..<end, bytes: plan.bytes(in: scenario, for: step)))
    }
    return edits
  }
}
