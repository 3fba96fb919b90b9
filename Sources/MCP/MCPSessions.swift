import ParlorEngine
import ParlorKit
import Synchronization

/// The games of agents, each in its own session, found by handles.
///
/// A session has no access to files, programs or services. Whoever has its handle can play in it,
/// so handles cannot be guessed, and nothing lists them.
package final class MCPSessions {
  private let options: MCPOptions
  private let limit: CallLimit
  private var open: [String: Entry] = [:]

  private struct Entry {
    var interpreter: Interpreter
    /// The time of its last use, in milliseconds.
    var used: Int64
  }

  init(_ options: MCPOptions, _ limit: CallLimit) {
    self.options = options
    self.limit = limit
  }

  /// 128 random bits as 32 hexadecimal digits.
  package static func randomHandle() -> String {
    (0..<2).map { _ in UInt64.random(in: 0...UInt64.max).padded(to: 16, radix: 16) }.joined()
  }

  /// A session that has no handle yet.
  func make() throws(GameError) -> Interpreter {
    closeUnused()
    guard open.count < options.mostSessions else {
      throw GameError(
        .limit, "\(options.mostSessions.grouped) sessions are open, the maximum",
        help: ["`close` closes one that is no longer used"])
    }
    var settings = Settings(kinds: options.kinds)
    settings.seed = nil
    settings.clock = .real
    settings.format = .json
    settings.allowsAdvice = options.allowsAdvice
    settings.guardsChance = true
    // An agent is one person, whoever it plays for.
    settings.undoPolicy = .same
    let limit = limit
    settings.isInterrupted = { limit.isOver }
    settings.advice.isStopped = { limit.isOver }
    let interpreter = Interpreter(settings)
    interpreter.execute("set text on")
    return interpreter
  }

  /// Gives a session a handle.
  func add(_ interpreter: Interpreter) -> String {
    let handle = options.mint()
    open[handle] = Entry(interpreter: interpreter, used: options.now())
    return handle
  }

  func session(_ handle: String) throws(GameError) -> Interpreter {
    closeUnused()
    guard let entry = open[handle] else {
      throw GameError(
        .noGame, "there is no session with this handle",
        help: ["it was closed, or unused for \(idleTime); `new` opens another"])
    }
    open[handle]?.used = options.now()
    return entry.interpreter
  }

  /// Closes a session.
  func close(_ handle: String) { open[handle] = nil }

  private func closeUnused() {
    let oldest = options.now() - options.idleMilliseconds
    if open.values.contains(where: { $0.used < oldest }) {
      open = open.filter { $0.value.used >= oldest }
    }
  }

  /// The time after which a session is closed, in words.
  var idleTime: String {
    let minutes = Int(max(1, options.idleMilliseconds / 60_000))
    return minutes.isMultiple(of: 60)
      ? Plural(minutes / 60, "hour").text : Plural(minutes, "minute").text
  }
}

/// Stops calls that take too long, or that the client has cancelled.
final class CallLimit: Sendable {
  private let now: @Sendable () -> Int64
  private let duration: Int64
  private let isCancelled: @Sendable () -> Bool
  private let end = Atomic(Int64.max)

  init(_ options: MCPOptions) {
    now = options.now
    duration = options.callMilliseconds
    isCancelled = options.isCancelled
  }

  /// A call begins.
  func start() { end.store(now() + duration, ordering: .relaxed) }

  /// Whether the call is to stop. Any thread may ask.
  var isOver: Bool { now() >= end.load(ordering: .relaxed) || isCancelled() }
}
