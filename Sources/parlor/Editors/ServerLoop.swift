import LanguageServer
import LibC
import ParlorKit
import Platform
import Synchronization

/// Carries messages between standard input, a language server and standard output.
///
/// A thread reads the input, so that a message can stop a test that it makes worthless.
struct ServerLoop {
  private var server: LanguageServer
  private let mailbox: Mailbox

  /// How long the input must rest before a document is tested, in milliseconds.
  private static let pause = 15

  init(_ server: LanguageServer) {
    self.server = server
    mailbox = Mailbox(cancellation: server.cancellation)
  }

  /// Serves until the client says `exit` or the input ends.
  consuming func run() -> ExitStatus {
    var server = server
    guard let wakeup = WakeupPipe(), Self.startReader(mailbox, wakeup) else {
      StandardOutput.complain("cannot start a thread")
      return .failed
    }
    while true {
      switch mailbox.next() {
      case .message(let message):
        Self.send(server.receive(message))
        if let code = server.exitCode { return ExitStatus(rawValue: code) ?? .failed }
      case .end(let error):
        if let error { Self.send([.malformed(id: .null, error: error)]) }
        return .failed
      case .nothing where server.hasWork:
        wakeup.wait(milliseconds: Self.pause)
        if mailbox.isQuiet() { Self.send(server.settle()) }
      case .nothing: wakeup.wait(milliseconds: -1)
      }
    }
  }

  private static func send(_ messages: [RPCMessage]) {
    StandardOutput.write(messages.flatMap(MessageFraming.framed))
  }

  private static func startReader(_ mailbox: Mailbox, _ wakeup: WakeupPipe) -> Bool {
    let thread = Thread.start {
      var framing = MessageFraming()
      var block = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = block.withUnsafeMutableBytes { FileSystem.read(STDIN_FILENO, into: $0) }
        guard count > 0 else { break }
        do throws(RPCError) {
          mailbox.add(try framing.take(block[..<count]))
        } catch {
          mailbox.end(error)
          wakeup.wake()
          return
        }
        wakeup.wake()
      }
      mailbox.end(nil)
      wakeup.wake()
    }
    thread?.detach()
    return thread != nil
  }
}

/// The messages that were read and not yet taken.
private final class Mailbox: Sendable {
  private struct State {
    var messages: [RPCMessage] = []
    /// Why the input is at its end; an error if it cannot be read on.
    var end: RPCError??
  }

  enum Delivery {
    case message(RPCMessage)
    case end(RPCError?)
    case nothing
  }

  private let state = Mutex(State())
  private let cancellation: StopFlag

  /// - Parameter cancellation: is raised when a message comes.
  init(cancellation: StopFlag) { self.cancellation = cancellation }

  func add(_ messages: [RPCMessage]) {
    guard !messages.isEmpty else { return }
    state.withLock { state in
      state.messages += messages
      cancellation.set(true)
    }
  }

  func end(_ error: RPCError?) {
    state.withLock { state in
      state.end = .some(error)
      cancellation.set(true)
    }
  }

  func next() -> Delivery {
    state.withLock { state in
      if !state.messages.isEmpty { return .message(state.messages.removeFirst()) }
      if let end = state.end { return .end(end) }
      return .nothing
    }
  }

  /// Whether nothing has come since, so that a test may begin.
  func isQuiet() -> Bool {
    state.withLock { state in
      guard state.messages.isEmpty, state.end == nil else { return false }
      cancellation.set(false)
      return true
    }
  }
}
