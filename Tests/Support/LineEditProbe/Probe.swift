import LibC
import LineEditing

/// The loop of the probe.
struct Probe {
  let reader: any LineReader
  let prompt: String

  /// Reads lines until the end, and returns the exit status, which says how it ended even if nothing
  /// can be printed.
  func run(as kind: String) -> Int32 {
    Self.say("reader \(kind)")
    while true {
      let input = reader.readLine(prompt: prompt)
      if case .line(let bytes) = input {
        // Lines that were pasted together end with one Enter.
        for part in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
          let line = String(decoding: part, as: UTF8.self)
          if line == "quit" { return 0 }
          perform(line)
        }
      } else if let status = report(input) {
        return status
      }
    }
  }

  /// Prints why there is no line; returns an exit status at the end.
  private func report(_ input: LineInput) -> Int32? {
    switch input {
    case .line: return nil
    case .interrupted:
      Self.say("<interrupted>")
      return nil
    case .endOfInput:
      Self.say("<end>")
      return 10
    case .hangUp: return 11
    case .terminated(let signal):
      Self.say("<terminated \(signal)>")
      return 12
    }
  }

  private func perform(_ command: String) {
    switch command {
    case "spin":
      // Runs until Ctrl-C.
      let isInterrupted = reader.interruptCheck()
      say("spinning")
      while !isInterrupted() {
        sched_yield()
      }
      say("stopped")
    case "hold":
      // Runs until SIGUSR1, and does nothing else.
      var awaited = sigset_t()
      sigemptyset(&awaited)
      sigaddset(&awaited, SIGUSR1)
      var signal: Int32 = 0
      say("holding")
      sigwait(&awaited, &signal)
      say("released")
    case "child":
      // Acts like a pager.
      reader.withCookedTerminal {
        say("child asks")
        var bytes: [UInt8] = Array(repeating: 0, count: 100)
        let count = read(STDIN_FILENO, &bytes, bytes.count)
        say("child read [\(String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self))]")
      }
    case "cook":
      // Leaves the modes as a killed program does.
      var modes = termios()
      tcgetattr(STDIN_FILENO, &modes)
      modes.c_lflag |= tcflag_t(ICANON) | tcflag_t(ECHO)
      tcsetattr(STDIN_FILENO, TCSANOW, &modes)
      say("cooked")
    case "password":
      let input = reader.readSecret(prompt: "password: ")
      if case .line(let bytes) = input {
        say("secret [\(String(decoding: bytes, as: UTF8.self))] \(bytes.count)")
      } else if let status = report(input) {
        exit(status)
      }
    case "pid": say("pid \(getpid()).")
    case "die":
      reader.releaseTerminal()
      signal(SIGTERM, SIG_DFL)
      raise(SIGTERM)
    case "leave":
      // Runs no deinitialisers.
      exit(5)
    default:
      say("got [\(command)] \(command.utf8.count)")
    }
  }

  private func say(_ text: String) { Self.say(text) }

  static func say(_ text: String) {
    let bytes = Array((text + "\n").utf8)
    _ = write(STDOUT_FILENO, bytes, bytes.count)
  }
}
