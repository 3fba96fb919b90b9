import LineSyntax
import ParlorKit

/// What a line of `amend` asks for: moves of the log, and what is to become of them. Lines of logs
/// ask for it, too.
struct Amending {
  /// The moves, or the place of a new one.
  private(set) var places = AmendedPlaces(0..<0)
  private var written = WrittenMove()
  /// The new move; nil if moves are deleted, or are to be listed.
  var move: AmendingMove? { written.move }
  var command: DeclaredCommand? { written.command }
  /// Whether moves are deleted.
  private(set) var isDeletion = false
  /// Whether a turn is named, rather than moves.
  private(set) var isTurn = false
  /// How many words stand before the move.
  private(set) var prefixCount = 1
  /// Where in the line the moves are named.
  private var placeRange = 0..<0

  static let number = Parameter("N", .integer(1...1_000_000_000))
  private static let place = Parameter("PLACE", .word)

  /// - Returns: `nil` if the line names no moves.
  init?(_ line: Line, in game: any LoggedGame) throws(CommandError) {
    guard line.tokens.count > 1 else { return nil }
    let isInsertion = line.isLiteral(line.tokens[1], "insert")
    isDeletion = line.isLiteral(line.tokens[1], "delete")
    if isInsertion || isDeletion { prefixCount += 1 }
    try readPlaces(line, in: game)
    if isInsertion {
      places = AmendedPlaces(places.range.lowerBound..<places.range.lowerBound)
    }
    guard line.tokens.count > prefixCount else {
      if isInsertion {
        throw CommandError(
          .missingArgument(
            [Parameter("MOVE", .word)], after: line.bytes.count, HostCommand.amend.declaration))
      }
      return
    }
    let next = line.tokens[prefixCount]
    if isDeletion {
      throw CommandError(
        .surplusArgument(
          line.written(next), range: next.range, HostCommand.amend.declaration))
    }
    written = try WrittenMove(line, from: prefixCount, in: game)
  }

  /// Whether moves are only listed.
  var isQuestion: Bool { move == nil && !isDeletion }

  // MARK: - Places

  /// Reads `12`, `12-14`, `turn 4` or `round 2 Cy`.
  private mutating func readPlaces(_ line: Line, in game: any LoggedGame) throws(CommandError) {
    let first = try nextWord(of: line, Self.place)
    if line.isLiteral(first, "turn") {
      let number = try nextNumber(of: line)
      let turns = try turns(of: game, at: first)
      guard number <= turns.count else {
        throw .noSuchTurn("turn \(number.grouped)", turns: turns.count)
          .located(at: line.tokens[prefixCount - 1].range)
      }
      places = AmendedPlaces(turns[number - 1].places)
    } else if line.isLiteral(first, "round") {
      let round = try nextNumber(of: line)
      let name = line.text(try nextWord(of: line, Parameter("PLAYER", .name)))
      let turns = try turns(of: game, at: first)
      let range = line.tokens[prefixCount - 1].range
      let player: String
      do throws(CommandError) {
        player = try game.player(named: name)
      } catch {
        throw error.located(at: range)
      }
      guard let turn = turns.first(where: { $0.round == round && $0.player == player }) else {
        throw .noSuchTurn("turn of \(player) in round \(round.grouped)", turns: turns.count)
          .located(at: range)
      }
      places = AmendedPlaces(turn.places)
    } else {
      let ends = line.text(first).split(separator: "-", omittingEmptySubsequences: false)
        .map { Line.integer(Array($0.utf8)[...]) }
      guard !first.isQuoted, first.name == nil, 1...2 ~= ends.count, let from = ends[0],
        let to = ends[ends.count - 1], from > 0, from <= to
      else {
        throw CommandError(
          .badArgument(
            line.written(first), range: first.range, [Self.number],
            HostCommand.amend.declaration, hint: nil))
      }
      places = AmendedPlaces(from - 1..<to)
    }
    placeRange = first.range.lowerBound..<line.tokens[prefixCount - 1].range.upperBound
    let last = max(places.number, places.range.upperBound)
    guard last <= game.moveCount else {
      throw .noSuchMove(last, moves: game.moveCount).located(at: placeRange)
    }
  }

  private mutating func nextWord(
    of line: Line, _ parameter: Parameter
  ) throws(CommandError) -> Token {
    guard line.tokens.count > prefixCount else {
      throw CommandError(
        .missingArgument([parameter], after: line.bytes.count, HostCommand.amend.declaration))
    }
    prefixCount += 1
    return line.tokens[prefixCount - 1]
  }

  private mutating func nextNumber(of line: Line) throws(CommandError) -> Int {
    let word = try nextWord(of: line, Self.number)
    if let number = line.integer(word), number > 0 { return number }
    throw CommandError(
      .badArgument(
        line.written(word), range: word.range, [Self.number], HostCommand.amend.declaration,
        hint: nil))
  }

  private mutating func turns(
    of game: any LoggedGame, at word: Token
  ) throws(CommandError) -> [LoggedTurn] {
    isTurn = true
    let turns = game.log.turns
    if turns.isEmpty { throw .noTurns.located(at: word.range) }
    return turns
  }

  /// The error, with the place in the line of the word at fault.
  func placed(_ error: CommandError) -> CommandError {
    written.placed(error, orAt: placeRange)
  }
}

/// A move that is written at the end of the line of a command.
struct WrittenMove {
  private(set) var move: AmendingMove?
  private(set) var command: DeclaredCommand?
  /// The line of the move, and its offset in the line of the command.
  private var words = Line()
  private var offset = 0

  /// No move.
  init() {}

  /// - Parameters:
  ///   - first: the index of the first word of the move.
  ///   - end: the index after its last word; nil for all of the line.
  ///   - options: the options of the command with the move, for an error that names another one.
  init(
    _ line: Line, from first: Int, to end: Int? = nil, in game: any LoggedGame,
    options: [String] = []
  ) throws(CommandError) {
    let token = line.tokens[first]
    if let name = token.name {
      throw CommandError(.unknownOption(line.name(name), range: token.range, known: options))
    }
    offset = token.range.lowerBound
    let last = end.map { line.tokens[$0 - 1].range.upperBound } ?? line.bytes.count
    try read(Array(line.bytes[offset..<last]), in: game)
  }

  private mutating func read(_ bytes: [UInt8], in game: any LoggedGame) throws(CommandError) {
    do throws(CommandError) {
      words = try Line(command: bytes[...])
      guard let verb = words.tokens.first else { return }
      let word = words.bytes[verb.name == nil ? verb.content : verb.range]
      if words.tokens.count == 1 {
        if let whole = game.kind.shortcut(word) { return try read(whole, in: game) }
        if let command = game.kind.commandOfNumber, words.integer(verb) != nil {
          return try read(Array("\(command.verb) ".utf8) + word, in: game)
        }
      }
      command = game.kind.command(word) ?? game.kind.command(word.map(Line.lowercased)[...])
      if let command {
        move = .call(try command.call(words))
      } else if words.isLiteral(verb, HostCommand.resign.verb) {
        move = .resignation
      } else if words.isLiteral(verb, HostCommand.player.verb) {
        move = try PlayerChange(words).move(in: game)
      } else {
        let commands = game.kind.definition.commands.filter { !$0.isQuestion }
        throw CommandError.unknownCommand(
          words.written(verb), range: verb.range,
          near: SpellingSuggestion.nearest(
            to: words.written(verb), among: commands.flatMap(\.verbs)), games: [])
      }
    } catch {
      throw error.shifted(by: offset)
    }
  }

  /// The error, with the place in the line of the command of the word at fault.
  func placed(_ error: CommandError, orAt range: Range<Int>) -> CommandError {
    guard case .call(let call)? = move, let command else { return error.located(at: range) }
    let placed = error.placed(in: words, call, of: command)
    return placed.diagnostic.range == nil ? error.located(at: range) : placed.shifted(by: offset)
  }
}

/// Moves that follow each other in a log, made by one player in one round.
struct LoggedTurn {
  let player: String?
  let round: Int?
  /// The places of the moves, from 0.
  private(set) var places: Range<Int>

  /// Whose turn it was, and when: `Ann, round 3`.
  var words: String {
    [player, round.map { "round \($0)" }].compactMap(\.self).joined(separator: ", ")
  }

  fileprivate mutating func takes(_ move: LoggedMove) -> Bool {
    guard move.player == player, move.round == round, move.number == places.upperBound + 1 else {
      return false
    }
    places = places.lowerBound..<places.upperBound + 1
    return true
  }
}

extension GameLog {
  /// The turns of the moves in force; none in a game without players and rounds.
  var turns: [LoggedTurn] {
    var turns: [LoggedTurn] = []
    for (place, move) in moves(from: 1).enumerated()
    where move.isOfTurn && (turns.isEmpty || !turns[turns.count - 1].takes(move)) {
      turns.append(
        LoggedTurn(player: move.player, round: move.round, places: place..<place + 1))
    }
    return turns.contains { $0.player != nil || $0.round != nil } ? turns : []
  }
}
