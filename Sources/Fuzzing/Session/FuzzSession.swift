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
  private let sheets: [GameSheet]

  /// Commands whose replies tell whether anything changed.
  private static let views = ["log", "state"]

  /// A fresh session.
  package init(games: [any Game], seed: Int) {
    sheets = games.map(\.sheet)
    var settings = Settings(games: games)
    settings.seed = seed
    interpreter = Interpreter(settings)
  }

  /// What lines can be made of now.
  package var vocabulary: Vocabulary {
    Vocabulary(games: sheets, commands: interpreter.commandDeclarations) { [interpreter] in
      interpreter.currentGame?.legalMoves().moves.map(\.line) ?? []
    }
  }

  /// Feeds a line and checks the reply.
  ///
  /// - Parameter isThorough: whether to compare the log and the state as they are shown, before
  ///   and after a refusal; their digest is compared in any case.
  /// - Returns: the code, if the line was refused.
  package mutating func feed(
    _ line: [UInt8], isThorough: Bool
  ) throws(FuzzFailure) -> RefusalCode? {
    let position = position
    let before = isThorough ? Self.views.map(view) : []
    lines.append(line)
    let reply = interpreter.transcribe(line[...])
    isOver = reply.isOver
    if let fault = ReplyContract.fault(in: reply.text, isRefusal: reply.code != nil) {
      throw FuzzFailure(fault: fault, lines: lines, reply: reply.text)
    }
    if reply.code != nil {
      if position != self.position {
        throw FuzzFailure(
          fault: .changedByRefusal(view: "the game"), lines: lines, reply: reply.text)
      }
      for (command, earlier) in zip(Self.views, before) where view(command) != earlier {
        throw FuzzFailure(
          fault: .changedByRefusal(view: "`\(command)`"), lines: lines, reply: reply.text)
      }
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
