import Language
import Platform

/// Runs a script once and compares its transcript with the golden file.
struct GoldenRun {
  let file: FileRun

  private var target: ScenarioTarget { file.target }
  private var options: ScenarioOptions { file.options }

  func outcome() -> ScenarioOutcome {
    do throws(FileError) {
      let script = try options.read(target.path)
      let isMissing =
        options.texts[target.goldenPath] == nil
        && FileSystem.kind(of: target.goldenPath) == .missing
      if isMissing && !options.blesses { return invalid(.missingGolden(target.goldenPath)) }
      let expected = isMissing ? [] : try options.read(target.goldenPath)
      if let line = SourceLine.firstInvalid(in: expected) {
        return .invalid([
          ScenarioError(path: target.goldenPath, line: line, reason: .invalidUTF8)
        ])
      }
      let transcript = transcribe(script)
      if transcript.isEmpty { return invalid(.noCommand) }
      guard let failure = failure(of: transcript, expected: expected) else {
        if options.isPending { FileSystem.remove(options.blessedPath(of: target.goldenPath)) }
        return .compared(StepResults())
      }
      let steps = StepResults(failures: [failure])
      guard options.blesses else { return .compared(steps) }
      return .blessed(steps, bless(transcript, script: script, failure))
    } catch {
      return invalid(.io(error))
    }
  }

  private func invalid(_ reason: ScenarioError.Reason) -> ScenarioOutcome {
    .invalid([ScenarioError(path: target.path, line: nil, reason: reason)])
  }

  /// The transcript of the script in a fresh session.
  private func transcribe(_ script: [UInt8]) -> [UInt8] {
    let session = file.newSession()
    file.publish(session) { [path = target.path] in
      Script(script, isScenario: false).lines.map { line in
        RunningCommands.Command(
          path: path, line: line.number, text: String(decoding: line.bytes, as: UTF8.self))
      }
    }
    var number = -1
    return Transcript.echo(script, shown: session.shown) { line in
      number += 1
      return file.heartbeat.during(number) { session.transcribe(line) }
    }
  }

  /// Replaces the golden file by the transcript, if the user approves.
  private func bless(
    _ transcript: [UInt8], script: [UInt8], _ failure: ScenarioFailure
  ) -> BlessingResult {
    let again = transcribe(script)
    guard again == transcript else {
      let lines = zip(ReplyLines.split(transcript), ReplyLines.split(again))
      return BlessingResult(effect: .unstable(line: lines.prefix { $0 == $1 }.count + 1))
    }
    var result = BlessingResult(
      effect: .rewritten(0), path: options.blessedPath(of: target.goldenPath),
      isPending: options.isPending, isInteractive: options.approves != nil)
    guard options.approves?(failure) ?? true else {
      result.leftCount = 1
      return result
    }
    do throws(ScenarioError.Reason) {
      let place = ScenarioPlace(path: failure.path, line: failure.line)
      try options.save(
        options.edits?(place, transcript) ?? transcript,
        to: options.blessedPath(of: target.goldenPath))
      result.effect = .rewritten(1)
    } catch {
      result.effect = .refused(error)
    }
    return result
  }

  /// The failure at the first line that differs, whatever the golden file's line breaks; nil if none
  /// does.
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
    let place = alignment.rows.prefix(while: \.isMatch).count
    let commands = got.prefix(place + 1).filter { TranscriptSyntax.isCommand($0) }
      .map { String(decoding: $0.dropFirst(2), as: UTF8.self) }
    return ScenarioFailure(
      path: target.goldenPath, line: place + 1, command: commands.last ?? "",
      before: Array(commands.dropLast().suffix(3)), seed: commands.last { $0.hasPrefix("seed ") },
      cause: .reply(
        Difference(alignment, expected: wanted.map { ($0, true) }, got: got)))
  }
}
