import Language
import ParlorKit
import Simulation

/// What the words of `parlor simulate` ask for: who plays, and how the games begin.
///
/// A word is an option if it has a `=` after the name of one, a word of the game's own if the game
/// takes it after its name, and else a bot.
struct SimulateEntry<Rules: Game> {
  /// The bots in the order of the seats.
  private(set) var contestants: [Contestant<Rules>] = []
  /// The words that are no bots, in the order of `new`: those of the game's own, then options.
  let words: [String]
  /// How the first game begins.
  let setup: GameConfiguration

  /// Reads words and tries whether the game can be opened.
  init(_ game: Rules, _ words: [String], seed: UInt64) throws(SimulateProblem) {
    let definition = game.definition
    var options = SimulateOptions(definition)
    var own: [(parameter: Int, argument: Argument)] = []
    for word in words {
      if try options.take(word) { continue }
      if !Contestant.names(in: game).contains(word), let found = Self.argument(word, in: definition)
      {
        own.append(found)
      } else {
        contestants.append(try Self.contestant(word, in: game, definition))
      }
    }
    try Self.check(count: contestants.count, definition)
    let names = Contestant.playerNames(for: contestants).map { Argument.word($0) }
    let arguments = definition.setup.enumerated().flatMap { index, parameter in
      parameter.kind == .name
        ? names : own.filter { $0.parameter == index }.map(\.argument)
    }
    self.words = own.sorted { $0.parameter < $1.parameter }.map(\.argument.text) + options.words
    setup = GameConfiguration(
      arguments: arguments, options: options.values, preset: options.preset?.name, seed: seed)
    do throws(GameError) {
      _ = try Match(game, setup)
    } catch {
      throw .refused(error)
    }
  }

  /// A word that the game takes after its name, other than the name of a player.
  private static func argument(
    _ word: String, in definition: GameDefinition
  ) -> (parameter: Int, argument: Argument)? {
    for (index, parameter) in definition.setup.enumerated() {
      switch parameter.kind {
      case .choice(let words) where words.contains(word): return (index, .word(word))
      case .literal(word): return (index, .word(word))
      case .integer(let range):
        if let number = Int(word), range.contains(number) { return (index, .integer(number)) }
      default: break
      }
    }
    return nil
  }

  private static func contestant(
    _ word: String, in game: Rules, _ definition: GameDefinition
  ) throws(SimulateProblem) -> Contestant<Rules> {
    do throws(ContestantFault) {
      return try Contestant(word, in: game)
    } catch {
      switch error {
      case .unknown(let name) where word.contains("="):
        throw .unknownOption(
          name, known: SimulateOptions.names(of: definition), names: Contestant.names(in: game),
          bots: Contestant.usages(in: game))
      case .unknown(let name):
        throw .unknownBot(
          name, known: Contestant.names(in: game), bots: Contestant.usages(in: game))
      case .needsNoValue(let name): throw .needsNoValue(name)
      case .badValue(let name, let parameter): throw .badValue(name, parameter.range)
      }
    }
  }

  /// Checks that there is a bot for every seat.
  private static func check(count: Int, _ definition: GameDefinition) throws(SimulateProblem) {
    let players = definition.setup.first { $0.kind == .name }
    let seats = players.map { max(1, $0.count.lowerBound)...$0.count.upperBound } ?? 1...1
    if !seats.contains(count) { throw .seats(count, needed: seats, game: definition.name) }
  }
}

extension Argument {
  /// The argument as it is typed.
  fileprivate var text: String {
    switch self {
    case .integer(let number): String(number)
    case .word(let word): Word.written(word)
    }
  }
}
