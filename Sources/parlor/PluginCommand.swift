import ArgumentParser
import Language
import ParlorKit
import Platform
import Plugins

/// `parlor plugin`: lists plugins and checks them.
struct PluginCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plugin", abstract: "List plugins, and check one.",
    subcommands: [Check.self, List.self])

  /// `parlor plugin check PATH`.
  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check", abstract: "Hold a plugin to the protocol.",
      discussion: """
        The report is one line a check, in the form of the Test Anything Protocol.

        Exit codes: 0 all checks passed, 1 one failed, 2 wrong arguments.
        """)

    @ArgumentParser.Argument(
      help: ArgumentHelp("The program of the plugin.", valueName: "path"), completion: .file())
    var path: String

    func validate() throws {
      guard FileSystem.kind(of: path) == .file else {
        throw ValidationError("there is no program \(path)")
      }
    }

    func run() throws {
      let host = PluginHost()
      host.reserve(Settings.programCommands)
      let results = host.check(PluginProgram(path: path))
      var text = TextWriter(styled: Terminal.isTerminal(1) && ColorChoice.auto.isOn)
      text.write("1..", results.count, "\n")
      for result in results {
        result.write(to: &text)
        text.write("\n")
      }
      PluginCommand.print(text)
      (results.allSatisfy { $0.reason == nil } ? ExitStatus.fine : .failed).exit()
    }
  }

  /// `parlor plugin list`.
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the plugins that can be found.")

    func run() throws {
      var text = TextWriter()
      for program in PluginHost().programs { text.write(program.name, "\t", program.path, "\n") }
      PluginCommand.print(text)
    }
  }

  private static func print(_ text: TextWriter) {
    do throws(FileError) {
      try FileSystem.write(text.bytes, to: 1, named: "standard output")
    } catch {
      ExitStatus(error).exit()
    }
  }
}
