import ArgumentParser
import Language

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
