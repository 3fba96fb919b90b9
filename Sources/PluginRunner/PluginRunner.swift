import LibC
internal import ParlorEngine
public import ParlorKit

/// Turns a game into a plugin: a program that Parlor starts and sends requests to.
///
/// ```swift
/// @main enum Plugin { static func main() { PluginRunner.main(MyGame()) } }
/// ```
///
/// The program is named `parlor-` and the name of the game. Started with `--help` or at a terminal,
/// it explains how to play it. The game's own output goes to standard error, since standard output
/// carries the answers.
public enum PluginRunner {
  /// Answers requests about a game until the input ends.
  ///
  /// - Parameters:
  ///   - name: the name that `new` takes, if it differs from that of the game.
  ///   - version: the version of the plugin, which `plugin info` shows.
  public static func main(
    _ game: some Game, as name: String? = nil, version: String = "1.0"
  ) -> Never {
    var definition = game.definition
    if let name { definition.name = name }
    main(GameServer(game, definition: definition), definition, version: version)
  }

  /// Answers requests about a remote game.
  ///
  /// - Parameter make: makes the game when the host opens it.
  package static func main<Remote: RemoteGame>(
    remote make: @escaping (RemoteSession) -> Remote, definition: GameDefinition,
    version: String = "1.0"
  ) -> Never {
    main(RemoteGameServer(definition: definition, make), definition, version: version)
  }

  private static func main(
    _ handler: any RequestHandler, _ definition: GameDefinition, version: String
  ) -> Never {
    if CommandLine.arguments.count > 1 || isatty(STDIN_FILENO) != 0 {
      print(help(definition, version: version))
      exit(CommandLine.arguments.dropFirst().allSatisfy { $0 == "--help" } ? 0 : 2)
    }
    let output = dup(STDOUT_FILENO)
    _ = fcntl(output, F_SETFD, FD_CLOEXEC)
    dup2(STDERR_FILENO, STDOUT_FILENO)
    PluginSession(
      handler, name: definition.name, version: version, input: STDIN_FILENO, output: output
    ).run()
    exit(0)
  }

  /// The text for a person who starts the program.
  static func help(_ definition: GameDefinition, version: String) -> String {
    """
    parlor-\(definition.name) \(version): \(definition.summary)

    This program is a plugin for Parlor. Put it beside `parlor`, into
    ~/.local/share/parlor/plugins or into a folder on PATH. Then, in Parlor:

      help \(definition.name)    how to play it
      new \(definition.name) …   open a game

    `parlor plugin check PATH` checks a plugin.
    """
  }
}
