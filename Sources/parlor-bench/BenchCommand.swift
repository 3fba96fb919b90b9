import ArgumentParser
import Platform

/// The benchmarks of parlor and its peers, and a fuzzer.
@main
struct ParlorBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "parlor-bench",
    abstract: "Measures parlor against its peers and feeds it random lines.",
    subcommands: [
      BenchCommand.self, BenchFuzzCommand.self, BoardsCommand.self, ChancesCommand.self,
      TablesCommand.self,
    ],
    defaultSubcommand: BenchCommand.self)
}

/// `parlor-bench bench`: measures every workload with every competitor.
struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Measures CPU time and memory against peers and prints a table.",
    discussion: """
      Every round runs every program once, so that other load on the machine affects all of them. \
      The figures are medians over the rounds. Peers that are not installed are skipped.
      """)

  @Option(help: "The program to measure; the default is the parlor beside this program.")
  var parlor: String?

  @Option(help: "Write the figures as JSON to this file.")
  var json: String?

  @Flag(help: "Run fewer rounds and a tenth of the lines, for a quick impression.")
  var quick = false

  @Option(help: "Measure only workloads whose title contains this text.")
  var only: String?

  func run() throws {
    let folder = try FileSystem.makeTemporaryFolder()
    defer { FileSystem.removeTree(folder) }
    let bench = try Bench(
      parlor: parlor ?? ProgramPath.sibling("parlor"), folder: folder,
      scale: quick ? .quick : .full)
    var reports: [WorkloadReport] = []
    for workload in Workload.all where only.map(workload.title.contains) ?? true {
      note("measuring: \(workload.title)")
      reports.append(workload.report(bench))
    }
    try FileSystem.write(Array(ReportTable(reports).text.utf8), to: 1, named: "standard output")
    if let json { try FileSystem.write(ReportJSON(reports).bytes, to: json) }
  }

  private func note(_ text: String) {
    try? FileSystem.write(Array("\(text)\n".utf8), to: 2, named: "standard error")
  }
}
