import Language
import ParlorKit

/// What holds for every game at any moment: its log leads to its state, a step can be taken back
/// and taken again, and a move that is said to be legal is accepted. All of it is tried on a copy.
struct GameContract {
  private let games: [any Game]

  /// The contract of games of these kinds.
  init(_ games: [any Game]) { self.games = games }

  /// The first fault of a game, if it has one.
  func fault(in game: any OpenGame) -> FuzzFault? {
    let copy = Interpreter(Settings(games: games))
    do throws(CommandError) {
      try copy.open(logOf: game)
    } catch {
      return .replayDiffers
    }
    guard let twin = copy.currentGame else { return .replayDiffers }
    guard twin.digest == game.digest, Self.lines(of: twin) == Self.lines(of: game) else {
      return .replayDiffers
    }
    let undone = copy.transcribe(Array("undo".utf8)[...])
    if undone.code == nil {
      guard copy.transcribe(Array("redo".utf8)[...]).code == nil, twin.digest == game.digest else {
        return .redoDiffers
      }
    }
    let moves = twin.legalMoves().moves
    guard !moves.isEmpty else { return nil }
    // Another one each time, and the same for the same game.
    let move = moves[(game.moveCount + Int(game.digest)) % moves.count].line
    let reply = copy.transcribe(Array(move.utf8)[...])
    return reply.code == nil ? nil : .legalRefused(move: move)
  }

  private static func lines(of game: any OpenGame) -> [String] {
    var lines: [String] = []
    game.forEachLine { line, _ in lines.append(line) }
    return lines
  }
}
