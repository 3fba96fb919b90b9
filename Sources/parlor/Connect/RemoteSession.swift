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

  /// Runs until either side closes the connection. A failed connection is exit code 4.
  func run() -> ExitStatus {
    var connection: Connection?
    let status: ExitStatus
    do throws(FileError) {
      let opened = try Connection(address, via: command)
      connection = opened
      status = Terminal.isInteractive ? try talk(opened) : try relay(opened)
    } catch {
      if let failure = commandFailure(of: connection) { return failure }
      return complain(error)
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

  private func complain(_ failure: FileError) -> ExitStatus {
    guard failure.path == address.text else { return ExitStatus(failure) }
    let reason = failure.message.split(separator: ": ", maxSplits: 1).last.map(String.init) ?? ""
    StandardOutput.complain("cannot connect to \(address.text): \(reason)")
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
    while true {
      let bytes = try connection.receive()
      if bytes.isEmpty { return .fine }
      try FileSystem.write(Array(bytes), to: STDOUT_FILENO, named: "standard output")
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
      Self.show(connection, printer)
      end.note()
      printer.print("The server has ended the session.")
    }
    guard let listener else {
      throw FileError(.read, address.text, because: "cannot start a thread")
    }
    listener.detach()
    while !end.isReached {
      switch reader.readLine(prompt: "\(address.text)> ") {
      case .line(let bytes):
        for line in CommandString.lines(of: bytes) { try connection.send(line + [0x0A]) }
      case .interrupted: continue
      case .endOfInput, .hangUp: return .fine
      case .terminated(let signal): reader.endProcess(by: signal)
      }
    }
    return .fine
  }

  /// Posts complete lines as they arrive, until the connection closes.
  private static func show(_ connection: Connection, _ printer: ExternalPrinter) {
    var held: [UInt8] = []
    while let bytes = try? connection.receive(), !bytes.isEmpty {
      held += bytes
      guard let end = held.lastIndex(of: 0x0A) else { continue }
      printer.print(String(decoding: held[..<end], as: UTF8.self))
      held.removeFirst(end + 1)
    }
    if !held.isEmpty { printer.print(String(decoding: held, as: UTF8.self)) }
  }
}

/// Whether the server has ended the session.
private final class RemoteEnd: Sendable {
  private let flag = Atomic(false)

  var isReached: Bool { flag.load(ordering: .relaxed) }

  func note() { flag.store(true, ordering: .relaxed) }
}
