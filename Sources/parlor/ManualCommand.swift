import ArgumentParser
import ParlorEngine
import ParlorKit
import Platform
import ProgramKit

/// `parlor manual`: shows the manual page, or prints it as roff if standard output is not a
/// terminal. It is made from the declarations that also drive help and parsing; other pages are
/// made from articles.
struct ManualCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual", abstract: "Show the manual page.",
    usage: """
      parlor manual
      parlor manual --article FILE --page NAME(SECTION)
      """,
    discussion: """
      At a terminal, man(1) shows it. Otherwise it is printed as roff: `parlor manual > parlor.1`.

      With --article it makes a page of an article in Markdown, as scripts/install does:

        parlor manual --article Scenarios.md --page 'parlor-scenario(5)'
      """)

  @Option(
    help: ArgumentHelp("Convert an article in Markdown to a manual page.", valueName: "file"),
    completion: .file())
  var article: String?

  @Option(
    help: ArgumentHelp(
      "The name of the page, such as 'parlor-scenario(5)'.", valueName: "name(section)"))
  var page: PageName?

  func validate() throws {
    guard (article == nil) == (page == nil) else {
      throw ValidationError("`--article` and `--page` go together.")
    }
  }

  func run() throws {
    let roff = try articleRoff() ?? commandRoff()
    if Terminal.isInteractive, ShellCommand.run("man -l - 2>/dev/null", input: roff) { return }
    StandardOutput.write(roff)
  }

  /// The page of the article, if one is given. An unreadable one ends the program.
  private func articleRoff() throws -> [UInt8]? {
    guard let article, let page else { return nil }
    let markdown: [UInt8]
    do throws(FileError) {
      markdown = try FileSystem.read(article)
    } catch {
      StandardOutput.complain(error.message)
      ExitStatus.io.exit()
    }
    let roff = String(validating: markdown, as: UTF8.self).flatMap {
      ManualArticle.roff(name: page.name, section: page.section, of: $0)
    }
    guard let roff else {
      throw ValidationError(
        "`\(article)` does not start like an article: with `# TITLE`, then a paragraph about its"
          + " subject."
      )
    }
    return roff
  }

  /// The page of the program.
  private func commandRoff() -> [UInt8] {
    var page = RoffWriter(
      name: "parlor", section: 1, summary: "play games at a prompt, from scripts, and as tests")
    let help = Self.help(of: Parlor.self)
    page.heading("SYNOPSIS")
    page.literal(help.usage.split(separator: "\n"), isIndented: false)
    page.heading("DESCRIPTION")
    page.prose(Parlor.configuration.discussion)
    page.heading("OPTIONS")
    page.options(of: help, isRoot: true)
    page.heading("SUBCOMMANDS")
    for command in Parlor.configuration.subcommands { Self.write(command, to: &page) }
    Self.writeScenarioGuide(to: &page)
    var settings = Settings.program()
    settings.use(.none)
    var text = TextWriter()
    ManualPage(settings).write(to: &text)
    page.roff(text.string)
    page.heading("FILES")
    for (term, meaning) in Self.files { page.term(term, meaning) }
    page.heading("ENVIRONMENT")
    for (term, meaning) in Self.environment { page.term(term, meaning) }
    page.seeAlso(except: "parlor")
    return page.bytes
  }

  /// Writes the sections of a subcommand, or of those in it.
  private static func write(_ command: any ParsableCommand.Type, to page: inout RoffWriter) {
    let inner = command.configuration.subcommands
    // A command that runs by itself has its own options.
    if inner.isEmpty || command.configuration.usage != nil {
      page.command(help(of: command))
    }
    for command in inner { write(command, to: &page) }
  }

  private static func help(of command: any ParsableCommand.Type) -> HelpText {
    HelpText(Parlor.helpMessage(for: command, columns: HelpText.columns))
  }

  private static let files = [
    ("~/.local/state/parlor/history", "lines typed at the prompt"),
    ("~/.local/state/parlor/journal/", "journals of unfinished games"),
    ("~/.local/state/parlor/finished/", "logs of finished games"),
    ("~/.local/state/parlor/results.jsonl", "results of finished games, one JSON object per line"),
    ("~/.local/state/parlor/drill.jsonl", "positions to practise, one JSON object per line"),
    ("~/.local/state/parlor/sessions/", "logins of remote games that `set remember` keeps"),
    (
      "~/.local/state/parlor/failed-scenarios",
      "scenarios that failed in their last run, for `parlor test --failed`"
    ),
    ("~/.cache/parlor/", "tables that take long to compute; all can be deleted"),
    ("~/.config/parlor/rules", "house rules"),
    ("~/.config/parlor/rc", "lines that run when the prompt starts"),
    (
      "../share/parlor/sbom.cdx.json",
      "relative to the folder of the program: its components, for `parlor --version --verbose`"
    ),
  ]

  private static let environment = [
    (
      "XDG_STATE_HOME, XDG_CONFIG_HOME, XDG_CACHE_HOME",
      "replace ~/.local/state, ~/.config and ~/.cache"
    ),
    ("NO_COLOR", "if set and not empty, turns colour off"),
    ("PAGER", "the program that shows long replies, less by default"),
  ]
}

/// The name of a manual page: `parlor-scenario(5)`.
struct PageName: ExpressibleByArgument {
  /// Lower-case letters and hyphens.
  var name: String
  /// 1 to 8.
  var section: Int

  init?(argument: String) {
    guard let match = argument.wholeMatch(of: #/([a-z][a-z-]*)\(([1-8])\)/#),
      let section = Int(match.2)
    else { return nil }
    name = String(match.1)
    self.section = section
  }
}

// MARK: - Scenario files

extension ManualCommand {
  private static let scenarioRules = [
    "A line that starts with `> ` is a command. The lines under it, up to a blank line or the next "
      + "command, are the expected reply. Everything else is prose.",
    "An error reply is matched only by a line that starts with `error`, or in JSON by a line that "
      + "contains `\"ok\":false`.",
    "`> source FILE` runs another file. `setup.scenario` runs before each other file of its folder. "
      + "`> requires plugin NAME` skips the file if the plugin is missing; so do `requires program NAME`, "
      + "`requires platform linux` and `requires terminal`.",
    "Before the first command, `(tags: slow)`, `(timeout: 5s)`, `(skip: reason)` and `(for each"
      + " rules = standard, patch)` apply to the whole file; `<rules>` is the value of the run. A"
      + " fenced block `file NAME` is a file that commands can read; after a command it is the"
      + " expected content of one.",
    "A file without a command, with an invalid pattern or with an unused capture is invalid and never "
      + "passes.",
  ]

  /// The contents of an expected line besides literal text.
  private static let scenarioPatterns = [
    ("...", "any lines, or none"),
    ("text (re)", "a line that matches the regular expression as a whole"),
    ("text (glob)", "a line that matches the glob as a whole"),
    (
      "text (?)", "an optional line; (*) any number of lines, (+) at least one, (3 times) exactly 3"
    ),
    ("! text", "no line of the reply contains the text"),
    ("(unordered) ... (end)", "these lines in any order"),
    ("<int>, <float>, <dice>, <duration>, <date>, <word>", "a value of that type"),
    ("<s:int>, then <s> or <s+t-50>", "a captured value and its later uses"),
    ("json PATH == VALUE", "the value at a path of a reply in JSON; * is any element of a list"),
    ("text (esc)", "a line with the escapes \\t, \\e, \\xHH and \\\\"),
    ("text (literal)", "the text itself, even if it looks like a pattern"),
    ("error[CODE]", "a whole error reply with that code"),
    ("(known: reason)", "under a command: it is expected to fail"),
  ]

  private static func writeScenarioGuide(to page: inout RoffWriter) {
    page.heading("SCENARIO FILES")
    for rule in scenarioRules {
      page.paragraph()
      page.line(rule)
    }
    page.heading("PATTERNS")
    for (pattern, meaning) in scenarioPatterns { page.term(pattern, meaning) }
  }
}
