import Language
import LibC
import LineEditing
import Platform
import Synchronization

/// A session on a `parlord` server: sends it lines and shows its replies.
///
/// At a terminal, replies appear above the prompt as they arrive. Otherwise standard input is sent
/// unchanged, and the replies go to standard output.
final class RemoteSession {
  private let address: RemoteAddress
  private let command: ConnectionCommand?
  private let options: ReplOptions

  /// - Parameter command: makes the connection, in place of plain TCP.
  init(_ address: RemoteAddress, via command: ConnectionCommand?, _ options: ReplOptions) {
    self.address = address
    self.command = command
    self.options = options
  }

  /// Runs until either side closes the connection. A connection that fails or breaks is exit code 4.
  func run() -> ExitStatus {
    var connection: Connection?
    let status: ExitStatus
    do throws(FileError) {
      let opened = try Connection(address, via: command)
      connection = opened
      status = Terminal.isInteractive ? try talk(opened) : try relay(opened)
    } catch {
      if let failure = commandFailure(of: connection) { return failure }
      let isOpen = connection != nil
      return complain(
        isOpen ? "the connection to \(address.text) is lost" : "cannot connect to \(address.text)",
        error)
    }
    return commandFailure(of: connection) ?? status
  }

  /// The status if the command of `--via` has failed.
  private func commandFailure(of connection: Connection?) -> ExitStatus? {
    guard connection?.command?.hasFailed(within: Self.grace) == true else { return nil }
    StandardOutput.complain("the command of --via to \(address.text) failed")
    return .remote
  }

  /// How many milliseconds the command of `--via` has to end after its output.
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

  // MARK: - Without a terminal

  private func relay(_ connection: Connection) throws(FileError) -> ExitStatus {
    let sender = Thread.start {
      // Sending fails once the server has ended the session; then nothing more is to be sent.
      do throws(FileError) {
        try Self.sendInput(to: connection)
        // A command may not pass on that its input has ended: the server is told by a line.
        if connection.command != nil { try connection.send(Array("\nquit\n".utf8)[...]) }
      } catch {}
      connection.finishSending()
    }
    guard let sender else {
      throw FileError(.write, address.text, because: "cannot start a thread")
    }
    sender.detach()
    var lines = ReceivedLines()
    let isShown = Terminal.isTerminal(STDOUT_FILENO)
    while true {
      let bytes = try connection.receive()
      // A terminal gets whole lines, and nothing that it would obey.
      let shown = isShown ? lines.take(bytes).map { Array("\($0)\n".utf8) } ?? [] : Array(bytes)
      try FileSystem.write(shown, to: STDOUT_FILENO, named: "standard output")
      if bytes.isEmpty { return .fine }
    }
  }

  private static func sendInput(to connection: Connection) throws(FileError) {
    var block = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      let count = block.withUnsafeMutableBytes { FileSystem.read(STDIN_FILENO, into: $0) }
      if count <= 0 { return }
      try connection.send(block[..<count])
    }
  }

  // MARK: - At a terminal

  private func talk(_ connection: Connection) throws(FileError) -> ExitStatus {
    guard let reader = options.makeReader() else {
      throw FileError(.read, "the terminal", because: "it cannot be used")
    }
    let (printer, end) = (reader.externalPrinter, RemoteEnd())
    let listener = Thread.start {
      let failure = Self.show(connection, printer)
      end.note(failure)
      printer.print(
        failure.map { "The connection is lost: \($0.cause)." }
          ?? "The server has ended the session.")
    }
    guard let listener else {
      throw FileError(.read, address.text, because: "cannot start a thread")
    }
    listener.detach()
    while !end.isReached {
      switch reader.readLine(prompt: "\(address.text)> ") {
      case .line(let bytes):
        // Nobody reads what is typed after the end.
        if end.isReached { break }
        for line in CommandString.lines(of: bytes) { try connection.send(line + [0x0A]) }
      case .interrupted: continue
      case .endOfInput, .hangUp: return .fine
      case .terminated(let signal): reader.endProcess(by: signal)
      }
    }
    return end.hasFailed ? .remote : .fine
  }

  /// Posts complete lines as they arrive, until the connection closes.
  ///
  /// - Returns: why it broke, if it did.
  private static func show(_ connection: Connection, _ printer: ExternalPrinter) -> FileError? {
    var lines = ReceivedLines()
    while true {
      do throws(FileError) {
        let bytes = try connection.receive()
        if let text = lines.take(bytes) { printer.print(text) }
        if bytes.isEmpty { return nil }
      } catch {
        if let text = lines.take([]) { printer.print(text) }
        return error
      }
    }
  }
}

/// Cuts what arrives into whole lines that are safe to show on a terminal.
private struct ReceivedLines {
  private var held: [UInt8] = []
  /// More bytes without a line break are shown as they are.
  private static let limit = 1 << 20

  /// The lines that are complete with these bytes, and the rest if there are none; nil if no line is
  /// complete.
  mutating func take(_ bytes: ArraySlice<UInt8>) -> String? {
    held += bytes
    let isLast = bytes.isEmpty || held.count > Self.limit
    guard let end = isLast ? held.count : held.lastIndex(of: 0x0A), end > 0 else { return nil }
    defer { held.removeFirst(min(end + 1, held.count)) }
    return String(decoding: held[..<end], as: UTF8.self).displayable
  }
}

/// Whether and how the session has ended.
private final class RemoteEnd: Sendable {
  private let flag = Atomic(false)
  private let failure = Atomic(false)

  var isReached: Bool { flag.load(ordering: .acquiring) }
  var hasFailed: Bool { failure.load(ordering: .relaxed) }

  func note(_ error: FileError?) {
    failure.store(error != nil, ordering: .relaxed)
    flag.store(true, ordering: .releasing)
  }
}
