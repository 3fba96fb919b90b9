import ParlorKit
import Scenarios

@testable import ParlorEngine

/// A session with a language of its own, so that these tests depend on no game.
///
/// `say A|B` replies the lines A and B, `fail CODE` refuses with two lines of help, `json CODE` does
/// so as JSON, `refuse exec`, `refuse network` and `refuse files` refuse as without permission, `count` counts, `random` replies 18 digits, never the same twice, `quit` ends the session; all
/// `write FILE A|B` writes a file and `cat FILE` shows it; all else replies nothing. There is one plugin, `toys`.
final class ToySession {
  private var count = 0
  private var files: [String: [UInt8]] = [:]

  private func contents(of name: String) -> Transcription {
    var result = Transcription()
    result.text = files[name] ?? Array("error[io]: there is no \(name)\n".utf8)
    if files[name] == nil { result.code = .io }
    return result
  }

  /// A fresh session for each file.
  static let make: @Sendable (String) -> ScenarioSession = { _ in
    let toy = ToySession()
    var session = ScenarioSession(
      transcribe: { toy.transcribe($0) },
      meets: { [.plugin("toys"), .platform("linux")].contains($0) })
    session.contents = { toy.contents(of: $0) }
    session.attach = { name, bytes in
      if name.contains("..") { return "cannot write \(name)" }
      toy.files[name] = bytes
      return nil
    }
    return session
  }

  func transcribe(_ line: ArraySlice<UInt8>) -> Transcription {
    let text = String(decoding: line, as: UTF8.self)
    let words = text.split(separator: " ", maxSplits: 1).map(String.init)
    var result = Transcription()
    switch words.first {
    case "say":
      let rest = words.count > 1 ? words[1] : ""
      result.text = Array((rest.replacing("|", with: "\n") + "\n").utf8)
    case "fail":
      let code = ErrorCode(rawValue: words.last ?? "") ?? .internal
      result.code = code
      result.text = Array("error[\(code.rawValue)]: it failed\n  first help\n  second help\n".utf8)
    case "json":
      result.code = ErrorCode(rawValue: words.last ?? "") ?? .internal
      result.text = Array("{\"id\":1,\"ok\":false,\"error\":{\"column\":7}}\n".utf8)
    case "refuse":
      result.code = .notNow
      result.lacks =
        switch words.last {
        case "network": [.processes, .network]
        case "files": .files
        default: .processes
        }
      result.text = Array("error[not-now]: refused\n".utf8)
    case "count":
      count += 1
      result.text = Array("count is \(count)\n".utf8)
    case "write":
      let parts = (words.last ?? "").split(separator: " ", maxSplits: 1).map(String.init)
      files[parts[0]] = Array((parts.last ?? "").replacing("|", with: "\n").utf8) + [0x0A]
    case "cat": return contents(of: words.last ?? "")
    case "random":
      let number = Int.random(in: 100_000_000_000_000_000..<1_000_000_000_000_000_000)
      result.text = Array("\(number)\n".utf8)
    case "quit": result.isOver = true
    default: break
    }
    return result
  }
}
