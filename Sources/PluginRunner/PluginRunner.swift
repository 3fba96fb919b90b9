internal import Language
import LibC
public import ParlorKit
import Platform

/// Turns a game into a plugin: a program that Parlor starts and asks by lines.
///
/// The whole of such a program is one line, `PluginRunner.main(MyGame())`, and its name is
/// `parlor-` with the name of the game. What the game prints goes to standard error, so that it
/// cannot be taken for an answer.
public enum PluginRunner {
  /// Plays a game for the host until it has no more requests.
  ///
  /// - Parameters:
  ///   - game: the rules.
  ///   - name: the name that `new` takes, if it is not that of the game's sheet.
  ///   - version: the version of the plugin, which `plugin info` shows.
  public static func main(
    _ game: some Game, as name: String? = nil, version: String = "1.0"
  ) -> Never {
    var definition = game.definition
    if let name { definition.name = name }
    main(GameServer(game, definition: definition), name: definition.name, version: version)
  }

  /// Stands for a game outside until the host has no more requests.
  ///
  /// - Parameter make: makes the game when the host opens it.
  package static func main<Remote: RemoteGame>(
    remote make: @escaping (RemoteSession) -> Remote, definition: GameDefinition,
    version: String = "1.0"
  ) -> Never {
    main(RemoteGameServer(definition: definition, make), name: definition.name, version: version)
  }

  private static func main(_ table: any RequestHandler, name: String, version: String) -> Never {
    let output = dup(STDOUT_FILENO)
    _ = fcntl(output, F_SETFD, FD_CLOEXEC)
    dup2(STDERR_FILENO, STDOUT_FILENO)
    PluginSession(table, name: name, version: version, input: STDIN_FILENO, output: output).run()
    exit(0)
  }
}
