import LibC
import LineEditing

/// The loop of the probe.
struct Probe {
  let reader: any LineReader
  let prompt: String

  /// Runs to the end and returns the exit status, which tells the end where nothing can be printed.
  func run(as kind: String) -> Int32 {
    Self.say("reader \(kind)")
    while true {
      let input = reader.readLine(prompt: prompt)
      if case .line(let bytes) = input {
        let line = String(decoding: bytes, as: UTF8.self)
        if line == "quit" { return 0 }
        obey(line)
      } else if let status = report(input) {
        return status
      }
    }
  }

  /// Tells why there is no line; an end has an exit status.
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
      // Past all deinitialisers.
      exit(5)
    default:
      say("got [\(line)] \(line.utf8.count)")
    }
  }

  private func say(_ text: String) { Self.say(text) }

  static func say(_ text: String) {
    let bytes = Array((text + "\n").utf8)
    _ = write(STDOUT_FILENO, bytes, bytes.count)
  }
}
