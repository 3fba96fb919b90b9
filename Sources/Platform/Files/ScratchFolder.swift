import LibC
import Synchronization

/// A temporary folder that is created when first needed and removed with this object or when the
/// program ends, also by SIGINT, SIGTERM or SIGHUP.
package final class ScratchFolder: Sendable {
  private let made = Mutex<String?>(nil)

  package init() {}

  deinit {
    made.withLock { path in
      if let path { ScratchFolders.remove(path) }
    }
  }

  /// Removes all scratch folders, before a caught signal ends the program.
  package static func removeAll() { ScratchFolders.removeAll() }

  /// The path, if the folder exists.
  package var pathIfMade: String? { made.withLock { $0 } }

  /// The path; creates the folder if necessary.
  package func path() throws(FileError) -> String {
    try made.withLock { path throws(FileError) in
      if let path { return path }
      let new = try FileSystem.makeTemporaryFolder()
      ScratchFolders.add(new)
      path = new
      return new
    }
  }
}

/// The scratch folders that exist.
private enum ScratchFolders {
  private static let all = Mutex<Set<String>>([])
  /// The signals that end the program unless it catches them itself.
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  private static let removal: Void = {
    atexit { ScratchFolders.removeAll() }
    // A handler may not remove files: it tells a thread, which removes them and then ends the
    // program.
    guard let pipe = WakeupPipe() else { return }
    let thread = Thread.start {
      while SignalNote.number.load(ordering: .acquiring) == 0 { pipe.wait(milliseconds: -1) }
      removeAll()
      RunningPrograms.end()
      let number = SignalNote.number.load(ordering: .acquiring)
      signal(number, SIG_DFL)
      kill(getpid(), number)
    }
    guard let thread else { return }
    thread.detach()
    SignalNote.descriptor.store(pipe.writeEnd, ordering: .releasing)
    for number in signals where !isCaught(number) { signal(number, SignalNote.handler) }
  }()

  static func add(_ path: String) {
    _ = removal
    all.withLock { _ = $0.insert(path) }
  }

  static func remove(_ path: String) {
    // In this order, since the program may end in between.
    FileSystem.removeTree(path)
    all.withLock { _ = $0.remove(path) }
  }

  static func removeAll() {
    let paths = all.withLock { all in
      defer { all = [] }
      return all
    }
    for path in paths { FileSystem.removeTree(path) }
  }

  private static func isCaught(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return true }
    #if canImport(Darwin)
      return action.__sigaction_u.__sa_handler != nil
    #else
      return action.__sigaction_handler.sa_handler != nil
    #endif
  }
}

/// The only memory that the signal handler uses.
enum SignalNote {
  fileprivate static let descriptor = Atomic<Int32>(-1)
  fileprivate static let number = Atomic<Int32>(0)

  /// Passes a signal to the thread that removes the scratch folders and then ends the program;
  /// false if there is none.
  static func take(_ signal: Int32) -> Bool {
    guard descriptor.load(ordering: .acquiring) >= 0, number.load(ordering: .relaxed) >= 0,
      signal > 0
    else { return false }
    handler(signal)
    return true
  }

  fileprivate static let handler: @convention(c) (Int32) -> Void = { signal in
    let code = errno
    SignalNote.number.store(signal, ordering: .releasing)
    var byte: UInt8 = 1
    _ = write(SignalNote.descriptor.load(ordering: .acquiring), &byte, 1)
    errno = code
  }
}
