import ParlorKit
import Platform
import Scenarios
import Synchronization

/// Asks for each difference whether it is to be blessed, on standard error; the answers come from
/// standard input.
final class TestQuestion: Sendable {
  /// What holds from now on.
  private enum Mood {
    case asking, yes, no
  }

  private let mood = Mutex(Mood.asking)
  private let isStyled = Terminal.isTerminal(2) && ColorChoice.auto.isOn

  /// Whether the expectation of a failure is to be rewritten.
  func approves(_ failure: ScenarioFailure) -> Bool {
    mood.withLock { mood in
      if mood == .asking {
        var text = TextWriter(styled: isStyled)
        failure.write(to: &text)
        tell(text.bytes)
      }
      while mood == .asking {
        tell(Array("Bless it? [y]es, [n]o, [a]ll that follow, [q]uit: ".utf8))
        switch answer() {
        case "y", "yes": return true
        case "n", "no": return false
        case "a", "all": mood = .yes
        case "q", "quit", nil: mood = .no
        default: continue
        }
      }
      return mood == .yes
    }
  }

  /// A line of standard input; nothing at its end. Byte by byte, so that nothing is read ahead.
  private func answer() -> String? {
    var bytes: [UInt8] = []
    while let byte = FileSystem.readByte(from: 0) {
      if byte == 0x0A { return String(decoding: bytes, as: UTF8.self).lowercased() }
      if byte != 0x0D && byte != 0x20 { bytes.append(byte) }
    }
    return nil
  }

  private func tell(_ bytes: [UInt8]) {
    try? FileSystem.write(bytes, to: 2, named: "standard error")
  }
}
