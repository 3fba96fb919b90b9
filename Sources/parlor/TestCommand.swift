import ArgumentParser
import GameCatalog
import Language
import ParlorKit
import Platform
import Scenarios

/// `parlor test`: runs scenarios.
struct TestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test", abstract: "Run scenarios and compare their replies.",
    discussion: """
      A path is a scenario (*.scenario), a Markdown file with fenced `parlor` blocks (*.md), a \
      script with its golden output beside it (NAME.parlor, NAME.golden), or a folder of them. \
      FILE:LINE and FILE:LINE-LINE compare only these lines.

      A scenario is text in which lines after `> ` are commands and the lines under them, up to a \
      blank line, are the reply that is expected. `parlor --echo FILE` writes one.

      Exit codes: 0 all as expected, 1 not, 2 a wrong file or wrong arguments.
      """)

  @Flag(help: "Rewrite the expectations that fail, after showing the difference.")
  var bless = false

  @Flag(help: "A known failure that passes is a failure.")
  var strict = false

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("How many files to run at once. Default: one a core.", valueName: "n"))
  var jobs: Int?

  @ArgumentParser.Argument(
    help: ArgumentHelp("Files and folders.", valueName: "path"), completion: .file())
  var paths: [String]

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("`--jobs` takes a number from 1 up.") }
  }

  func run() throws {
    var options = ScenarioOptions()
    options.blesses = bless
    options.isStrict = strict
    options.jobs = jobs ?? SystemInformation.coreCount
    options.isInCI = !(FileSystem.environment("CI") ?? "").isEmpty
    let kinds = GameCatalog.games.map(GameKind.init)
    let runner = ScenarioRunner(options) { folder in
      var settings = Settings(kinds: kinds)
      settings.capabilities = .local
      settings.files = .scratch(reading: folder)
      settings.use(.ofOneSession)
      return Interpreter(settings)
    }
    let report = runner.run(paths)
    var text = TextWriter(styled: Terminal.isTerminal(1) && ColorChoice.auto.isOn)
    report.write(to: &text)
    do throws(IOFailure) {
      try FileSystem.write(text.bytes, to: 1, named: "standard output")
    } catch {
      ExitStatus(error).exit()
    }
    (ExitStatus(rawValue: report.exitCode) ?? .failed).exit()
  }
}
