import GameCatalog
import ParlorEngine
import ParlorKit

/// Every command that can be typed in a session of some game, and how to try it.
enum CommandCatalog {
  /// The kinds of sessions: one for each game.
  static let games: [String] = GameCatalog.games.map(\.definition.name)

  /// The commands of the host and of every game, each once.
  static func declarations() -> [CommandDeclaration] {
    var seen: Set<String> = []
    return games.flatMap { session(of: $0).router.declarations }
      .filter { seen.insert($0.verb).inserted }
  }

  /// A session with a game that has begun and another that was just opened; what it writes
  /// goes nowhere.
  static func session(of game: String) -> Interpreter {
    var settings = Settings(games: GameCatalog.games)
    settings.capabilities = .local
    settings.files = .scratch(reading: SourceTree.root)
    // A hint of a whole game of Farkle takes too long here.
    settings.advice.isStopped = { true }
    let session = Interpreter(settings)
    let commands = GameCatalog.games.first { $0.definition.name == game }?.definition.commands ?? []
    let move = ["legal", "roll", "hold best"]
    let lines =
      [opening(of: game)] + move + commands.flatMap(\.examples) + [opening(of: game)] + move
      + [opening(of: game)]
    for line in lines { _ = session.transcribe(Array(line.utf8)[...]) }
    return session
  }

  /// A line that opens a game, for two if it has players.
  static func opening(of game: String) -> String {
    let setup = GameCatalog.games.first { $0.definition.name == game }?.definition.setup ?? []
    let words = setup.filter { $0.kind == .name }.flatMap { parameter in
      (0..<min(parameter.count.upperBound, 2)).map { ["Ann", "Bob"][$0] }
    }
    return (["new", game] + words).joined(separator: " ")
  }
}
