import LineEditing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The loop of the probe.
struct Probe {
  let reader: any LineReader
  let prompt: String

  /// Runs to the end and returns the exit status, which tells the end where nothing can be printed.
  func run(as kind: String) -> Int32 {
    say("reader \(kind)")
    while true {
      switch reader.readLine(prompt: prompt) {
      case .line(let bytes):
        let line = String(decoding: bytes, as: UTF8.self)
        if line == "quit" { return 0 }
        obey(line)
      case .interrupted: say("<interrupted>")
      case .endOfInput:
        say("<end>")
        return 10
      case .hangUp: return 11
      case .terminated(let signal):
        say("<terminated \(signal)>")
        return 12
      }
    }
  }

  private func obey(_ line: String) {
    switch line {
    case "spin":
      // Until Ctrl-C.
      let isInterrupted = reader.interruptCheck()
      say("spinning")
      while !isInterrupted() {
        sched_yield()
      }
      say("stopped")
    case "hold":
      // Until SIGUSR1, deaf to everything else.
      var awaited = sigset_t()
      sigemptyset(&awaited)
      sigaddset(&awaited, SIGUSR1)
      var signal: Int32 = 0
      say("holding")
      sigwait(&awaited, &signal)
      say("released")
    case "child":
      // As a pager would.
      reader.withCookedTerminal {
        say("child asks")
        var bytes: [UInt8] = Array(repeating: 0, count: 100)
        let count = read(STDIN_FILENO, &bytes, bytes.count)
        say("child read [\(String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self))]")
      }
    case "cook":
      // As a program does that was killed.
      var modes = termios()
      tcgetattr(STDIN_FILENO, &modes)
      modes.c_lflag |= tcflag_t(ICANON) | tcflag_t(ECHO)
      tcsetattr(STDIN_FILENO, TCSANOW, &modes)
      say("cooked")
    case "pid": say("pid \(getpid()).")
    case "die":
      reader.releaseTerminal()
      signal(SIGTERM, SIG_DFL)
      raise(SIGTERM)
    case "leave":
      // Past all deinitialisers.
      exit(5)
    default:
      say("got [\(line)] \(line.utf8.count)")
    }
  }

  private func say(_ text: String) {
    let bytes = Array((text + "\n").utf8)
    _ = write(STDOUT_FILENO, bytes, bytes.count)
  }
}
