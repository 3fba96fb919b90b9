import LibC
import LineEditing
import LineSyntax
import ParlorEngine
import ParlorKit
import Platform
import ProgramKit
import Synchronization

/// A session on a `parlord` server: sends it lines and shows the answers.
///
/// Only a session that the server has ended on request is a success: see ``LineAnswer``.
final class ServerSession {
  private let address: RemoteAddress
  private let command: ConnectionCommand?
  private let options: ReplOptions
  private let keepsGoing: Bool

  /// - Parameters:
  ///   - command: makes the connection, in place of plain TCP.
  ///   - keepsGoing: whether a script continues after an error.
  init(
    _ address: RemoteAddress, via command: ConnectionCommand?, _ options: ReplOptions,
    keepsGoing: Bool
  ) {
    self.address = address
    self.command = command
    self.options = options
    self.keepsGoing = keepsGoing
  }

  /// Runs until either side ends the session. The exit code is 4 unless the server has ended it
  /// properly.
  func run() -> ExitStatus {
    var connection: ServerConnection?
    do throws(FileError) {
      let opened = try ServerConnection(address, via: command)
      connection = opened
      return Terminal.isInteractive ? try talk(opened) : try relay(opened)
    } catch {
      if let failure = commandFailure(of: connection) { return failure }
      let isOpen = connection != nil
      return complain(
        isOpen ? "the connection to \(address.text) is lost" : "cannot connect to \(address.text)",
        error)
    }
  }

  /// The status if the command of `--via` has failed.
  private func commandFailure(of connection: ServerConnection?) -> ExitStatus? {
    guard connection?.command?.hasFailed(within: Self.grace) == true else { return nil }
    StandardOutput.complain("the command of --via to \(address.text) failed")
    return .remote
  }

  /// The milliseconds that the command of `--via` has to end after its output.
  private static let grace: Int64 = 200

  private func complain(_ text: String, _ failure: FileError) -> ExitStatus {
    guard failure.path == address.text else {
      let status = ExitStatus(failure)
      if status == .io { StandardOutput.complain(failure.message) }
      return status
    }
    StandardOutput.complain("\(text): \(failure.cause)")
    return .remote
  }

  // MARK: - The end of a session

  /// How a session has ended.
  private enum Outcome {
    case ended(LineAnswer.End)
    case closed
    case foreign
  }

  /// Reports why the session has ended unless the server was asked to end it, and returns the
  /// status.
  ///
  /// - Parameters:
  ///   - status: that of the lines.
  ///   - count: the number of answered lines.
  private func judge(
    _ outcome: Outcome, _ status: ExitStatus, after count: Int, on connection: ServerConnection
  ) -> ExitStatus {
    var cause = ""
    switch outcome {
    case .ended(.quit), .ended(.failed): return status
    case _ where commandFailure(of: connection) != nil: return .remote
    case .ended(.limit): cause = ": the lines took too long"
    case .ended(.idle): cause = ": no line came for too long"
    case .ended(.stopping): cause = ": it stops"
    case .closed: break
    case .foreign:
      StandardOutput.complain(
        "\(address.text) is not a parlord of this version: it does not answer lines")
      return .remote
    }
    let replies = Plural(count, "reply", "replies").text
    StandardOutput.complain("the server closed the connection after \(replies)\(cause)")
    if count == 0, cause.isEmpty, command == nil {
      StandardError.write(
        "  It may expect TLS, which `--via` adds, or only clients of its proxy.\n")
    }
    return .remote
  }

  /// Asks for answers, and applies the options.
  ///
  /// - Returns: `nil` if the server has agreed.
  private func begin(
    _ connection: ServerConnection, _ answers: inout AnswerReader, stops: Bool
  ) throws(FileError) -> Outcome? {
    send(LineAnswer.Request(stops: stops).line.utf8, to: connection)
    switch try answers.next() {
    case .answer(.ready): break
    case .answer(.end(let reason)): return .ended(reason)
    case .closed: return .closed
    case .answer(.done), .foreign: return .foreign
    }
    var lines = options.seed.map { ["seed \($0)"] } ?? []
    if options.format != .text { lines.append("set format \(options.format.rawValue)") }
    for line in lines {
      send("\(line)\n".utf8, to: connection)
      if let outcome = Self.outcome(try answers.next()) { return outcome }
    }
    return nil
  }

  /// Sends bytes. If that fails, the server has closed the connection; its last words are read
  /// next.
  private func send(_ bytes: some Sequence<UInt8>, to connection: ServerConnection) {
    do throws(FileError) { try connection.send(Array(bytes)[...]) } catch {}
  }

  /// The outcome of the session after an answer to a line; `nil` if it continues.
  private static func outcome(_ next: AnswerReader.Next) -> Outcome? {
    switch next {
    case .answer(.done(_, _, let end)): end.map(Outcome.ended)
    case .answer(.end(let reason)): .ended(reason)
    case .answer(.ready), .foreign: .foreign
    case .closed: .closed
    }
  }

  // MARK: - Without a terminal

  private func relay(_ connection: ServerConnection) throws(FileError) -> ExitStatus {
    var answers = AnswerReader(connection)
    if let outcome = try begin(connection, &answers, stops: !keepsGoing) {
      return judge(outcome, .fine, after: 0, on: connection)
    }
    var script = Platform.FileLineReader(descriptor: STDIN_FILENO, name: "stdin", limit: Line.limit)
    var lines = RelayedLines()
    var outcome: Outcome?
    while outcome == nil {
      let line = try script.next { () throws(FileError) in
        outcome = try exchange(&lines, over: connection, &answers)
      }
      guard outcome == nil else { break }
      if let line { lines.add(line) }
      if line == nil || lines.isFull { outcome = try exchange(&lines, over: connection, &answers) }
      guard outcome == nil, line == nil else { continue }
      send("quit\n".utf8, to: connection)
      // An answer to a line that is not in the script is not shown.
      outcome = Self.outcome(try answers.next()) ?? .foreign
    }
    return judge(outcome ?? .closed, lines.status, after: lines.answered, on: connection)
  }

  /// Sends the waiting lines and shows their answers.
  ///
  /// - Returns: the outcome of the session; `nil` if it continues.
  private func exchange(
    _ lines: inout RelayedLines, over connection: ServerConnection, _ answers: inout AnswerReader
  ) throws(FileError) -> Outcome? {
    send(lines.takeBytes(), to: connection)
    while lines.areWaiting {
      let next = try answers.next()
      if case .answer(.done(let output, let problem, _)) = next { try lines.take(output, problem) }
      if let outcome = Self.outcome(next) { return outcome }
    }
    return nil
  }

  // MARK: - At a terminal

  private func talk(_ connection: ServerConnection) throws(FileError) -> ExitStatus {
    guard let reader = options.makeReader() else {
      throw FileError(.read, "the terminal", because: "it cannot be used")
    }
    var answers = AnswerReader(connection)
    if let outcome = try begin(connection, &answers, stops: false) {
      return judge(outcome, .fine, after: 0, on: connection)
    }
    connection.waitPatiently()
    guard let mailbox = AnswerMailbox(answers, reader.externalPrinter) else {
      throw FileError(.read, address.text, because: "cannot start a thread")
    }
    while true {
      switch reader.readLine(prompt: "\(address.text)> ") {
      case .line(let bytes):
        let lines = CommandString.lines(of: bytes)
        let outcome = run(lines, over: connection, mailbox)
        // Without a line to answer, only the end can have arrived.
        if let outcome = outcome ?? mailbox.next(within: 0).flatMap(Self.outcome) {
          return judge(outcome, .fine, after: mailbox.answered, on: connection)
        }
      case .interrupted: continue
      case .endOfInput, .hangUp:
        send("quit\n".utf8, to: connection)
        let next = mailbox.next(within: Self.patience)
        return judge(
          next.flatMap(Self.outcome) ?? .closed, .fine, after: mailbox.answered, on: connection)
      case .terminated(let signal): reader.endProcess(by: signal)
      }
    }
  }

  /// The milliseconds that the server has to announce the end of the session.
  private static let patience = 5000

  /// Sends the commands of a line, each after the answer to the previous one. After an error, the
  /// rest is not sent.
  ///
  /// - Returns: the outcome of the session; `nil` if it continues.
  private func run(
    _ lines: [ArraySlice<UInt8>], over connection: ServerConnection, _ mailbox: AnswerMailbox
  ) -> Outcome? {
    for (index, line) in lines.enumerated() {
      send(line + [0x0A], to: connection)
      guard let next = mailbox.next(within: -1) else { return .closed }
      if case .answer(.done(let output, let problem, _)) = next {
        var text = TextWriter()
        text.write(output)
        text.breakLine()
        if let problem, !problem.message.isEmpty { problem.write(to: &text) }
        let rest = lines.count - index - 1
        if problem != nil, rest > 0 {
          text.write("Not run: \(Plural(rest, "more command").text).\n")
        }
        StandardOutput.write(Array(text.string.displayable.utf8))
        if problem != nil, rest > 0 { return Self.outcome(next) }
      }
      if let outcome = Self.outcome(next) { return outcome }
    }
    return nil
  }
}

/// The lines of a script on their way to a server, and their results.
private struct RelayedLines {
  /// The lines that wait for an answer, in order.
  private var waiting: [ScriptLine] = []
  private var next = 0
  private var bytes: [UInt8] = []
  private var number = 0
  private let isShown = Terminal.isTerminal(STDOUT_FILENO)
  /// The worst status so far.
  private(set) var status = ExitStatus.fine
  /// The number of answered lines.
  private(set) var answered = 0

  /// Lines are sent together up to this size, so that a distant server costs no wait after each of
  /// them. It is less than a socket holds: a server that waits for its answers to be read does not
  /// read.
  private static let size = 1 << 12

  var isFull: Bool { bytes.count >= Self.size }
  var areWaiting: Bool { next < waiting.count }

  mutating func add(_ line: ArraySlice<UInt8>) {
    number += 1
    let isMarked = number == 1 && line.starts(with: ByteOrderMark.bytes)
    let line = isMarked ? line.dropFirst(ByteOrderMark.bytes.count) : line
    guard Line.isCommand(line) else { return }
    waiting.append(ScriptLine(file: "stdin", number: number, bytes: ArraySlice(Array(line))))
    bytes += line
    bytes.append(0x0A)
  }

  /// The bytes that were not sent yet.
  mutating func takeBytes() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  /// Shows the answer to the first line that waits.
  mutating func take(_ output: String, _ problem: Diagnostic?) throws(FileError) {
    let line = waiting[next]
    next += 1
    answered += 1
    if next == waiting.count { (waiting, next) = ([], 0) }
    // Remove characters that affect the terminal.
    let shown = Array((isShown ? output.displayable : output).utf8)
    try FileSystem.write(shown, to: STDOUT_FILENO, named: "standard output")
    guard let problem else { return }
    status = status.combined(with: ExitStatus(problem.code))
    guard !problem.message.isEmpty else { return }
    let isStyled = Terminal.isTerminal(STDERR_FILENO)
    var text = TextWriter(styled: isStyled)
    line.write(isStyled ? problem.displayable : problem, to: &text)
    StandardError.write(text.bytes)
  }
}

extension Diagnostic {
  /// The same without characters that affect a terminal.
  fileprivate var displayable: Diagnostic {
    var problem = self
    problem.message = message.displayable
    problem.help = help.map(\.displayable)
    return problem
  }
}
