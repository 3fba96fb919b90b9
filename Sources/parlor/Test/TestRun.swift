import GameCatalog
import Language
import ParlorKit
import Platform
import Scenarios
import Synchronization

/// What `parlor test` is asked for.
struct TestOptions {
  /// Files and folders.
  var paths: [String]
  /// Texts of which a path must contain one.
  var filters: [String] = []
  /// Whether only files that failed when they were run last are run.
  var onlyFailed = false
  /// The part that is run.
  var shard: ScenarioSelection.Shard?
  /// The seed of the order in which files are begun.
  var shuffleSeed: UInt64?
  /// How many files are run at once; nothing for one a core.
  var jobs: Int?
  /// How often each file is run.
  var rounds = 1
  /// After how many milliseconds a command is given up; 0 never.
  var timeout = 60_000
  /// After how many failures no more files are begun.
  var maxFailures: Int?
  /// Whether a known failure that passes is a failure.
  var isStrict = false
  /// Whether expectations that fail are rewritten.
  var blesses = false
  /// Whether each of them is asked for.
  var asks = false
  /// Whether what no scenario touches is listed.
  var showsCoverage = false
  /// Reports for programs.
  var reports: [TestReportArgument] = []
  /// Where the list of files that failed is kept.
  var profile = Profile.ofUser

  /// Everything as usual.
  init(paths: [String]) { self.paths = paths }
}

/// What `parlor test` does, once its arguments are read.
struct TestRun {
  private let asked: TestOptions
  private let kinds = GameCatalog.games.map(GameKind.init)

  init(_ asked: TestOptions) { self.asked = asked }

  /// Runs the files and writes the reports.
  func run() -> ExitStatus {
    var options = options
    var paths = asked.paths
    if asked.onlyFailed {
      let failed = knownFailures
      if paths.isEmpty {
        if failed.isEmpty { StandardOutput.complain("no scenario is known to have failed") }
        paths = failed
      }
      options.selection.files = Set(failed)
    }
    let progress = ProgressLine("files")
    options.onPlan = { progress.expect($0) }
    options.onResult = { progress.add(1, failed: $0.isPassed ? 0 : 1) }
    let coverage = asked.showsCoverage ? Coverage() : nil
    let runner = ScenarioRunner(options) { [kinds] in Self.session($0, kinds, coverage) }
    let report =
      asked.onlyFailed && paths.isEmpty
      ? ScenarioReport(faults: [], results: []) : runner.run(paths)
    progress.erase()
    keepFailures(of: report)
    write(report, seed: options.selection.shuffleSeed, coverage: coverage)
    return ExitStatus(rawValue: report.exitCode) ?? .failed
  }

  private var options: ScenarioOptions {
    var options = ScenarioOptions()
    options.jobs = asked.jobs ?? SystemInformation.coreCount
    options.rounds = asked.rounds
    options.timeout = asked.timeout
    options.maxFailures = asked.maxFailures
    options.isStrict = asked.isStrict
    options.selection.filters = asked.filters
    options.selection.shard = asked.shard
    options.selection.shuffleSeed = asked.shuffleSeed
    options.blesses = asked.blesses
    options.isInCI = Self.isSet("CI")
    if asked.asks {
      let question = TestQuestion()
      options.approves = { question.approves($0) }
    }
    return options
  }

  /// A session for a file of a folder; what it writes goes to a temporary folder.
  private static func session(
    _ folder: String, _ kinds: [GameKind], _ coverage: Coverage?
  ) -> ScenarioSession {
    let stop = StopFlag()
    var settings = Settings.program(kinds: kinds, isInterrupted: { stop.isRaised })
    settings.files = .scratch(reading: folder)
    settings.use(.ofOneSession)
    return ScenarioSession(Interpreter(settings), coverage: coverage, stop: { stop.raise() })
  }

  private static func isSet(_ variable: String) -> Bool {
    !(FileSystem.environment(variable) ?? "").isEmpty
  }

  private var knownFailures: [String] {
    do throws(FileError) {
      return try TestFailures(asked.profile).read()
    } catch {
      StandardOutput.end(with: error)
    }
  }

  private func keepFailures(of report: ScenarioReport) {
    do throws(FileError) {
      try TestFailures(asked.profile).update(report)
    } catch {
      StandardOutput.complain("which files failed is not kept: \(error.message)")
    }
  }

  /// Writes the reports. The one for people goes to standard output, or makes room there for one
  /// for programs and goes to standard error.
  private func write(_ report: ScenarioReport, seed: UInt64?, coverage: Coverage?) {
    var reports = asked.reports
    let isTaken = reports.contains { $0.path == nil }
    let descriptor: Int32 = isTaken ? 2 : 1
    var text = TextWriter(styled: Terminal.isTerminal(descriptor) && ColorChoice.auto.isOn)
    report.write(to: &text)
    if let seed, !report.results.isEmpty { text.write("begun in the order of --shuffle=\(seed)\n") }
    if let coverage { gaps(coverage).write(to: &text) }
    let isOnGitHub = FileSystem.environment("GITHUB_ACTIONS") == "true"
    if isOnGitHub && !reports.contains(where: { $0.format == .github }) {
      text.bytes += ReportFormat.github.bytes(of: report)
    }
    if isTaken {
      try? FileSystem.write(text.bytes, to: 2, named: "standard error")
    } else {
      StandardOutput.write(text.bytes)
    }
    reports.sort { $0.path != nil && $1.path == nil }
    for form in reports { write(form.format.bytes(of: report), to: form.path) }
  }

  private func write(_ bytes: [UInt8], to path: String?) {
    guard let path else { return StandardOutput.write(bytes) }
    do throws(FileError) {
      try FileSystem.write(bytes, to: path)
    } catch {
      StandardOutput.end(with: error)
    }
  }

  private func gaps(_ coverage: Coverage) -> [CoverageGap] {
    var settings = Settings.program(kinds: [])
    settings.use(.none)
    return coverage.gaps(
      hostCommands: Interpreter(settings).commandDeclarations, games: kinds.map(\.definition))
  }
}

/// Tells a command that runs for too long to end.
private final class StopFlag: Sendable {
  private let flag = Atomic(false)

  var isRaised: Bool { flag.load(ordering: .relaxed) }

  func raise() { flag.store(true, ordering: .relaxed) }
}
