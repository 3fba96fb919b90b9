import ArgumentParser

/// `parlor test`.
struct TestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test", abstract: "Run scenarios and compare their replies.")
}
