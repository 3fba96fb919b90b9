import ArgumentParser
import Language
import Platform
import Scenarios

/// `parlor test`: runs scenarios.
struct TestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test", abstract: "Run scenarios and compare their replies.",
    usage: "parlor test [OPTIONS] PATH…",
    discussion: """
      A path is a scenario (*.scenario), a Markdown file with fenced `parlor` blocks (*.md), a \
      script with its golden output beside it (NAME.parlor, NAME.golden), or a folder of them. \
      FILE:LINE and FILE:LINE-LINE compare only these lines.

      A scenario is text in which lines after `> ` are commands and the lines under them, up to a \
      blank line, are the reply that is expected. `parlor --echo FILE` writes one; `parlor manual` \
      explains the patterns.

      The report stands in the order of the files, whatever is run when. Equal files give equal \
      reports. Which files failed last is kept in the profile (~/.local/state/parlor) for --failed.

      Exit codes: 0 all as expected, 1 not, 2 a wrong file or wrong arguments, 3 a report that \
      cannot be written.
      """)

  @Option(
    help: ArgumentHelp(
      "Only files whose path contains this text; may be given several times.", valueName: "text"))
  var filter: [String] = []

  @Flag(help: "Only files that failed when they were run last; all of them without a path.")
  var failed = false

  @Option(
    help: ArgumentHelp("Only part I of N parts; all parts are all files.", valueName: "i/n"))
  var shard: ScenarioSelection.Shard?

  @Option(
    help: ArgumentHelp(
      "Begin the files in an order by chance: a number, or none for a new order.",
      valueName: "seed"))
  var shuffle: SeedArgument?

  @Option(
    name: [.customShort("j", allowingJoined: true), .long],
    help: ArgumentHelp("How many files to run at once. Default: one a core.", valueName: "n"))
  var jobs: Int?

  @Option(name: .customLong("repeat"), help: ArgumentHelp("Run each file N times.", valueName: "n"))
  var rounds = 1

  @Option(
    help: ArgumentHelp(
      "Give up a command that does not reply within this time, such as 10s; 0s never.",
      valueName: "time"))
  var timeout = TimeArgument(milliseconds: 60_000)

  @Option(help: ArgumentHelp("Begin no more files after N have failed.", valueName: "n"))
  var maxFailures: Int?

  @Flag(help: "A known failure that passes is a failure.")
  var strict = false

  @Flag(help: "Rewrite the expectations that fail, after showing the difference.")
  var bless = false

  @Flag(name: .shortAndLong, help: "With --bless: ask for each difference.")
  var interactive = false

  @Flag(help: "List commands, options and error codes that no scenario touches.")
  var coverage = false

  @Option(
    help: ArgumentHelp(
      "Write a report for programs: tap, tap13, junit, json or github; `-` is standard output. May "
        + "be given several times. Under GitHub Actions, github is on by itself.",
      valueName: "form=file"))
  var report: [TestReportArgument] = []

  @Option(
    help: ArgumentHelp(
      "The folder that keeps which files failed. Default: ~/.local/state/parlor.",
      valueName: "dir"))
  var profile: String?

  @Flag(help: "Keep nothing.")
  var noProfile = false

  @ArgumentParser.Argument(
    help: ArgumentHelp("Files and folders.", valueName: "path"), completion: .file())
  var paths: [String] = []

  func validate() throws {
    if let jobs, !(1...Self.mostJobs ~= jobs) {
      throw ValidationError("`--jobs` takes a number from 1 to \(Self.mostJobs).")
    }
    if rounds < 1 { throw ValidationError("`--repeat` takes a number from 1 up.") }
    if let maxFailures, maxFailures < 1 {
      throw ValidationError("`--max-failures` takes a number from 1 up.")
    }
    if interactive && !bless { throw ValidationError("`--interactive` goes with `--bless`.") }
    if bless && rounds > 1 { throw ValidationError("`--bless` and `--repeat` do not go together.") }
    if failed && noProfile {
      throw ValidationError("`--failed` needs the profile that `--no-profile` turns off.")
    }
    if paths.isEmpty && !failed { throw ValidationError("Name the files or folders to test.") }
    if report.count(where: { $0.path == nil }) > 1 {
      throw ValidationError("Only one report can go to standard output.")
    }
  }

  private static let mostJobs = 1024

  func run() throws {
    var options = TestOptions(paths: paths)
    options.filters = filter
    options.onlyFailed = failed
    options.shard = shard
    options.shuffleSeed = shuffle.map { UInt64($0.value) }
    options.jobs = jobs
    options.rounds = rounds
    options.timeout = timeout.milliseconds
    options.maxFailures = maxFailures
    options.isStrict = strict
    options.blesses = bless
    options.asks = interactive
    options.showsCoverage = coverage
    options.reports = report
    options.profile = noProfile ? .none : .named(profile)
    TestRun(options).run().exit()
  }
}

extension ScenarioSelection.Shard: ExpressibleByArgument {
  /// The part that `I/N` names.
  public init?(argument: String) { self.init(argument) }
}

/// A span of time as an argument, such as `10s`.
struct TimeArgument: ExpressibleByArgument, CustomStringConvertible {
  /// The milliseconds.
  var milliseconds: Int

  init(milliseconds: Int) { self.milliseconds = milliseconds }

  init?(argument: String) {
    guard argument.first != "+", let milliseconds = Span.milliseconds(of: argument) else {
      return nil
    }
    self.milliseconds = milliseconds
  }

  var description: String {
    milliseconds % 1000 == 0 ? "\(milliseconds / 1000)s" : "\(milliseconds)ms"
  }
}

/// The value of `--report`: a form, and the file that it goes to.
struct TestReportArgument: ExpressibleByArgument {
  /// The form.
  let format: ReportFormat
  /// The path of the file; nothing for standard output.
  let path: String?

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = parts.first, let format = ReportFormat(rawValue: String(name)),
      parts.last?.isEmpty == false
    else { return nil }
    self.format = format
    path = parts.count == 2 && parts[1] != "-" ? String(parts[1]) : nil
  }

  /// A report on standard output.
  init(_ format: ReportFormat) {
    self.format = format
    path = nil
  }
}
