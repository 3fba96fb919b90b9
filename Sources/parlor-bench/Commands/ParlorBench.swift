import ArgumentParser

/// The measuring and fuzzing companion of `parlor`.
@main
struct ParlorBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "parlor-bench",
    abstract: "Measures parlor against its peers, and feeds it random lines.",
    subcommands: [BenchCommand.self, FuzzCommand.self],
    defaultSubcommand: BenchCommand.self)
}
