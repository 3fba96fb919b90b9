import Language
package import ParlorKit

/// An interpreter that is fed lines and held to its contract after each of them.
///
/// It may touch no files, processes or network. What it does is a function of the games, the
/// seed and the lines, so a list of lines is all that a shrinker needs.
package struct FuzzSession {
  /// Every line fed so far.
  package private(set) var lines: [[UInt8]] = []
  /// Whether a line has ended the session.
  package private(set) var isOver = false
  private let interpreter: Interpreter
  private let games: [any Game]
  private let seed: Int

  /// Commands whose replies tell whether anything changed.
  private static let views = ["log", "state"]

  /// A fresh session.
  package init(games: [any Game], seed: Int) {
    self.games = games
    self.seed = seed
    var settings = Settings(games: games)
    settings.seed = seed
    interpreter = Interpreter(settings)
  }

  /// What lines can be made of now.
  package var vocabulary: Vocabulary {
    Vocabulary(games: games.map(\.definition), commands: interpreter.commandDeclarations) {
      [interpreter] in
      interpreter.currentGame?.legalMoves().moves.map(\.line) ?? []
    }
  }

  /// How much is checked after a line.
  package enum Care: Sendable {
    /// The reply, and that a refused line leaves the digest of the state alone.
    case quick
    /// Also what a refused line leaves of the log and the state as they are shown.
    case thorough
    /// Also that the game can be undone, replayed, and played on as it says.
    case whole
  }

  /// Feeds a line and checks what came of it.
  ///
  /// - Returns: the code, if the line was refused.
  package mutating func feed(
    _ line: [UInt8], _ care: Care
  ) throws(FuzzFailure) -> ErrorCode? {
    let position = position
    let before = care == .quick ? [] : Self.views.map(view)
    lines.append(line)
    let reply = interpreter.transcribe(line[...])
    isOver = reply.isOver
    func fail(_ fault: FuzzFault) -> FuzzFailure {
      FuzzFailure(fault: fault, seed: seed, lines: lines, reply: reply.text)
    }
    if let fault = ReplyContract.fault(in: reply.text, isRefusal: reply.code != nil) {
      throw fail(fault)
    }
    if reply.code != nil {
      if position != self.position { throw fail(.changedByRefusal(view: "the game")) }
      for (command, earlier) in zip(Self.views, before) where view(command) != earlier {
        throw fail(.changedByRefusal(view: "`\(command)`"))
      }
    }
    if care == .whole, let game = interpreter.currentGame,
      let fault = GameContract(games).fault(in: game)
    {
      throw fail(fault)
    }
    return reply.code
  }

  /// The current game, its moves and the digest of its state.
  private var position: [Int] {
    guard let game = interpreter.currentGame else { return [] }
    return [game.number, game.moveCount, Int(game.digest)]
  }

  private func view(_ command: String) -> [UInt8] {
    interpreter.transcribe(Array(command.utf8)[...]).text
  }
}
