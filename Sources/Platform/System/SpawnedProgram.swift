import LibC

/// A program to be started with streams of its own, default signal handlers and an empty signal
/// mask, whatever this program has.
struct SpawnedProgram {
  private let path: String
  private let arguments: [String]
  private let leadsGroup: Bool

  /// How often, and after how many milliseconds each time, a program that is being written is tried
  /// again.
  private static let patience = 50
  private static let pause: Int32 = 4

  /// - Parameter leadsGroup: whether it gets a process group of its own, so that the keys of the
  ///   terminal do not reach it and all it starts can be killed with it.
  init(_ path: String, _ arguments: [String], leadsGroup: Bool) {
    self.path = path
    self.arguments = arguments
    self.leadsGroup = leadsGroup
  }

  /// Starts it.
  ///
  /// - Returns: its process number.
  func start(input: Int32, output: Int32, error: Int32) throws(FileError) -> Int32 {
    #if !canImport(Darwin)
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #else
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, error, STDERR_FILENO)
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setpgroup(&attributes, 0)
    let group = leadsGroup ? Int16(POSIX_SPAWN_SETPGROUP) : 0
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF) | group)
    var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    var child: pid_t = 0
    var number = posix_spawn(&child, path, &actions, &attributes, words, environ)
    // Somebody has just written the program: for a moment, a process begun meanwhile elsewhere
    // may still have it open for writing.
    for _ in 0..<Self.patience where number == ETXTBSY {
      _ = poll(nil, 0, Self.pause)
      number = posix_spawn(&child, path, &actions, &attributes, words, environ)
    }
    guard number == 0 else { throw FileError(.start, path, number: number) }
    return child
  }
}
