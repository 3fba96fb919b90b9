import Fuzzing
import ParlorKit

/// Words for what a fuzz run found.
enum FuzzReport {
  /// How many lines were fed, how fast, and what became of them.
  static func summary(_ tally: FuzzTally, seed: UInt64, seconds: Double) -> String {
    let rate = Int(Double(tally.lines) / max(seconds, 1e-9))
    let codes = ErrorCode.allCases.compactMap { code in
      tally.rejected[code].map { "  \(code.rawValue): \($0.grouped)" }
    }
    let head =
      "\(tally.lines.grouped) lines, seed \(seed), \(rate.grouped) lines per CPU-second, no fault"
    return ([head, "  accepted: \(tally.accepted.grouped)"] + codes).joined(separator: "\n")
  }

  /// What is wrong, where, and with which lines before it.
  static func failure(_ failure: FuzzFinding, seed: UInt64, batch: Int) -> String {
    let last = failure.lines.suffix(12).map { "  \(escaped($0))" }
    let head = "fault in batch \(batch) of seed \(seed), line \(failure.lines.count) of its session"
    return
      (["\(head): \(failure.violation.message)", "the last lines:"] + last
      + ["the reply:", "  \(escaped(failure.reply))"]).joined(separator: "\n")
  }

  /// Bytes as printable ASCII, with `\xHH` for what is not.
  private static func escaped(_ bytes: [UInt8]) -> String {
    let shown = bytes.prefix(400).map { byte in
      switch byte {
      case UInt8(ascii: "\n"): "\\n"
      case UInt8(ascii: "\\"): "\\\\"
      case 0x20..<0x7F: String(UnicodeScalar(byte))
      default: "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }
    return shown.joined() + (bytes.count > 400 ? "… (\(bytes.count) bytes)" : "")
  }
}
