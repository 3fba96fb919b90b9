import ArgumentParser
import Language
import Platform

/// The value of `--seed`: a number, or `random`.
enum SeedArgument: ExpressibleByArgument {
  case number(Int)
  case random

  init?(argument: String) {
    if argument == "random" {
      self = .random
    } else if let number = Int(argument), 0...Seed.most ~= number {
      self = .number(number)
    } else {
      return nil
    }
  }

  /// The seed. A random one has at most ten digits, so that it can be told to somebody.
  var value: Int {
    switch self {
    case .number(let number): number
    case .random: Int(UInt32.random(in: 0...UInt32.max))
    }
  }
}

/// How the program writes replies.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json
  /// Text in responses of the Go Text Protocol, version 2.
  case gtp

  /// What stands in a reply.
  var replies: ReplyFormat { self == .json ? .json : .text }
}

/// When the prompt has colour.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  case auto, always, never

  /// Whether it has. `auto`: unless `NO_COLOR` is set to something (no-color.org) or the terminal
  /// is a dumb one.
  var isOn: Bool {
    switch self {
    case .always: true
    case .never: false
    case .auto:
      (FileSystem.environment("NO_COLOR") ?? "").isEmpty
        && !["", "dumb"].contains(FileSystem.environment("TERM") ?? "")
    }
  }
}
