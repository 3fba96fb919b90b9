package import ParlorKit
package import Platform

/// A game in progress, of whatever kind.
package protocol OpenGame: AnyObject {
  /// The number by which the session knows it.
  var number: Int { get }
  /// What kind of game it is.
  var kind: GameKind { get }
  /// How it was set up.
  var origin: GameOrigin { get }
  /// How a game just like it is set up, with fresh chance.
  func renewed(seed: Int) -> GameOrigin
  /// The moves in force.
  var moveCount: Int { get }
  /// Whose turn it is, or how the game ended.
  var status: GameStatus { get }
  /// What a player may see now.
  var view: any GameView { get }
  /// Writes what can be done now.
  func writeSituation(to text: inout TextWriter)
  /// What happened at its beginning.
  var opening: [any Event] { get }
  /// The digest of the state.
  var digest: UInt32 { get }
  /// The digest of the seed and of the state before the first move, for the `new` line.
  var openingDigest: UInt32 { get }

  /// Runs a command of the game.
  func run(_ call: Call) throws(GameError) -> MoveReport
  /// Takes the current player out of the game.
  func resign() throws(GameError) -> MoveReport
  /// The moves that are legal now.
  func legalMoves() -> LegalLines

  /// The names of the players by their indices; `1` in a game for one without names.
  var players: [String] { get }
  /// The bots that decide for players, by the players' names.
  var seats: [String: Seat] { get set }
  /// The bots that can sit down.
  var botNames: [Suggestion] { get }
  /// A seat for a bot with the value after its name.
  func makeSeat(bot name: String, value: String?) throws(GameError) -> Seat
  /// Makes the moves of bots until it is somebody else's turn.
  func playBots(isInterrupted: () -> Bool) -> [any Event]

  /// Takes steps back.
  func undo(_ steps: Int, policy: UndoPolicy) throws(CommandError) -> [String]
  /// Takes undone steps again.
  func redo(_ steps: Int) throws(CommandError) -> [String]

  /// What is to be remembered of the game as it stands.
  func record() throws(GameError) -> GameRecord

  /// Hands out the lines in order, the `new` line first, as the players may see them.
  func forEachVisibleLine(_ body: (String) -> Void)
  /// Hands out the canonical lines in order, the `new` line first, each with the digest of the
  /// state after it.
  ///
  /// - Parameter untilNow: whether the time since the last move is told at the end.
  func forEachLine(untilNow: Bool, _ body: (String, UInt32) -> Void)
  /// How often the draws were renewed by an undo.
  var epoch: UInt32 { get set }
  /// Goes to the place after a move, counted from 1; 0 is the beginning.
  func go(to target: Int, policy: UndoPolicy) throws(CommandError)
  /// The milliseconds between the next move of the log and the one before, if the game keeps the
  /// time; nothing at all at the end of the log.
  var nextSpan: Int64?? { get }
  /// Makes the next move of the log again.
  ///
  /// - Returns: its line as the players may see it then, and what happens; nothing at the end.
  func stepForward() -> (line: String, events: [any Event])?
  /// Notes for the journal which place of the log the game is at.
  func noteWhereabouts()
  /// The moves that can be gone to: those in force, and those undone and not replaced.
  var loggedCount: Int { get }

  /// Whether it is played somewhere else, so that it has no log.
  var isLive: Bool { get }
  /// What is noted of it for the journal, if one is kept.
  var journal: GameJournal? { get set }
  /// The milliseconds since its last move, as its clock counts them.
  var restTime: Int64 { get }
  /// The session's time in milliseconds.
  var sessionTime: Int64 { get }
  /// Makes the move that is due when the game is taken up after the program has ended, if any.
  func takeUp() throws(GameError)
  /// Replays a log: meanwhile the game's clock moves only by `advanceClock`.
  func replay(_ body: () throws(CommandError) -> Void) throws(CommandError)
  /// Moves the game's clock forward, as a log tells.
  func advanceClock(milliseconds: Int64)
}

extension OpenGame {
  /// Hands out all the lines there are, as a saved game has them.
  package func forEachLine(_ body: (String, UInt32) -> Void) {
    forEachLine(untilNow: true, body)
  }
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
}

/// What became of a command of a game.
package struct MoveReport {
  /// What happened.
  var events: [any Event]
  /// Whether a move was made, rather than a question answered.
  var isMove: Bool
  /// The words of the game to open, if that is what the command asks for.
  var reopens: [Argument]?
  /// Whether the move drew its outcome, rather than being given it.
  var hasDrawn = false
}

/// Where a game came from: all that `new` needs to open one like it.
package struct GameOrigin {
  /// The kind of game.
  var kind: GameKind
  /// The words after the name.
  var arguments: [Argument]
  /// The preset, if the game has any.
  var preset: Preset?
  /// The options that were given.
  var given: [String: OptionValue]
  /// The options whose values were drawn.
  var drawn: [String: OptionValue] = [:]
  /// The seed.
  package internal(set) var seed: UInt64
  /// Whether the user gave the seed.
  var isSeedGiven = false

  /// The line that opens the game again, with everything written out: words, preset, the options
  /// in which it differs from the preset, seed.
  ///
  /// - Parameter masked: whether what is hidden from the players stands as `?`.
  func line(masked: Bool) -> String {
    let seed = masked && hidesSeed ? "?" : String(seed)
    return (["new", kind.definition.name] + words(masked: masked) + ["seed=\(seed)"])
      .joined(separator: " ")
  }

  /// The words of the line that opens the game again, after the name of the game and without the
  /// seed.
  package func words(masked: Bool) -> [String] {
    var words: [String] = []
    for argument in arguments {
      switch argument {
      case .integer(let number): words.append(String(number))
      case .word(let word): words.append(Word.written(word))
      }
    }
    if let preset { words.append("rules=\(preset.name)") }
    let base = OptionValues(for: kind.definition, preset: preset)
    for option in kind.definition.options {
      guard let value = drawn[option.name] ?? given[option.name], value != base[option.name] else {
        continue
      }
      let isHidden = masked && option.isSecret
      words.append(Word.written(option: option.name, isHidden ? "?" : option.text(of: value)))
    }
    return words
  }

  /// Notes the options that were drawn: those that differ from the ones given.
  mutating func note(drawn options: OptionValues, _ given: OptionValues) {
    for option in kind.definition.options where options[option.name] != given[option.name] {
      drawn[option.name] = options[option.name]
    }
  }

  /// A game just like it with fresh chance: other draws, and no outcome given beforehand.
  func renewed(seed: Int) -> GameOrigin {
    var origin = self
    origin.seed = UInt64(seed)
    origin.isSeedGiven = false
    origin.drawn = [:]
    for option in kind.definition.options where option.isSecret { origin.given[option.name] = nil }
    return origin
  }

  /// Whether the seed would tell what the players must not know.
  var hidesSeed: Bool { kind.definition.traits.contains(.hidesDraws) && !isSeedGiven }

  /// The setup that the game itself is given.
  package var setup: GameConfiguration {
    GameConfiguration(
      arguments: arguments,
      options: OptionValues(
        for: kind.definition, preset: preset, given: given.merging(drawn) { _, drawn in drawn }),
      preset: preset?.name, seed: seed, showsSeed: !hidesSeed)
  }
}

/// What `undo` does with draws.
package enum UndoPolicy: String, Sendable, CaseIterable {
  /// The same draws come again.
  case same
  /// Other draws come.
  case fresh
  /// Draws cannot be undone.
  case forbid
}
