import CPseudoterminal
import LibC

/// A program running on a terminal of its own, and the hands and eyes of who sits before it.
///
/// Nothing here waits for a time to pass: every wait is for something the program does, with a
/// limit that only a failure reaches. Everything the program writes is read whenever anything is
/// waited for, so it never blocks on a full terminal. Not `Sendable`: one test, one terminal.
package final class Pseudoterminal {
  /// How long to wait for anything, unless told otherwise: long, for a machine with much to do.
  package static let patience: Duration = .seconds(30)

  /// Everything the program has written so far.
  package private(set) var transcript: [UInt8] = []
  /// What is to be seen on the terminal now.
  package internal(set) var screen: Screen
  /// The process: the leader of its own session, whose terminal this is.
  package let process: Int32

  let master: MasterEnd
  var status: Status?
  /// Where in the transcript the next `expect` begins to look.
  var expected = 0

  /// Runs `program`, a path, on a new terminal of this size, with just this environment.
  package init(
    _ program: String, _ arguments: [String] = [],
    environment: [String: String] = Pseudoterminal.plainEnvironment,
    rows: UInt16 = 24, columns: UInt16 = 80
  ) throws(PseudoterminalError) {
    let spawned = try Spawned(
      program, arguments, environment: environment, rows: rows, columns: columns)
    process = spawned.process
    master = MasterEnd(descriptor: spawned.master)
    screen = Screen(rows: Int(rows), columns: Int(columns))
  }

  /// Kills the program, if it is still there, and everything else on the terminal by hanging up.
  deinit {
    if status == nil {
      kill(process, SIGKILL)
      var code: Int32 = 0
      while waitpid(process, &code, 0) == -1 && errno == EINTR {}
    }
    master.close()
  }

  /// What is set when nothing is asked for: a terminal with an entry, UTF-8, and no home.
  package static var plainEnvironment: [String: String] {
    [
      "HOME": "/nonexistent", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin", "TERM": "xterm",
    ]
  }

  /// Everything written so far, as text.
  package var text: String {
    String(decoding: transcript, as: UTF8.self)
  }

  /// Notes what the program has written.
  func record(_ bytes: [UInt8]) {
    transcript += bytes
    screen.show(bytes)
  }
}
