import Language
import Platform

extension ScenarioRun {
  /// What became of a script and its golden.
  func goldenResult() -> ScenarioResult {
    var result = ScenarioResult(path: target.path)
    let golden = target.goldenPath
    do throws(FileError) {
      let script = try FileSystem.read(target.path)
      let isMissing = FileSystem.kind(of: golden) == .missing
      if isMissing && !options.blesses {
        return fail(.noGolden(golden), at: nil)
      }
      let expected = isMissing ? [] : try FileSystem.read(golden)
      if let line = SourceLine.firstInvalid(in: expected) {
        result.faults = [ScenarioError(path: golden, line: line, fact: .invalidUTF8)]
        return result
      }
      let transcript = echo(script)
      if transcript.isEmpty { return fail(.noCommand, at: nil) }
      guard let failure = failure(of: transcript, expected: expected) else { return result }
      result.failures = [failure]
      if options.blesses { bless(transcript, script: script, failure, &result) }
    } catch {
      return fail(.io(error), at: nil)
    }
    return result
  }

  private func fail(_ fact: ScenarioError.Fact, at line: Int?) -> ScenarioResult {
    ScenarioResult(
      path: target.path, faults: [ScenarioError(path: target.path, line: line, fact: fact)])
  }

  /// What a fresh session prints for the script.
  private func echo(_ script: [UInt8]) -> [UInt8] {
    let session = makeSession(target.folder)
    watch(session) { [path = target.path] in
      Script(script, isScenario: false).lines.map { line in
        ScenarioWatch.Step(
          path: path, line: line.number, command: String(decoding: line.bytes, as: UTF8.self))
      }
    }
    var number = -1
    return Transcript.echo(script) { line in
      number += 1
      return heartbeat.during(number) { session.transcribe(line) }
    }
  }

  private func bless(
    _ transcript: [UInt8], script: [UInt8], _ failure: ScenarioFailure,
    _ result: inout ScenarioResult
  ) {
    let again = echo(script)
    guard again == transcript else {
      let lines = zip(ReplyLines.split(transcript), ReplyLines.split(again))
      result.blessing = .unstable(line: lines.prefix { $0 == $1 }.count + 1)
      return
    }
    if let approves = options.approves {
      result.isAsked = true
      guard approves(failure) else {
        result.declinedCount = 1
        return
      }
    }
    do throws(ScenarioError.Fact) {
      try save(transcript, to: target.goldenPath)
      result.blessing = .rewritten(1)
    } catch {
      result.blessing = .refused(error)
    }
  }

  /// How a transcript differs from a golden, whatever the golden's line breaks.
  private func failure(of transcript: [UInt8], expected: [UInt8]) -> ScenarioFailure? {
    if transcript == expected { return nil }
    let wanted = ReplyLines.split(expected).map { $0.last == 0x0D ? $0.dropLast() : $0 }
    let got = ReplyLines.split(transcript)
    let items = wanted.enumerated().map { index, line in
      let test = LineTest(.plain(line), index: index, isError: true, values: CaptureValues())
      return ExpectedItem(kind: .once(test), lines: index..<(index + 1))
    }
    let alignment = Aligner.align(items, with: got, code: nil)
    if alignment.isExact { return nil }
    let place = alignment.rows.prefix(while: \.isFine).count
    let commands = got.prefix(place + 1).filter { TranscriptSyntax.isCommand($0) }
      .map { String(decoding: $0.dropFirst(2), as: UTF8.self) }
    return ScenarioFailure(
      path: target.goldenPath, line: place + 1, command: commands.last ?? "",
      before: Array(commands.dropLast().suffix(3)), seed: commands.last { $0.hasPrefix("seed ") },
      cause: .reply(
        Difference(alignment, expected: wanted.map { ($0, true) }, got: got)))
  }
}
