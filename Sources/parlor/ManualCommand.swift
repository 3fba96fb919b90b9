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
