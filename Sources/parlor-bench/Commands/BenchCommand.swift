import ArgumentParser
import Platform

/// `parlor-bench bench`: CPU time of every workload, every contender in turn, in one run.
struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Measures CPU time and memory against peers, and prints a table.",
    discussion: """
      Every round runs every contender once, so that whatever else the machine does falls on all \
      of them; the figure is the median of the rounds. Peers that are not installed are left out.
      """)

  @Option(help: "The program to measure; by default the parlor beside this program.")
  var parlor: String?

  @Option(help: "Write the figures to this file as JSON.")
  var json: String?

  @Flag(help: "Fewer rounds and a tenth of the lines: a look, not a measurement.")
  var quick = false

  @Option(help: "Measure only workloads whose title contains this text.")
  var only: String?

  func run() throws {
    let folder = try FileSystem.makeTemporaryFolder()
    defer { FileSystem.remove(folder) }
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
