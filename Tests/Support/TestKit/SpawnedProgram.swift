import CPseudoterminal
import LibC
import Synchronization

/// A program on a new terminal, started with posix_spawn(3), since Swift cannot call fork(2).
struct SpawnedProgram {
  let process: Int32
  let master: Int32

  /// Held until the terminal is closed on exec. Otherwise the program of another test could inherit
  /// it, and hanging up would not work.
  private static let one = Mutex<Void>(())

  init(
    _ program: String, _ arguments: [String], environment: [String: String],
    rows: UInt16, columns: UInt16
  ) throws(PseudoterminalError) {
    let result = Self.one.withLock { _ -> Result<SpawnedProgram, PseudoterminalError> in
      do throws(PseudoterminalError) {
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        var (master, slave): (Int32, Int32) = (-1, -1)
        var name: [CChar] = Array(repeating: 0, count: 1_024)
        // Not ptsname, which has one buffer for all threads.
        try Self.check("openpty", openpty(&master, &slave, &name, nil, &size) == 0 ? 0 : errno)
        defer { close(slave) }
        for descriptor in [master, slave] {
          _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }
        do throws(PseudoterminalError) {
          let process = try Self.spawn(program, arguments, environment, terminal: name)
          return .success(SpawnedProgram(process: process, master: master))
        } catch {
          close(master)
          throw error
        }
      } catch {
        return .failure(error)
      }
    }
    self = try result.get()
  }

  private init(process: Int32, master: Int32) {
    self.process = process
    self.master = master
  }

  /// The child leads a new session; the terminal it opens as its standard input becomes its
  /// controlling terminal, so that Ctrl-C reaches it. No signal is blocked or ignored in it,
  /// whatever the thread of the test has inherited.
  private static func spawn(
    _ program: String, _ arguments: [String], _ environment: [String: String], terminal: [CChar]
  ) throws(PseudoterminalError) -> Int32 {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    _ = cpty_close_from(&actions, 3)

    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    let flags =
      cpty_spawn_setsid | cpty_spawn_close_others
      | Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF)
    posix_spawnattr_setflags(&attributes, flags)

    let argv = CStrings([program] + arguments)
    let envp = CStrings(environment.map { "\($0.key)=\($0.value)" })
    var process: Int32 = 0
    let code = withExtendedLifetime((argv, envp)) {
      posix_spawn(&process, program, &actions, &attributes, argv.pointers, envp.pointers)
    }
    try check("posix_spawn of \(program)", code)
    return process
  }

  private static func check(_ call: String, _ code: Int32) throws(PseudoterminalError) {
    guard code != 0 else { return }
    throw PseudoterminalError(kind: .start(call: call, code: code), transcript: "")
  }
}

/// Strings in the form of `argv`, freed with the object.
private final class CStrings {
  /// Ends with a null pointer.
  let pointers: [UnsafeMutablePointer<CChar>?]

  init(_ strings: [String]) {
    pointers = strings.map { strdup($0) } + [nil]
  }

  deinit {
    for pointer in pointers {
      free(pointer)
    }
  }
}
