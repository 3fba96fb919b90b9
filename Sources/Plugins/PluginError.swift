package import ParlorKit
package import Platform

/// Why a plugin could not do what it was asked, as a fact.
package enum PluginError: Error, Equatable {
  /// It could not be started.
  case notStarted(FileError)
  /// It ended while it was asked for something.
  case stopped(Subprocess.Ending, during: String, stderr: String)
  /// It gave no answer in time.
  case late(milliseconds: Int64, during: String)
  /// The user wanted no answer any more.
  case interrupted(during: String)
  /// What it wrote is no answer.
  case garbled(String, during: String)
  /// Its answer is longer than the limit.
  case oversize(Int, during: String)
  /// It speaks another protocol.
  case otherProtocol(Int)
  /// What it says of itself cannot be used.
  case badDefinition(String)
  /// A move that was made before is not made again as it was.
  case diverged(String)
  /// It refused.
  case refused(GameError)
}

extension PluginError {
  /// The failure as the refusal of a line.
  package func refusal(of name: String) -> GameError {
    if case .refused(let refusal) = self { return refusal }
    return GameError(.plugin, "the plugin \(name) \(clause)", help: help)
  }

  /// What the plugin did, after its name.
  package var clause: String {
    switch self {
    case .notStarted(let failure): "does not start: \(failure.message)"
    case .stopped(let ending, let request, _): "\(ending.clause) during `\(request)`"
    case .late(let milliseconds, let request):
      "gave no answer to `\(request)` within \(Self.seconds(milliseconds)) and was ended"
    case .interrupted(let request): "was interrupted during `\(request)` and was ended"
    case .garbled(let reason, let request): "gave no proper answer to `\(request)`: \(reason)"
    case .oversize(let limit, let request):
      "gave an answer to `\(request)` of more than \(limit.grouped) bytes and was ended"
    case .otherProtocol(let number):
      "speaks protocol \(number), and this program protocol \(PluginProcess.protocolNumber)"
    case .badDefinition(let reason): "declares a game that cannot be: \(reason)"
    case .diverged(let line): "does not repeat `\(line)` as it was played"
    case .refused(let refusal): "refused: \(refusal.message)"
    }
  }

  private var help: [String] {
    guard case .stopped(_, _, let stderr) = self,
      let last = stderr.split(separator: "\n").last(where: { !$0.allSatisfy(\.isWhitespace) })
    else { return [] }
    return ["its last words: \(PluginText.line(String(last.suffix(200))))"]
  }

  private static func seconds(_ milliseconds: Int64) -> String {
    switch milliseconds {
    case 1000: "a second"
    case let time where time % 1000 == 0: "\(time / 1000) seconds"
    default: "\(milliseconds) milliseconds"
    }
  }
}

extension Subprocess.Ending {
  fileprivate var clause: String {
    switch self {
    case .exited(let code): "stopped with exit code \(code)"
    case .signaled(let signal): "was stopped by signal \(signal)"
    }
  }
}
