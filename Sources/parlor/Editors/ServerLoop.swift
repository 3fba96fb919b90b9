import JSONRPC
import LanguageServer
import LibC
import ParlorKit
import Platform
import Synchronization

/// Carries messages between standard input, a language server and standard output.
///
/// One thread reads the input, and another one tests a document, so that requests are answered
/// meanwhile and a change stops a test that it makes obsolete.
struct ServerLoop {
  private var server: LanguageServer
  private let mailbox = Mailbox()

  /// How long the input must rest before a document is tested, in milliseconds.
  private static let pause = 15
  /// How long the end of the program waits for a stopped test, in milliseconds.
  private static let patience = 1000

  init(_ server: LanguageServer) { self.server = server }

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
        guard let code = server.exitCode else { continue }
        end(server, wakeup)
        return ExitStatus(rawValue: code) ?? .failed
      case .tested(let test, let found): Self.send(server.finish(test, found))
      case .end(let error):
        if let error { Self.send([.malformed(id: .null, error: error)]) }
        end(server, wakeup)
        return .failed
      case .nothing where server.hasWork:
        wakeup.wait(milliseconds: Self.pause)
        if mailbox.isQuiet, let test = server.nextTest() { start(test, wakeup) }
      case .nothing: wakeup.wait(milliseconds: -1)
      }
    }
  }

  private func start(_ test: DocumentTest, _ wakeup: WakeupPipe) {
    let run = { @Sendable [mailbox] in
      mailbox.add(test, test.findings())
      wakeup.wake()
    }
    if let thread = Thread.start(run) { thread.detach() } else { run() }
  }

  /// Stops the running test, so that it leaves no program behind.
  private func end(_ server: LanguageServer, _ wakeup: WakeupPipe) {
    let end = SystemClock.monotonic + Int64(Self.patience)
    server.stopTest()
    while server.isTesting, !mailbox.hasResult, SystemClock.monotonic < end {
      wakeup.wait(milliseconds: Self.pause)
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

/// The deliveries of the other threads that were not taken yet.
private final class Mailbox: Sendable {
  private struct State {
    var messages: [RPCMessage] = []
    /// How many of the messages were taken.
    var taken = 0
    /// Why the input has ended; an error if it cannot be read.
    var end: RPCError??
    var result: (test: DocumentTest, found: [Finding]?)?
  }

  enum Delivery {
    case message(RPCMessage)
    case tested(DocumentTest, [Finding]?)
    case end(RPCError?)
    case nothing
  }

  private let state = Mutex(State())

  func add(_ messages: [RPCMessage]) { state.withLock { $0.messages += messages } }

  func add(_ test: DocumentTest, _ found: [Finding]?) {
    state.withLock { $0.result = (test, found) }
  }

  func end(_ error: RPCError?) { state.withLock { $0.end = .some(error) } }

  /// Messages come first: one may make the result obsolete.
  func next() -> Delivery {
    state.withLock { state in
      if state.taken < state.messages.count {
        defer { state.taken += 1 }
        return .message(state.messages[state.taken])
      }
      state.messages = []
      state.taken = 0
      if let (test, found) = state.result {
        state.result = nil
        return .tested(test, found)
      }
      if let end = state.end { return .end(end) }
      return .nothing
    }
  }

  var hasResult: Bool { state.withLock { $0.result != nil } }

  /// Whether no message waits, so that a test may begin.
  var isQuiet: Bool { state.withLock { $0.taken == $0.messages.count && $0.end == nil } }
}
