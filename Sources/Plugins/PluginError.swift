package import ParlorKit
package import Platform

/// Why a plugin failed.
package enum PluginError: Error, Equatable {
  /// The program does not start.
  case notStarted(FileError)
  /// The process ended during a request.
  case stopped(Subprocess.Ending, during: String, stderr: String)
  /// No answer came within the timeout.
  case late(milliseconds: Int64, during: String)
  /// The user interrupted the request.
  case interrupted(during: String)
  /// Its output is not a valid answer.
  case garbled(String, during: String)
  /// Its answer is longer than the limit.
  case oversize(Int, during: String)
  /// It speaks another protocol.
  case otherProtocol(Int)
  /// The definition of its game has an error.
  case badDefinition(String)
  /// A move of the log does not repeat as it was.
  case diverged(String)
  /// It refused the request.
  case refused(GameError)
}

extension PluginError {
  /// The error of the line that needed the plugin.
  package func gameError(of name: String) -> GameError {
    if case .refused(let error) = self { return error }
    return GameError(.plugin, "the plugin \(name) \(clause)", help: help)
  }

  /// The failure, after the name of the plugin.
  package var clause: String {
    switch self {
    case .notStarted(let failure): "does not start: \(failure.message)"
    case .stopped(let ending, let request, _): "\(ending.clause) during `\(request)`"
    case .late(let milliseconds, let request):
      "gave no answer to `\(request)` within \(Self.seconds(milliseconds)) and was stopped"
    case .interrupted(let request): "was interrupted during `\(request)` and was stopped"
    case .garbled(let reason, let request): "gave no valid answer to `\(request)`: \(reason)"
    case .oversize(let limit, let request):
      "gave an answer to `\(request)` of more than \(limit.grouped) bytes and was stopped"
    case .otherProtocol(let number):
      "speaks protocol \(number); this program speaks protocols 1 to \(PluginProcess.protocolNumber)"
    case .badDefinition(let reason): "declares an invalid game: \(reason)"
    case .diverged(let line): "gives another result when it repeats `\(line)`"
    case .refused(let error): "refused: \(error.message)"
    }
  }

  private var help: [String] {
    guard case .stopped(_, _, let stderr) = self,
      let last = stderr.split(separator: "\n").last(where: { !$0.allSatisfy(\.isWhitespace) })
    else { return [] }
    return ["its last line on standard error: \(PluginText.line(String(last.suffix(200))))"]
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

/// A violation of the protocol, as one clause.
package struct PluginProtocolError: Error, Equatable {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}

extension GameError {
  /// The error that an answer's `error` object describes.
  init(_ object: Value) {
    let code = object["code"]?.string.flatMap(ErrorCode.init(rawValue:)) ?? .plugin
    let message = PluginText.line(object["message"]?.string ?? "")
    self.init(code, message.isEmpty ? "refused without a reason" : message)
    if let index = object["place"]?["argument"]?.integer {
      place = .argument(index)
    } else if let name = object["place"]?["option"]?.string {
      place = .option(name)
    }
    let lines = object["help"]?.array ?? []
    help = lines.prefix(20).compactMap { $0.string.map(PluginText.line) }.filter { !$0.isEmpty }
  }
}
