import ArgumentParser
import LibC
import ProgramKit

/// `parlord manual`: prints the manual page, made of the help of all subcommands.
struct ManualCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual", abstract: "Print the manual page, as roff.",
    discussion: "Example: `parlord manual | man -l -`")

  func run() throws {
    var page = RoffWriter(
      name: "parlord", section: 8, summary: "serve games over HTTP and over lines of text")
    page.heading("SYNOPSIS")
    page.literal(Self.commands(in: Parlord.self).map { Self.help(of: $0).usage })
    page.heading("DESCRIPTION")
    page.prose(Parlord.configuration.abstract + "\n\n" + Parlord.configuration.discussion)
    page.heading("SUBCOMMANDS")
    for command in Self.commands(in: Parlord.self) { page.command(Self.help(of: command)) }
    page.heading("SIGNALS")
    page.term("SIGTERM, SIGINT", Self.signals)
    page.heading("FILES")
    for (term, meaning) in Self.files { page.term(term, meaning) }
    page.seeAlso(except: "parlord")
    guard Parlord.write(page.bytes, to: 1) else {
      throw ProgramError(
        status: 1, message: "cannot write the page: \(SystemError.words(for: errno))")
    }
  }

  /// The subcommands that do something, those in others included.
  private static func commands(
    in command: any ParsableCommand.Type
  ) -> [any ParsableCommand.Type] {
    let inner = command.configuration.subcommands
    return inner.isEmpty ? [command] : inner.flatMap(commands(in:))
  }

  private static func help(of command: any ParsableCommand.Type) -> HelpText {
    HelpText(Parlord.helpMessage(for: command, columns: HelpText.columns))
  }

  private static let signals =
    "end the server: it stops accepting connections, answers the requests that it has, and exits. "
    + "With --drain it first goes on for some seconds while /readyz says 503."

  private static let files = [
    ("parlord.sqlite", "the database, in the current folder unless --database names another"),
    ("~/.pgpass", "the password for PostgreSQL"),
  ]
}
