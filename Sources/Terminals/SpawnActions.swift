import CPseudoterminal
import LibC

/// What posix_spawn does in the child before the program begins.
package struct SpawnActions: ~Copyable {
  /// A call of the system that failed.
  package struct Failure: Error {
    package var call: String
    package var code: Int32

    package init(call: String, code: Int32) { (self.call, self.code) = (call, code) }
  }

  #if canImport(Darwin)
    private var actions: posix_spawn_file_actions_t?
    private var attributes: posix_spawnattr_t?
  #else
    private var actions = posix_spawn_file_actions_t()
    private var attributes = posix_spawnattr_t()
  #endif
  /// Ends that are the child's, closed here once it has them.
  private var ends: [Int32] = []

  package init() {
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
  }

  deinit {
    // Destroying takes the address of a variable; `self` is none any more.
    var (actions, attributes) = (actions, attributes)
    posix_spawn_file_actions_destroy(&actions)
    posix_spawnattr_destroy(&attributes)
    for end in ends { LibC.close(end) }
  }

  /// The two ends of a pipe. No other program inherits them, not even one that starts at this moment.
  package static func pipe() throws(Failure) -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    guard cpty_pipe(&ends) == 0 else { throw Failure(call: "pipe", code: errno) }
    return (ends[0], ends[1])
  }

  /// Opens a file as descriptor `number` of the child.
  package mutating func open(_ path: [CChar], as number: Int32, _ flags: Int32) {
    posix_spawn_file_actions_addopen(&actions, number, path, flags, 0)
  }

  /// Makes descriptor `number` of the child the same as another one.
  package mutating func duplicate(_ other: Int32, as number: Int32) {
    posix_spawn_file_actions_adddup2(&actions, other, number)
  }

  /// Leaves descriptor `number` of the child closed.
  package mutating func close(_ number: Int32) {
    posix_spawn_file_actions_addclose(&actions, number)
  }

  /// Makes descriptor `number` of the child the same as `end`, which is closed here once it has it.
  package mutating func pass(_ end: Int32, as number: Int32) {
    ends.append(end)
    duplicate(end, as: number)
  }

  /// Starts a program in which no signal is blocked or ignored, whatever this thread has
  /// inherited, and which holds no other descriptor.
  ///
  /// - Parameter leadsSession: whether the program is the first of a session of its own.
  package consuming func spawn(
    _ words: [String], environment: [String: String], leadsSession: Bool = false
  ) throws(Failure) -> Int32 {
    var flags = Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF) | cpty_spawn_close_others
    if leadsSession { flags |= cpty_spawn_setsid }
    _ = cpty_close_from(&actions, 3)
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, flags)

    let arguments = words.map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for pointer in arguments + variables { free(pointer) } }
    var process: Int32 = 0
    let code = posix_spawn(&process, words[0], &actions, &attributes, arguments, variables)
    guard code == 0 else { throw Failure(call: "posix_spawn of \(words[0])", code: code) }
    return process
  }
}
