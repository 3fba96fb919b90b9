import LineSyntax
import ParlorEngine
import ParlorKit
import Platform
import Scenarios
import Synchronization

/// Something that is wrong with a text, or to be known of it.
package struct Finding: Sendable {
  enum Severity: Int, Sendable {
    case error = 1
    case warning
    case information
  }

  /// The bytes at fault.
  var range: Range<Int>
  var severity = Severity.error
  /// The error code of a rejected line, `reply` for a reply that differs, or `scenario` for an
  /// invalid file.
  var code: String
  var message: String
  /// The place of the finding, if it is in another file; lines count from 1.
  var elsewhere: (path: String, line: Int)?
  /// The line of the command whose reply differs, from 1, if the reply can be blessed.
  var blessableLine: Int?

  /// Whether the command waits for advice that is being computed.
  var isOfComputing: Bool { code == Self.computing }
  static let computing = "advice"
}

/// Tests an open text as `parlor test` tests the file, and a script without a golden file as
/// `parlor` runs it.
package struct DocumentTest: Sendable {
  let document: TextDocument
  /// The texts of all open documents by their paths.
  let texts: [String: [UInt8]]
  let host: ServerHost
  /// Stops the test.
  var cancellation = StopFlag()
  /// The maximum time of the whole test.
  var limit: TimeLimit?
  /// The known findings about the text.
  var known: [Finding]?

  /// Whether the test was stopped or has taken too long.
  private var isStopped: Bool { cancellation.isRaised || limit?.isOver ?? false }

  /// The findings about the text; `nil` if the test was stopped.
  package func findings() -> [Finding]? {
    let found: [Finding]
    if let known {
      found = known
    } else if document.isScript && !hasGolden {
      found = ScriptCheck(test: self).findings()
    } else if document.isMarkdown && !hasBlocks {
      found = []
    } else {
      found = findings(of: runner(ScenarioOptions()).result(of: document.path))
    }
    return isStopped ? nil : found
  }

  /// The files with the current replies.
  ///
  /// - Parameter isSelected: whether the reply to the command in a line of the document is
  ///   replaced; `nil` replaces all replies, including those of `setup.scenario`.
  /// - Returns: `nil` if no file changes.
  func blessed(
    _ isSelected: (@Sendable (_ line: Int) -> Bool)? = nil
  ) -> [String: [UInt8]]? {
    let collector = Collector()
    var options = ScenarioOptions()
    options.blesses = true
    options.approves = { [path = document.path] failure in
      isSelected.map { $0(failure.line) && failure.path == path } ?? true
        || failure.path.hasSuffix(".golden")
    }
    options.onBlessed = { collector.add($0, $1) }
    _ = runner(options).result(of: document.path)
    let files = collector.files
    return files.isEmpty || isStopped || host.isComputing() ? nil : files
  }

  private var goldenPath: String { document.path.dropLast("parlor".count) + "golden" }

  /// Whether the script has a golden file.
  var hasGolden: Bool {
    texts[goldenPath] != nil || FileSystem.kind(of: goldenPath) == .file
  }

  private var hasBlocks: Bool {
    !ScenarioParser.parse(document.bytes, path: document.path).errors.contains {
      $0.reason == .noBlock
    }
  }

  private func runner(_ options: ScenarioOptions) -> ScenarioRunner {
    var options = options
    options.texts = texts
    options.texts[document.path] = document.bytes
    options.timeout = host.timeout
    let isStopped = { @Sendable [cancellation, limit] in
      cancellation.isRaised || limit?.isOver ?? false
    }
    options.isStopped = isStopped
    return ScenarioRunner(options) { [host] folder in
      let stop = StopFlag()
      let settings = host.settings(folder) { stop.isRaised || isStopped() }
      var session = ScenarioSession(Interpreter(settings), stop: { stop.set(true) })
      let transcribe = session.transcribe
      session.transcribe = { line in
        guard isStopped() else { return transcribe(line) }
        var end = Transcription()
        end.isOver = true
        return end
      }
      return session
    }
  }

  // MARK: - Scenarios

  private func findings(of result: ScenarioResult?) -> [Finding] {
    guard let outcome = result?.outcome else { return [] }
    var found: [Finding] = []
    for entry in outcome.entries where !isStopped { found.append(finding(of: entry)) }
    for step in outcome.marked where step.passed {
      found.append(
        Finding(
          range: place(of: step.line, in: step.path).range, severity: .warning, code: "reply",
          message: step.message))
    }
    if let reason = outcome.skipReason {
      found.append(
        Finding(
          range: document.text(ofLine: 1), severity: .information, code: "skipped",
          message: "skipped: \(reason)"))
    }
    return found
  }

  private func finding(of entry: ReportEntry) -> Finding {
    let message = ([entry.message] + entry.details).joined(separator: "\n")
    let code = entry.failure == nil ? "scenario" : "reply"
    let (range, elsewhere) = place(of: entry.line, in: entry.path)
    var finding = Finding(range: range, code: code, message: message, elsewhere: elsewhere)
    guard elsewhere == nil, let failure = entry.failure else { return finding }
    let isComputing = entry.difference.contains {
      $0.side == .got && $0.text.hasSuffix(GameError.computing.message)
    }
    if isComputing {
      finding.severity = .information
      finding.code = Finding.computing
      finding.message = GameError.computing.message
      return finding
    }
    finding.range = replyRange(of: entry, failure) ?? range
    if case .reply = failure.cause { finding.blessableLine = failure.line }
    return finding
  }

  /// The place of a line of a file in this document. Findings in another file are shown in the
  /// first line; those in a golden file, at the command.
  private func place(
    of line: Int?, in path: String
  ) -> (range: Range<Int>, elsewhere: (path: String, line: Int)?) {
    if path == document.path || path.isEmpty { return (document.text(ofLine: line ?? 1), nil) }
    guard path == goldenPath, let line,
      let golden = texts[path] ?? (try? FileSystem.read(path))
    else { return (document.text(ofLine: 1), (path, line ?? 1)) }
    let commands = golden.split(separator: 0x0A, omittingEmptySubsequences: false).prefix(line)
      .count { TranscriptSyntax.isCommand($0) }
    let lines = Script(document.bytes, isScenario: false).lines
    let number = lines.isEmpty ? 1 : lines[min(max(commands, 1), lines.count) - 1].number
    return (document.text(ofLine: number), (path, line))
  }

  /// The first expected line that differs, otherwise all expected lines; `nil` if there are none.
  private func replyRange(of entry: ReportEntry, _ failure: ScenarioFailure) -> Range<Int>? {
    let missing = entry.difference.first { $0.side == .expected }?.text
    let expected = failure.expected.filter { !$0.isEmpty }
    if let missing,
      let line = expected.first(where: {
        String(decoding: document.bytes[$0], as: UTF8.self) == missing
      })
    {
      return line
    }
    guard let first = expected.first, let last = expected.last else { return nil }
    return first.lowerBound..<last.upperBound
  }
}

/// Takes the blessed files.
private final class Collector: Sendable {
  private let found = Mutex<[String: [UInt8]]>([:])

  func add(_ path: String, _ bytes: [UInt8]) { found.withLock { $0[path] = bytes } }

  var files: [String: [UInt8]] { found.withLock { $0 } }
}

/// Runs a script to find rejected lines. The first one ends the script, unless it is run with
/// `--keep-going`, so those after it are warnings.
private struct ScriptCheck {
  let test: DocumentTest

  func findings() -> [Finding] {
    let rejected = Rejections()
    let document = test.document
    let lines = Script(document.bytes, isScenario: false).lines
    let workers = WatchedWorkers<Bool, StopFlag>(jobs: 1, timeout: test.host.timeout) {
      [host = test.host, cancellation = test.cancellation, limit = test.limit] _, heartbeat in
      let stop = StopFlag()
      let isStopped = { @Sendable in
        stop.isRaised || cancellation.isRaised || limit?.isOver ?? false
      }
      heartbeat.publish(stop)
      let settings = host.settings(FileSystem.parent(of: document.path), isStopped)
      let interpreter = Interpreter(settings)
      for (number, line) in lines.enumerated() where !isStopped() {
        let result = heartbeat.during(number) {
          interpreter.transcribe(line.bytes) { reply in
            guard let problem = reply.problem else { return }
            rejected.add(
              Rejection(
                line: line.number, code: problem.code.rawValue,
                message: ([problem.message] + problem.help).joined(separator: "\n"),
                range: problem.range))
          }
        }
        if result.isOver { break }
      }
      return true
    } giveUp: { [timeout = test.host.timeout] _, heartbeat in
      let line = lines[min(heartbeat.task, lines.count - 1)]
      rejected.add(
        Rejection(line: line.number, code: "limit", message: "no reply within \(timeout)ms"))
      return false
    } stop: {
      $0.context?.set(true)
    }
    if !lines.isEmpty { _ = workers.map(count: 1) }
    let (waiting, faults) = (
      rejected.all.filter { $0.message == GameError.computing.message },
      rejected.all.filter { $0.message != GameError.computing.message }
    )
    return faults.enumerated().map { index, rejection in
      finding(rejection, index == 0 ? .error : .warning)
    }
      + waiting.map {
        var finding = finding($0, .information)
        finding.code = Finding.computing
        return finding
      }
  }

  private func finding(_ rejection: Rejection, _ severity: Finding.Severity) -> Finding {
    let line = test.document.text(ofLine: rejection.line)
    // Ranges count from the start of the line, blanks included.
    let start = test.document.line(at: line.lowerBound).lowerBound
    var range = line
    if let fault = rejection.range, start + fault.upperBound <= line.upperBound, !fault.isEmpty {
      range = start + fault.lowerBound..<start + fault.upperBound
    }
    return Finding(
      range: range, severity: severity, code: rejection.code, message: rejection.message)
  }
}

/// A rejected line of a script.
private struct Rejection: Sendable {
  var line: Int
  var code: String
  var message: String
  var range: Range<Int>?
}

/// Takes the rejected lines of a script.
private final class Rejections: Sendable {
  private let found = Mutex<[Rejection]>([])

  func add(_ rejection: Rejection) { found.withLock { $0.append(rejection) } }

  var all: [Rejection] { found.withLock { $0 } }
}
