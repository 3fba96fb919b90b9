import ParlorKit
import Synchronization

/// The running processes of one plugin that wait for requests.
///
/// Whoever wants to ask takes a process out and puts it back. The one whose game stands where the
/// question is, or a little before, is preferred; there are as few as can be.
final class PluginPool: Sendable {
  private let program: PluginProgram
  private let limits: PluginLimits
  private let listener: PluginProcess.Listener
  private let idle = Mutex<[PluginProcess]>([])

  init(
    _ program: PluginProgram, limits: PluginLimits,
    listener: @escaping PluginProcess.Listener
  ) {
    self.program = program
    self.limits = limits
    self.listener = listener
  }

  deinit { end() }

  /// Takes a process out, for a state; started if none is free.
  func take(for state: PluginState?) throws(PluginError) -> PluginProcess {
    let found = idle.withLock { idle -> PluginProcess? in
      let index =
        state.flatMap { state in idle.lastIndex { state.isAhead(of: $0.position) } }
        ?? idle.lastIndex { $0.position == nil }
        ?? (idle.count >= limits.processes ? idle.startIndex : nil)
      return index.map { idle.remove(at: $0) }
    }
    if let found { return found }
    return try start()
  }

  /// A process that was just started.
  func start() throws(PluginError) -> PluginProcess {
    try PluginProcess(program, limits: limits, listener: listener)
  }

  /// Puts a process back, unless it has ended.
  func put(_ process: PluginProcess) {
    guard !process.hasEnded else { return }
    let surplus = idle.withLock { idle -> PluginProcess? in
      idle.append(process)
      return idle.count > limits.processes ? idle.removeFirst() : nil
    }
    surplus?.end()
  }

  /// What came on standard error last.
  var errorText: String { idle.withLock { $0.last?.errorText ?? "" } }

  /// How many processes wait.
  var count: Int { idle.withLock { $0.count } }

  /// Ends the processes that wait.
  func end() {
    let all = idle.withLock { idle in
      defer { idle = [] }
      return idle
    }
    for process in all { process.end() }
  }
}

extension PluginState {
  /// Whether a place is one that the moves of this state have passed, or reached.
  func isAhead(of position: PluginPosition?) -> Bool {
    guard let position, position.moves <= steps.count else { return false }
    return self.position(after: position.moves) == position
  }
}
