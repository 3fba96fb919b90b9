import LineSyntax
import ParlorEngine
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
      guard FileSystem.isBelow(target.goldenPath, FileSystem.parent(of: target.path)) else {
        throw FileError(.read, target.goldenPath, because: "it leads out of its folder")
      }
      let expected = isMissing ? [] : try options.read(target.goldenPath)
      if let line = SourceLine.firstInvalid(in: expected) {
        return .invalid([
          ScenarioError(path: target.goldenPath, line: line, reason: .invalidUTF8)
        ])
      }
      var refused: [Int: Transcription] = [:]
      let transcript = transcribe(script) { if !$1.lacks.isEmpty { refused[$0] = $1 } }
      if transcript.isEmpty { return invalid(.noCommand) }
      let (failure, refusal) = compare(transcript, refused, expected: expected)
      if let refusal, failure == nil { return .skipped(refusal.reason(in: target.path)) }
      guard let failure else {
        if options.isPending { PendingFile.remove(of: target.goldenPath) }
        return .compared(StepResults())
      }
      let steps = StepResults(failures: [failure], refusal: refusal)
      guard options.blesses else { return .compared(steps) }
      if let refusal { return .blessed(steps, BlessingResult(refusal, in: target.path)) }
      return .blessed(steps, bless(transcript, of: script, replacing: expected, failure))
    } catch {
      return invalid(.io(error))
    }
  }

  private func invalid(_ reason: ScenarioError.Reason) -> ScenarioOutcome {
    .invalid([ScenarioError(path: target.path, line: nil, reason: reason)])
  }

  /// The transcript of the script in a fresh session.
  ///
  /// - Parameter observe: receives each reply, with the index of its command.
  private func transcribe(
    _ script: [UInt8], observe: (_ index: Int, Transcription) -> Void = { _, _ in }
  ) -> [UInt8] {
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
      let reply = file.heartbeat.during(number) { session.transcribe(line) }
      observe(number, reply)
      return reply
    }
  }

  /// Replaces the golden file by the transcript, if the user approves.
  private func bless(
    _ transcript: [UInt8], of script: [UInt8], replacing expected: [UInt8],
    _ failure: ScenarioFailure
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
        options.edits?(place, transcript) ?? transcript, of: target.goldenPath,
        replacing: expected)
      result.effect = .rewritten(1)
    } catch {
      result.effect = .refused(error)
    }
    return result
  }

  /// The failure at the first line that differs, ignoring line breaks, and the first unexpected
  /// refusal. If nothing differs before a refusal that the command line can lift, only the refusal.
  ///
  /// - Parameter refused: the refusals by the indices of their commands.
  private func compare(
    _ transcript: [UInt8], _ refused: [Int: Transcription], expected: [UInt8]
  ) -> (failure: ScenarioFailure?, refusal: RefusedCommand?) {
    if transcript == expected { return (nil, nil) }
    let wanted = ReplyLines.split(expected).map { $0.last == 0x0D ? $0.dropLast() : $0 }
    let got = ReplyLines.split(transcript)
    let items = wanted.enumerated().map { index, line in
      let test = LineTest(.plain(line), index: index, isError: true, values: CaptureValues())
      return ExpectedItem(kind: .once(test), lines: index..<(index + 1))
    }
    let alignment = Aligner.align(items, with: got, code: nil, isStopped: options.isStopped)
    if alignment.isExact { return (nil, nil) }
    let place = alignment.rows.prefix(while: \.isMatch).count
    let refusal = refusal(among: refused, in: got, alignment)
    if let (refused, line) = refusal, refused.isGrantable, line < place || wanted.isEmpty {
      return (nil, refused)
    }
    let commands = got.prefix(place + 1).filter { TranscriptSyntax.isCommand($0) }
      .map { String(decoding: $0.dropFirst(2), as: UTF8.self) }
    let failure = ScenarioFailure(
      path: target.goldenPath, line: place + 1, command: commands.last ?? "",
      before: Array(commands.dropLast().suffix(3)), seed: commands.last { $0.hasPrefix("seed ") },
      cause: .reply(
        Difference(alignment, expected: wanted.map { ($0, true) }, got: got)))
    return (failure, refusal?.0)
  }

  /// The first refusal with an unexpected line, with the index of the command's line.
  private func refusal(
    among refused: [Int: Transcription], in got: [ArraySlice<UInt8>], _ alignment: Alignment
  ) -> (RefusedCommand, line: Int)? {
    if refused.isEmpty { return nil }
    var matched: Set<Int> = []
    for case .matched(_, let line) in alignment.rows { matched.insert(line) }
    let commands = got.indices.filter { TranscriptSyntax.isCommand(got[$0]) }
    for (index, line) in commands.enumerated() {
      guard let reply = refused[index],
        !(line...(line + ReplyLines.split(reply.text).count)).allSatisfy(matched.contains),
        let refusal = RefusedCommand(target.goldenPath, line + 1, reply)
      else { continue }
      return (refusal, line)
    }
    return nil
  }
}
