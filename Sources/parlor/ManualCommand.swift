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

/// The form of scenario files, as the manual page explains it.
enum ScenarioGuide {
  /// What stands in a file besides patterns, in sentences.
  private static let sentences = [
    "A line that begins with `> ` is a command. The lines under it, up to a blank line or the next "
      + "command, are the reply that is expected; everything else is prose.",
    "An error is met only by a line that begins with `error`, in JSON by one with `\"ok\":false`.",
    "`> source FILE` runs another file, `setup.scenario` runs before each other file of its folder, "
      + "and `> requires plugin NAME` passes over a file where the plugin is missing.",
    "A file without a command, with a bad pattern or with a capture that nothing uses is wrong, and "
      + "never passes.",
  ]

  /// What is not literal in an expected reply, and what it means.
  private static let patterns = [
    ("...", "any lines, or none"),
    ("text (re)", "the whole line matches a regular expression"),
    ("text (glob)", "the whole line matches a glob"),
    ("text (?)", "the line may be missing; (*) any number of times, (+) at least once"),
    ("! text", "no line of the reply contains it"),
    ("(unordered) ... (end)", "these lines in any order"),
    ("<int>, <dice>, <duration>, <word>", "something of that kind"),
    ("<s:int>, then <s> or <s+50>", "a value that is kept and used later"),
    ("text (esc)", "\\t, \\e and \\xHH stand for bytes"),
    ("text (literal)", "the whole line is plain text"),
    ("error[CODE]", "a whole error of that code"),
    ("(known: reason)", "under a command: it is known to fail"),
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
