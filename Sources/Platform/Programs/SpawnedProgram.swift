import LibC

/// A program to start with its own streams, default signal handlers and an empty signal mask.
struct SpawnedProgram {
  private let path: String
  private let arguments: [String]
  private let leadsGroup: Bool

  /// How often, and after how many milliseconds, to retry a program that is being written.
  private static let maxRetries = 50
  private static let pause: Int32 = 4

  /// - Parameter leadsGroup: whether it leads a new process group, so that Ctrl-C at the terminal
  ///   does not reach it and it can be killed with everything it starts.
  init(_ path: String, _ arguments: [String], leadsGroup: Bool) {
    self.path = path
    self.arguments = arguments
    self.leadsGroup = leadsGroup
  }

  /// Starts the program and returns its process number.
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
    // The program may still be open for writing in a process that was just forked elsewhere.
    for _ in 0..<Self.maxRetries where number == ETXTBSY {
      _ = poll(nil, 0, Self.pause)
      number = posix_spawn(&child, path, &actions, &attributes, words, environ)
    }
    guard number == 0 else { throw FileError(.start, path, number: number) }
    return child
  }
}

/// The two ends of a pipe that no child inherits. Their numbers are above those of the standard
/// streams.
struct PipeEnds {
  let read: Int32
  let write: Int32

  /// - Parameter path: the program to name in an error.
  init(for path: String) throws(FileError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw FileError(.start, path) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    for index in ends.indices where ends[index] < 3 {
      let moved = fcntl(ends[index], F_DUPFD_CLOEXEC, 3)
      close(ends[index])
      ends[index] = moved
    }
    (read, write) = (ends[0], ends[1])
    #if canImport(Darwin)
      _ = fcntl(write, F_SETNOSIGPIPE, 1)
    #endif
  }
}

/// Writes to pipes whose reader may have closed them.
enum BrokenPipe {
  /// Runs a write without the SIGPIPE of a closed pipe; the error EPIPE remains.
  static func ignored(_ body: () -> Int) -> Int {
    #if !canImport(Darwin)
      var pipe = sigset_t()
      var before = sigset_t()
      var pending = sigset_t()
      sigemptyset(&pipe)
      sigaddset(&pipe, SIGPIPE)
      sigpending(&pending)
      let wasPending = sigismember(&pending, SIGPIPE) == 1
      pthread_sigmask(SIG_BLOCK, &pipe, &before)
      let count = body()
      let number = errno
      if count < 0, number == EPIPE, !wasPending {
        var none = timespec()
        while sigtimedwait(&pipe, nil, &none) < 0 && errno == EINTR {}
      }
      pthread_sigmask(SIG_SETMASK, &before, nil)
      errno = number
      return count
    #else
      return body()
    #endif
  }
}

/// Runs a shell command on the terminal of the program.
package enum ShellCommand {
  /// Runs a command with `input` as its standard input, and waits until it ends. It may stop
  /// reading early.
  ///
  /// - Returns: whether the command ended with exit code 0.
  package static func run(_ command: String, input: [UInt8]) -> Bool {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return false }
    _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
    let child = try? SpawnedProgram("/bin/sh", ["-c", command], leadsGroup: false)
      .start(input: ends[0], output: STDOUT_FILENO, error: STDERR_FILENO)
    close(ends[0])
    let before = signal(SIGPIPE, SIG_IGN)
    try? FileSystem.write(input, to: ends[1], named: command)
    close(ends[1])
    _ = signal(SIGPIPE, before)
    guard let child else { return false }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 {
      if errno != EINTR { return false }
    }
    return status == 0
  }
}
