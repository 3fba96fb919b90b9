import ArgumentParser
import LineSyntax
import ParlorEngine
import Platform
import Scenarios

/// `parlor test`: runs scenarios.
struct TestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test", abstract: "Run scenarios and compare their replies.",
    usage: "parlor test [OPTIONS] PATH…",
    discussion: """
      Examples:

        parlor test examples
        parlor test games.scenario:8
        parlor test --bless games.scenario

      A PATH is a scenario (*.scenario), a Markdown file with fenced `parlor` blocks (*.md), a script \
      with its golden output beside it (NAME.parlor, NAME.golden), or a folder of these. FILE:LINE \
      and FILE:LINE-LINE compare only these lines, and FILE:LINE[ROW] only with that row of parameters.

      A scenario is a text file: a line that starts with `> ` is a command, and the lines under it, \
      up to a blank line, are the expected reply. `parlor --echo FILE` writes one from a script. In a \
      reply `...` matches any lines and `<int>` any number; `parlor manual` lists all patterns.

      A file can read files below its own folder and write to a temporary one. It starts no \
      program, including plugins, and calls no service unless --allow permits it.

      Reports list the files in order and are reproducible. The list of failed files for --failed is \
      kept in the profile (~/.local/state/parlor).

      Exit codes: 0 everything passed, 1 something failed, 2 invalid file or arguments, 3 a report \
      or a blessed file cannot be written.
      """)

  @Option(
    help: ArgumentHelp(
      "Run only files whose path contains this text. Can be repeated.", valueName: "text"))
  var filter: [String] = []

  @Option(
    help: ArgumentHelp("Run only files with this tag. Can be repeated.", valueName: "tag"))
  var tag: [String] = []

  @Option(
    help: ArgumentHelp("Run only files without this tag. Can be repeated.", valueName: "tag"))
  var skipTag: [String] = []

  @Flag(help: "Run only files that failed in their last run; without a path, all of them.")
  var failed = false

  @Option(
    help: ArgumentHelp(
      "Run part I of N parts of the files, such as 1/3. `auto` or `auto/N` reads I from the environment of a Slurm array or, `auto/N` only, a Kubernetes job.",
      valueName: "i/n"),
    transform: Shard.argument)
  var shard: Shard?

  @Option(
    help: ArgumentHelp(
      "Run files in random order; a seed, as in --shuffle=7, reproduces an order.",
      valueName: "seed"))
  var shuffle: SeedArgument?

  @Option(help: .hidden)
  var seed: String?

  @Option(
    name: [.customShort("j", allowingJoined: true), .long],
    help: ArgumentHelp("Run N files at the same time. Default: one per core.", valueName: "n"))
  var jobs: Int?

  @Option(name: .customLong("repeat"), help: ArgumentHelp("Run each file N times.", valueName: "n"))
  var rounds = ScenarioOptions().rounds

  @Option(
    help: ArgumentHelp(
      "Stop and report a command without a reply after this time, such as 10s; 0s means never.",
      valueName: "time"))
  var timeout = TimeArgument(milliseconds: ScenarioOptions().timeout)

  @Option(help: ArgumentHelp("Stop after N files have failed.", valueName: "n"))
  var maxFailures: Int?

  @Flag(help: "Fail when a command marked `(known: reason)` passes.")
  var strict = false

  @Flag(help: "Rewrite the expected replies that differ, after showing the difference.")
  var bless = false

  @Flag(name: .shortAndLong, help: "With --bless: ask about each difference.")
  var interactive = false

  @Flag(help: "Write new replies to NAME.new beside each file, for `parlor review`.")
  var pending = false

  @Flag(help: "With --bless or --pending: put placeholders where two runs differ.")
  var redact = false

  @Flag(help: "Rerun the files that a change affects, until `q`. Keys: Enter, f, b, q.")
  var watch = false

  @Option(
    help: ArgumentHelp(
      "What the files may do: `exec` starts programs, `network` calls services.",
      valueName: "exec,network"))
  var allow: AllowArgument?

  @Flag(help: "List the commands, options and error codes that no scenario covers.")
  var coverage = false

  @Option(
    help: ArgumentHelp(
      "Write another report: tap, tap13, junit, json, github or html; `-` is standard output. "
        + "Can be repeated. github is on by default under GitHub Actions.",
      valueName: "format=file"))
  var report: [TestReportArgument] = []

  @Option(
    help: ArgumentHelp(
      "The folder with the list of failed files. Default: ~/.local/state/parlor.",
      valueName: "dir"))
  var profile: String?

  @Flag(help: "Do not keep the list of failed files.")
  var noProfile = false

  @ArgumentParser.Argument(
    help: ArgumentHelp("Files and folders.", valueName: "path"), completion: .file())
  var paths: [String] = []

  private static let maxJobs = 1024

  func validate() throws {
    if seed != nil {
      throw ValidationError(
        "Seeds are part of a scenario: `> seed 7`. `--shuffle=7` sets the order of the files.")
    }
    if let jobs, !(1...Self.maxJobs ~= jobs) {
      throw ValidationError("`--jobs` takes a number from 1 to \(Self.maxJobs).")
    }
    if rounds < 1 { throw ValidationError("`--repeat` takes a number of at least 1.") }
    if let maxFailures, maxFailures < 1 {
      throw ValidationError("`--max-failures` takes a number of at least 1.")
    }
    if interactive && !bless { throw ValidationError("`--interactive` requires `--bless`.") }
    if pending && bless { throw ValidationError("`--pending` and `--bless` cannot be combined.") }
    if redact && !bless && !pending {
      throw ValidationError("`--redact` requires `--bless` or `--pending`.")
    }
    if shuffle != nil, let word = paths.first(where: { Int($0) != nil }),
      FileSystem.kind(of: word) == .missing
    {
      throw ValidationError("The seed of `--shuffle` follows a `=`: `--shuffle=\(word)`.")
    }
    if (bless || pending) && rounds > 1 {
      throw ValidationError(
        "`--\(bless ? "bless" : "pending")` and `--repeat` cannot be combined.")
    }
    if failed && noProfile {
      throw ValidationError("`--failed` and `--no-profile` cannot be combined.")
    }
    if paths.isEmpty && !failed { throw ValidationError("Name the files or folders to test.") }
    if report.count(where: { $0.path == nil }) > 1 {
      throw ValidationError("Only one report can go to standard output.")
    }
  }

  func run() throws {
    var test = TestRun(paths)
    test.onlyFailed = failed
    test.isInteractive = interactive
    test.showsCoverage = coverage
    test.allowed = allow?.capabilities ?? []
    test.reports = report
    test.profile = noProfile ? .none : .named(profile)
    test.scenarios.selection = ScenarioSelection(
      filters: filter, tags: tag, excludedTags: skipTag, shard: shard,
      shuffleSeed: shuffle.map { UInt64($0.value) })
    if let jobs { test.scenarios.jobs = jobs }
    test.scenarios.rounds = rounds
    test.scenarios.timeout = timeout.milliseconds
    test.scenarios.maxFailures = maxFailures
    test.scenarios.isStrict = strict
    test.scenarios.blesses = bless || pending
    test.scenarios.isPending = pending
    test.scenarios.redacts = redact
    if watch { TestWatch(test).run().exit() }
    test.run().exit()
  }
}

/// A duration as an argument, such as `10s`.
struct TimeArgument: ExpressibleByArgument, CustomStringConvertible {
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

/// The value of `--report`: a format and the file it is written to.
struct TestReportArgument: ExpressibleByArgument {
  let format: ReportFormat
  /// The path of the file; `nil` means standard output.
  let path: String?

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = parts.first, let format = ReportFormat(rawValue: String(name)),
      parts.last?.isEmpty == false
    else { return nil }
    self.format = format
    path = parts.count == 2 && parts[1] != "-" ? String(parts[1]) : nil
  }
}
