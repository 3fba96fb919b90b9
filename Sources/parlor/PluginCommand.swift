import ArgumentParser
import ParlorEngine
import ParlorKit
import Platform
import Plugins

/// `parlor plugin`: lists plugins and checks one against the protocol.
struct PluginCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plugin", abstract: "List plugins, or check one.",
    discussion: """
      A plugin is a game as a separate program:

        parlor plugin list
        parlor plugin check examples/plugins/parlor-pig
      """,
    subcommands: [Check.self, List.self])

  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check",
      abstract: "Check that a plugin, or a program for a seat, follows the plugin protocol.",
      discussion: """
        Example:

          parlor plugin check examples/plugins/parlor-pig

        A program that decides for players plays whole games at every seat.

        The report has one line for each check, in the Test Anything Protocol (TAP).

        Exit codes: 0 all checks passed, 1 a check failed, 2 invalid arguments.
        """)

    @ArgumentParser.Argument(
      help: ArgumentHelp("The plugin's program.", valueName: "path"), completion: .file())
    var path: String

    func validate() throws {
      guard FileSystem.kind(of: path) == .file else {
        throw ValidationError("There is no program \(path).")
      }
      guard FileSystem.isExecutable(path) else {
        throw ValidationError("\(path) is not executable; `chmod +x` makes it a program.")
      }
    }

    func run() throws {
      let host = PluginHost()
      host.reserve(Settings.programCommands)
      let results = host.check(
        PluginProgram(path: path), games: Settings.program().games.map(\.kind))
      var text = TextWriter(styled: Terminal.isTerminal(1) && ColorChoice.auto.isOn)
      text.write("1..", results.count, "\n")
      for result in results {
        result.write(to: &text)
        text.write("\n")
      }
      StandardOutput.write(text.bytes)
      (results.allSatisfy { $0.reason == nil } ? ExitStatus.fine : .failed).exit()
    }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the installed plugins: name, tab, path.")

    func run() throws {
      var text = TextWriter()
      for program in PluginHost().programs { text.write(program.name, "\t", program.path, "\n") }
      StandardOutput.write(text.bytes)
    }
  }
}
