import Pseudoterminal

extension Pseudoterminal {
  /// The program at a prompt: seed 0, no colour, and on top of the plain environment what is given.
  static func parlor(
    _ arguments: [String] = ["--seed", "0", "--color", "never"],
    environment: [String: String] = [:], columns: UInt16 = 100
  ) throws -> Pseudoterminal {
    let environment = plainEnvironment.merging(environment) { $1 }
    return try Pseudoterminal(
      try Program.path(), arguments, environment: environment, columns: columns)
  }
}
