import ArgumentParser
import ParlorEngine
import Platform
import Scenarios

/// The value of `--seed`: a number, or `random`.
enum SeedArgument: ExpressibleByArgument {
  case number(Int)
  case random

  init?(argument: String) {
    if argument == "random" {
      self = .random
    } else if let number = Int(argument), 0...Seed.max ~= number {
      self = .number(number)
    } else {
      return nil
    }
  }

  /// The seed. A random one has at most ten digits, so that people can pass it on; it protects no
  /// secret.
  var value: Int {
    switch self {
    case .number(let number): number
    case .random: Int(UInt32.random(in: 0...UInt32.max))
    }
  }
}

extension Shard {
  /// Parses the value of `--shard`.
  static func argument(_ text: String) throws -> Shard {
    if let shard = Shard(text) { return shard }
    throw ValidationError(
      text.hasPrefix("auto")
        ? "`\(text)` needs the variables of a Slurm array, `SLURM_ARRAY_TASK_ID`, `_MIN` and `_COUNT`;"
          + " `auto/N` needs the first, 1 to N, or `JOB_COMPLETION_INDEX` of Kubernetes, 0 to N-1."
        : "`--shard` takes I/N with I from 1 to N, such as 1/3, or `auto` or `auto/N`.")
  }
}

/// The value of `--allow`: permissions of a file that runs as data.
struct AllowArgument: ExpressibleByArgument {
  /// The argument itself.
  let text: String
  let capabilities: Capabilities

  init?(argument: String) {
    var capabilities: Capabilities = []
    for word in argument.split(separator: ",", omittingEmptySubsequences: false) {
      switch word {
      case "exec": capabilities.insert(.processes)
      case "network": capabilities.insert(.network)
      default: return nil
      }
    }
    self.text = argument
    self.capabilities = capabilities
  }
}

/// The value of `--format`: a format of replies, or `gtp` for text in responses of the Go Text
/// Protocol, version 2.
struct OutputFormat: ExpressibleByArgument {
  /// The format of the replies themselves.
  var replies = ReplyFormat.text
  /// Whether each is framed as a response of the Go Text Protocol.
  var isFramed = false

  private static let framed = "gtp"
  static let allValueStrings = ReplyFormat.allCases.map(\.rawValue) + [framed]
  static let defaultCompletionKind = CompletionKind.list(allValueStrings)

  /// Plain text.
  init() {}

  init?(argument: String) {
    isFramed = argument == Self.framed
    guard !isFramed else { return }
    guard let replies = ReplyFormat(rawValue: argument) else { return nil }
    self.replies = replies
  }

  var defaultValueDescription: String { isFramed ? Self.framed : replies.rawValue }
}

/// The value of `--color`.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  case auto, always, never

  /// Whether to use colour. `auto` does unless `NO_COLOR` is set and not empty (no-color.org), or
  /// the terminal has no colour.
  var isOn: Bool {
    switch self {
    case .always: true
    case .never: false
    case .auto:
      (FileSystem.environment("NO_COLOR") ?? "").isEmpty && Terminal.hasEscapeSequences
    }
  }
}
