package import ParlorKit

/// An open game with what the session's commands need of it.
package protocol SessionGame: OpenGame {
  /// What kind of game it is.
  var kind: GameKind { get }
  /// How it was set up.
  var origin: GameOrigin { get }
  /// What happened at its beginning.
  var opening: [any Event] { get }
  /// The moves that are legal now.
  func legalMoves() -> LegalLines
  /// The same for help while a line is typed.
  func moveIndex() -> MoveIndex
  /// Checks a call without running it, if that is cheap: it draws nothing that lasts.
  ///
  /// - Parameter moves: the index of this state; its moves need no check.
  /// - Throws: the error that the call would cause.
  func check(_ call: Call, _ moves: MoveIndex) throws(GameError)
  /// The game itself if it has a log, so that it can be undone, saved and given bots; `nil` if it
  /// is played elsewhere.
  var logged: (any LoggedGame)? { get }

  /// Runs a command of the game.
  func run(_ call: Call) throws(GameError) -> MoveReport
  /// Why words are not a call of a command, if the game knows better than the command's
  /// declaration.
  func misreading(of verb: String, _ words: [String]) -> GameError?
  /// How a game with the same players and rules is set up, with fresh chance.
  func renewed(seed: Int) -> GameOrigin
}

extension SessionGame {
  package var logged: (any LoggedGame)? { nil }
  package func misreading(of verb: String, _ words: [String]) -> GameError? { nil }
  package func renewed(seed: Int) -> GameOrigin { origin.renewed(seed: seed) }
  package func moveIndex() -> MoveIndex { MoveIndex(legalMoves()) }
  package func check(_ call: Call, _ moves: MoveIndex) throws(GameError) {}

  package var name: String { kind.definition.name }
  package var legal: (lines: [String], forms: [String]) {
    let legal = legalMoves()
    return (legal.moves.map(\.line), legal.forms)
  }
}

/// What can come of the draw of a move.
package struct MoveOutcomes: Sendable {
  /// The line of the move, without an outcome.
  package var line: String
  /// The lines with an outcome, each with its weight.
  package var outcomes: [(line: String, weight: Int)]
}

/// Is told what bots do while they play, for a front end that shows it at once.
package struct BotObserver {
  /// A program begins to think about the move of this player.
  var thinks: (_ player: String) -> Void
  /// A bot has moved.
  var moved: ([any Event]) -> Void
}

/// The result of a command of a game.
package struct MoveReport {
  /// What happened.
  var events: [any Event]
  /// Whether a move was made, rather than a question answered.
  var isMove: Bool
  /// The words of the game to open, if the command asks for one, and the options that it keeps.
  var reopens: (words: [Argument], keeping: [String])?
  /// Whether the move drew its outcome, rather than being given it.
  var hasDrawn = false
}

/// A move of a log as the players may see it.
package struct LoggedMove: Sendable {
  /// Its number in the log, from 1; `nil` for an amendment.
  var number: Int?
  package var line: String
  /// Who made it, in a game for several.
  var player: String?
  /// The round in which it was made, where the game has rounds.
  var round: Int?
  /// Whether it is part of a turn.
  var isOfTurn = true
}

/// A move as a line says it, such as one that takes the place of another.
package enum AmendingMove {
  case call(Call)
  case resignation
  /// A player joins; without a score it is an error that suggests one.
  case joining(String, score: Int?)
  /// The player at an index leaves.
  case leaving(Int)
}

/// What `amend` changes in a log: moves that follow each other, or the place of a new one.
package struct AmendedPlaces: Equatable {
  /// The places of the moves that are replaced or deleted, from 0; empty at the place of a new
  /// move.
  let range: Range<Int>

  init(_ range: Range<Int>) { self.range = range }

  /// The number of the first move, from 1.
  package var number: Int { range.lowerBound + 1 }

  /// The canonical line of `amend`.
  ///
  /// - Parameter move: the line of the new move; nil if moves are deleted.
  func line(_ move: String?) -> String {
    let numbers = range.count > 1 ? "\(number)-\(range.upperBound)" : "\(number)"
    guard let move else { return "amend delete \(numbers)" }
    return "amend \(range.isEmpty ? "insert " : "")\(numbers) \(move)"
  }
}

/// What an amendment brought about.
package struct Amended {
  /// The new move; nil if moves were deleted.
  var move: LoggedMove?
  /// The moves that it replaces or that were deleted.
  var before: [LoggedMove]
  /// What the last move reports, if it is the one that was replaced or the game is over.
  var events: [any Event] = []
  /// Whether the new move drew its outcome.
  var hasDrawn = false
}

/// What `undo` does with draws.
package enum UndoPolicy: String, Sendable, CaseIterable {
  /// The same draws come again.
  case same
  /// Other draws come.
  case fresh
  /// Draws cannot be undone.
  case forbid
  /// Where several people play, other draws come, and only once the others agree; the same draws
  /// where one does.
  case ask
}

/// The legal moves of a game as lines.
package struct LegalLines {
  /// A legal move.
  package struct Entry {
    /// Its canonical line.
    package var line: String
    /// What it would bring, in a few words.
    package var detail: String

    package init(line: String, detail: String) {
      self.line = line
      self.detail = detail
    }
  }

  /// The moves one by one.
  package var moves: [Entry]
  /// The forms of moves that cannot be listed.
  package var forms: [String]

  package init(moves: [Entry], forms: [String]) {
    self.moves = moves
    self.forms = forms
  }

  /// The most that ``summary(in:)`` lists one by one.
  private static let listLimit = 13

  /// The moves in few words: every one, or the forms of the commands with their counts.
  ///
  /// - Parameter kind: the kind of game that they are moves of.
  func summary(in kind: GameKind) -> [String] {
    guard moves.count + forms.count > Self.listLimit else { return moves.map(\.line) + forms }
    var verbs: [String] = []
    var lines: [String: [String]] = [:]
    for move in moves {
      let verb = String(move.line.prefix { $0 != " " })
      if lines[verb] == nil { verbs.append(verb) }
      lines[verb, default: []].append(move.line)
    }
    let commands = verbs.map { verb in
      let lines = lines[verb] ?? unreachable("the verb is that of a line", [])
      if lines.count == 1 { return lines[0] }
      let usage = kind.definition.commands.first { $0.verb == verb }?.usages.last ?? verb
      return "\(usage) (\(lines.count.grouped))"
    }
    return commands + forms
  }
}
