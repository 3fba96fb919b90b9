import ArgumentParser
import Language
import ParlorKit
import Platform

/// `parlor manual`: shows the manual page, or prints it as roff if standard output is no terminal. It
/// comes from the declarations that also make help and parsing.
struct ManualCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual", abstract: "Show the manual page.",
    discussion: """
      At a terminal, man(1) shows it. Otherwise it is printed as roff: `parlor manual > parlor.1`.
      """)

  func run() throws {
    var text = TextWriter()
    text.write(".TH PARLOR 1 \"\" \"parlor ", Parlor.version, "\"\n")
    text.write(".SH NAME\nparlor \\- play games at a prompt, from scripts, and as tests\n")
    text.write(".SH SYNOPSIS\n", Self.literal(Parlor.configuration.usage ?? ""))
    text.write(".SH DESCRIPTION\n", Self.paragraphs(Parlor.configuration.discussion))
    text.write(".SH OPTIONS\n", Self.literal(Self.options(of: Parlor.self)))
    write(TestCommand.self, as: "Scenarios", to: &text)
    Self.writeScenarioGuide(to: &text)
    write(ReviewCommand.self, as: "Review", to: &text)
    write(FormatCommand.self, as: "Formatting", to: &text)
    write(FuzzCommand.self, as: "Fuzzing", to: &text)
    write(SimulateCommand.self, as: "Simulation", to: &text)
    write(SolveCommand.self, as: "Solving", to: &text)
    write(LanguageServerCommand.self, as: "Editors", to: &text)
    write(GrammarCommand.self, as: "Grammars", to: &text)
    write(PluginCommand.Check.self, as: "Plugins", to: &text)
    var settings = Settings.program()
    settings.use(.none)
    ManualPage(settings).write(to: &text)
    Self.write(Self.files, as: "FILES", to: &text)
    Self.write(Self.environment, as: "ENVIRONMENT", to: &text)
    if Terminal.isInteractive, ShellCommand.run("man -l - 2>/dev/null", input: text.bytes) {
      return
    }
    StandardOutput.write(text.bytes)
  }

  /// Writes the section of a subcommand.
  private func write(
    _ command: any ParsableCommand.Type, as heading: String, to text: inout TextWriter
  ) {
    let help = Parlor.helpMessage(for: command, columns: 76)
    let usage = Self.section("USAGE", of: help).replacing("USAGE: ", with: "")
    text.write(".SH ", heading.uppercased(), "\n", Self.literal(usage), ".PP\n")
    text.write(Self.paragraphs(command.configuration.abstract), ".PP\n")
    text.write(Self.paragraphs(command.configuration.discussion), ".PP\n")
    text.write(Self.literal(Self.options(of: command)))
  }

  /// The arguments and options of a command, laid out as `--help` shows them.
  private static func options(of command: any ParsableCommand.Type) -> String {
    let help = Parlor.helpMessage(for: command, columns: 76)
    return ["ARGUMENTS", "OPTIONS"].map { section($0, of: help) }.filter { !$0.isEmpty }
      .joined(separator: "\n\n")
  }

  /// The section of a help text with a title, up to the next blank line.
  private static func section(_ title: String, of help: String) -> String {
    help.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { !$0.hasPrefix("\(title):") }.prefix { !$0.isEmpty }.joined(separator: "\n")
  }

  // MARK: - Roff

  /// Text that is not filled. Columns stay aligned although `…` becomes `...`.
  private static func literal(_ text: String) -> String {
    let lines = lines(of: text).map { $0.replacing("…   ", with: "… ") }
    return ".nf\n" + lines.map { ManualPage.escaped(String($0)) + "\n" }.joined() + ".fi\n"
  }

  /// Text in which blank lines separate paragraphs and indented lines are literal.
  private static func paragraphs(_ text: String) -> String {
    var result = ""
    var isLiteral = false
    for line in lines(of: text) {
      if line.isEmpty {
        result += isLiteral ? "" : ".PP\n"
        continue
      }
      if line.hasPrefix("  ") != isLiteral {
        isLiteral.toggle()
        result += isLiteral ? ".nf\n" : ".fi\n.PP\n"
      }
      result += ManualPage.escaped(String(line)) + "\n"
    }
    return result + (isLiteral ? ".fi\n" : "")
  }

  private static func lines(of text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// Writes a section of terms and their meanings.
  private static func write(
    _ terms: [(term: String, meaning: String)], as heading: String, to text: inout TextWriter
  ) {
    text.write(".SH ", heading, "\n")
    for (term, meaning) in terms {
      text.write(".TP\n.B ", ManualPage.escaped(term), "\n", ManualPage.escaped(meaning), "\n")
    }
  }

  private static let files = [
    ("~/.local/state/parlor/history", "lines typed at the prompt"),
    ("~/.local/state/parlor/journal/", "journals of unfinished games"),
    ("~/.local/state/parlor/finished/", "logs of finished games"),
    ("~/.local/state/parlor/results.jsonl", "results of finished games, one JSON object per line"),
    ("~/.local/state/parlor/sessions/", "logins of remote games that `set remember` keeps"),
    (
      "~/.local/state/parlor/failed-scenarios",
      "scenarios that failed in their last run, for `parlor test --failed`"
    ),
    ("~/.cache/parlor/", "tables that take long to compute; all can be deleted"),
    ("~/.config/parlor/rules", "house rules"),
    ("~/.config/parlor/rc", "lines that run when the prompt starts"),
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
    "Before the first command, `(tags: slow)`, `(timeout: 5s)`, `(skip: reason)` and "
      + "`(for each rules = standard, patch)` concern the whole file; `<rules>` is the value of the run. A "
      + "fenced block `file NAME` is a file that commands can read, and after a command what is in one.",
    "A file without a command, with an invalid pattern or with an unused capture is invalid and never "
      + "passes.",
  ]

  /// What an expected line can hold besides literal text.
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

  private static func writeScenarioGuide(to text: inout TextWriter) {
    text.write(".SH SCENARIO FILES\n")
    for sentence in scenarioRules { text.write(ManualPage.escaped(sentence), "\n.PP\n") }
    write(scenarioPatterns, as: "PATTERNS", to: &text)
  }
}
