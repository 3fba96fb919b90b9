import ArgumentParser
import Language
import ParlorKit
import Platform

/// `parlor manual`: prints the manual page, made of the same declarations as help and parsing.
struct ManualCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual", abstract: "Print the manual page.", shouldDisplay: false)

  func run() throws {
    var text = TextWriter()
    text.write(".TH PARLOR 1 \"\" \"parlor ", Parlor.version, "\"\n")
    text.write(".SH NAME\nparlor \\- play games at a prompt, from scripts, and as tests\n")
    text.write(".SH SYNOPSIS\n.nf\n")
    text.write(escapedLines(Parlor.configuration.usage ?? ""), ".fi\n")
    text.write(".SH DESCRIPTION\n.nf\n", escapedLines(Self.help(of: Parlor.self)), ".fi\n")
    text.write(".SH SCENARIOS\n.nf\n", escapedLines(Self.help(of: TestCommand.self)), ".fi\n")
    ScenarioGuide.write(to: &text)
    text.write(".SH LAYOUT\n.nf\n", escapedLines(Self.help(of: FormatCommand.self)), ".fi\n")
    text.write(".SH FUZZING\n.nf\n", escapedLines(Self.help(of: FuzzCommand.self)), ".fi\n")
    var settings = Settings.program()
    settings.use(.none)
    ManualPage(settings).write(to: &text)
    StandardOutput.write(text.bytes)
  }

  /// The help of a command, as `--help` shows it, without its overview line.
  private static func help(of command: any ParsableCommand.Type) -> String {
    let lines = Parlor.helpMessage(for: command, columns: 76)
      .split(separator: "\n", omittingEmptySubsequences: false)
    return lines.drop { !$0.isEmpty }.dropFirst().joined(separator: "\n")
  }

  private func escapedLines(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { ManualPage.escaped(String($0)) + "\n" }.joined()
  }
}

/// The section of the manual page about the format of scenario files.
enum ScenarioGuide {
  private static let sentences = [
    "A line that starts with `> ` is a command. The lines under it, up to a blank line or the next "
      + "command, are the expected reply. Everything else is prose.",
    "An error reply is matched only by a line that starts with `error`, or in JSON by a line that "
      + "contains `\"ok\":false`.",
    "`> source FILE` runs another file. `setup.scenario` runs before each other file of its folder. "
      + "`> requires plugin NAME` skips the file if the plugin is missing.",
    "A file without a command, with an invalid pattern or with an unused capture is invalid and never "
      + "passes.",
  ]

  /// The patterns of expected lines and what they match.
  private static let patterns = [
    ("...", "any lines, or none"),
    ("text (re)", "a line that matches the regular expression as a whole"),
    ("text (glob)", "a line that matches the glob as a whole"),
    ("text (?)", "an optional line; (*) any number of lines, (+) at least one"),
    ("! text", "no line of the reply contains the text"),
    ("(unordered) ... (end)", "these lines in any order"),
    ("<int>, <dice>, <duration>, <word>", "a value of that type"),
    ("<s:int>, then <s> or <s+50>", "a captured value and its later uses"),
    ("text (esc)", "a line with the escapes \\t, \\e, \\xHH and \\\\"),
    ("text (literal)", "the text itself, even if it looks like a pattern"),
    ("error[CODE]", "a whole error reply with that code"),
    ("(known: reason)", "under a command: it is expected to fail"),
  ]

  /// Writes the section as roff with the macros of man(7).
  static func write(to text: inout TextWriter) {
    text.write(".SH SCENARIO FILES\n")
    for sentence in sentences { text.write(ManualPage.escaped(sentence), "\n.PP\n") }
    for (written, meaning) in patterns {
      text.write(".TP\n.B ", ManualPage.escaped(written), "\n", ManualPage.escaped(meaning), "\n")
    }
  }
}
