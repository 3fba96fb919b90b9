import LibC
import LineEditing
import Platform
import Synchronization

/// A session at a daemon: lines go there, replies come from there.
///
/// At a terminal replies appear above the prompt as they come. Otherwise standard input is sent as
/// it is, and what comes back is standard output.
final class RemoteSession {
  private let address: RemoteAddress
  private let options: ReplOptions

  init(_ address: RemoteAddress, _ options: ReplOptions) {
    self.address = address
    self.options = options
  }

  /// Runs until one of both sides ends; a connection that fails is exit code 4.
  func run() -> ExitStatus {
    do throws(FileError) {
      let connection = try Connection(address)
      return Terminal.isInteractive ? try talk(connection) : try relay(connection)
    } catch {
      return complain(error)
    }
  }

  private func complain(_ failure: FileError) -> ExitStatus {
    guard failure.path == address.text else { return ExitStatus(failure) }
    let reason = failure.message.split(separator: ": ", maxSplits: 1).last.map(String.init) ?? ""
    let text = "parlor: no connection to \(address.text): \(reason)\n"
    try? FileSystem.write(Array(text.utf8), to: STDERR_FILENO, named: "standard error")
    return .remote
  }

  // MARK: - Without a terminal

  private func relay(_ connection: Connection) throws(FileError) -> ExitStatus {
    let sender = Thread.start {
      // What cannot be sent is not wanted any more: the other side has ended the session.
      do throws(FileError) { try Self.sendInput(to: connection) } catch {}
      connection.finishSending()
    }
    guard let sender else { throw FileError(.write, address.text, because: "no thread is left") }
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
    let reader: any LineEditing.LineReader
    if LineEditor.isUsable {
      guard
        let editor = LineEditor(
          program: "parlor", historyFile: options.profile.history.map { HistoryFile($0) })
      else { throw FileError(.read, "the terminal", because: "it cannot be used") }
      editor.usesColor = options.isColored
      reader = editor
    } else {
      guard let plain = PlainLineReader() else {
        throw FileError(.read, "the terminal", because: "it cannot be used")
      }
      reader = plain
    }
    let (printer, end) = (reader.externalPrinter, RemoteEnd())
    let listener = Thread.start {
      Self.show(connection, printer)
      end.note()
      printer.print("The daemon has ended the session.")
    }
    guard let listener else { throw FileError(.read, address.text, because: "no thread is left") }
    listener.detach()
    while !end.isReached {
      switch reader.readLine(prompt: "\(address.text)> ") {
      case .line(let bytes): try connection.send((bytes + [0x0A])[...])
      case .interrupted: continue
      case .endOfInput, .hangUp: return .fine
      case .terminated(let number):
        reader.releaseTerminal()
        signal(number, SIG_DFL)
        raise(number)
        return .interrupted
      }
    }
    return .fine
  }

  /// Posts whole lines as they come, until the end.
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

/// Whether the other side has ended the session.
private final class RemoteEnd: Sendable {
  private let flag = Atomic(false)

  var isReached: Bool { flag.load(ordering: .relaxed) }

  func note() { flag.store(true, ordering: .relaxed) }
}
