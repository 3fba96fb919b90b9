import LineSyntax
import ParlorKit

// Commands that move along the log of a game.

extension HostCommand {
  static let undo = HostCommand(
    in: .play, requires: .moves,
    Command(
      "undo", "take back the last move, or the last N",
      details: [
        "Against bots it goes back to your own last decision. It also takes back an `amend`, and"
          + " the end of a game, whose result is recorded anew when it ends again.",
        "The time that you have played still counts. After you take back a draw, or a move that"
          + " revealed something, the game does not count, except for dice rolled at a real table.",
        "`set undo same|fresh|forbid|ask` sets what happens to draws. With `ask`, which is the default"
          + " in real time, `undo` of a draw that several people have seen asks the others first."
          + " After `undo yes` other draws come.",
      ],
      examples: ["undo", "undo 3", "undo yes"],
      Form(.optional(.integer("N", 1...1_000_000_000))) { interpreter, count throws(CommandError) in
        let session = interpreter.session
        let game = try session.requireLoggedGame()
        do throws(CommandError) {
          return try game.takeBack(count ?? 1, session.preferences.undoPolicy)
        } catch {
          guard error.detail == .needsConsent else { throw error }
          let takeback = Takeback(of: count ?? 1, in: game)
          session.takeback = takeback
          return CommandResult(events: [HostEvent.takeback(takeback, isRefused: false)])
        }
      },
      Form("yes", help: "let others take back the draw that they have asked for") {
        interpreter throws(CommandError) in
        let (game, takeback) = try interpreter.session.askedTakeback()
        let result = try game.takeBack(takeback.steps, .fresh)
        interpreter.session.takeback = nil
        return result
      },
      Form("no", help: "refuse it") { interpreter throws(CommandError) in
        let (_, takeback) = try interpreter.session.askedTakeback()
        interpreter.session.takeback = nil
        return CommandResult(events: [HostEvent.takeback(takeback, isRefused: true)])
      }))

  static let redo = HostCommand(
    in: .play, requires: .undoneMoves,
    Command(
      "redo", "repeat the last undone move, or the last N",
      details: ["A new move discards the undone moves."], examples: ["redo", "redo 3"],
      Form(.optional(.integer("N", 1...1_000_000_000))) { interpreter, count throws(CommandError) in
        let session = interpreter.session
        let game = try session.requireLoggedGame()
        let redone = try game.redo(count ?? 1, passingBots: true)
        // A bot whose moves are all repeated goes on.
        let events = game.isAtEnd ? session.playBots(in: game) : []
        return .position(after: [HostEvent.redone(redone, turn: game.turnToSay)] + events)
      }))

  static let go = HostCommand(
    in: .play, requires: .log, suggest: moveNumbers,
    Command(
      "goto", "go to the position after a move of the log",
      details: [
        "Moves are counted from 1, without `new` and `clock`; 0 is the start of the game.",
        "`redo` repeats the moves after it, until you make another move.",
      ],
      examples: ["goto 12", "goto 0"],
      Form(.integer("MOVE", 0...1_000_000_000)) { interpreter, move throws(CommandError) in
        let session = interpreter.session
        let game = try session.requireLoggedGame()
        try game.go(to: move, policy: session.preferences.undoPolicy)
        return .position(after: [
          HostEvent.wentTo(move: game.moveCount, of: game.log.count, turn: game.turnToSay)
        ])
      }))

  static let amend: HostCommand = HostCommand(
    in: .play, requires: .moves, suggest: amendable,
    CommandDeclaration(
      "amend",
      forms: [
        CommandDeclaration.Form([Parameter("N", Amending.number.kind, count: 0...1)]),
        CommandDeclaration.Form(
          [Parameter("PLACE", .word), Parameter("MOVE", .word, count: 1...Int.max)],
          "replace moves by one, and repeat the later ones"),
        CommandDeclaration.Form(
          [
            Parameter("insert", .literal("insert")), Parameter("PLACE", .word),
            Parameter("MOVE", .word, count: 1...Int.max),
          ], "insert a move before one of the log"),
        CommandDeclaration.Form(
          [Parameter("delete", .literal("delete")), Parameter("PLACE", .word)],
          "delete moves"),
      ],
      summary: "list the moves, or correct an earlier one",
      details: [
        "`amend` lists the moves with their numbers, players and rounds; `amend N` those from move N.",
        "PLACE is a move, `12`; moves, `12-14`; a turn, `turn 4`; or the turn of a player,"
          + " `round 2 Cy`. A number alone is the move that takes one, such as `points`.",
        "The later moves keep their dice, and pass to other players if a turn is inserted or deleted."
          + " If one of them no longer fits, the error names it and nothing changes. `undo` takes the"
          + " amendment back.",
        "With dice rolled at a real table the game still counts; otherwise the rules of `undo`"
          + " apply.",
      ],
      examples: [
        "amend", "amend 12 points 450", "amend round 2 Cy 350", "amend insert turn 6 farkle",
        "amend delete 12-14",
      ])
  ) { interpreter, line throws(CommandError) in
    let session = interpreter.session
    let game = try session.requireLoggedGame()
    guard let amending = try Amending(line, in: game) else {
      return CommandResult(events: [HostEvent.moves(game.log.moves(from: 1))])
    }
    do throws(CommandError) {
      if amending.isQuestion {
        let moves = game.log.moves(from: amending.places.number)
        let count = amending.isTurn ? amending.places.range.count : moves.count
        return CommandResult(events: [HostEvent.moves(Array(moves.prefix(count)))])
      }
      let amended = try game.amend(
        amending.places, by: amending.move, policy: session.preferences.undoPolicy)
      let amendment = HostEvent.amended(amended, turn: game.turnToSay)
      let events = session.playBots(in: game, after: amended.events)
      return events.isEmpty
        ? .position(after: [amendment])
        : CommandResult(events: [amendment] + events, showsSituation: true)
    } catch {
      throw amending.placed(error)
    }
  }

  /// The numbers of the moves, the last first, and the words of other places.
  private static let amendable: Suggest = { assistant, given, _ in
    guard let game = assistant.session.currentGame?.logged else { return [] }
    let numbers = game.log.moves(from: max(1, game.moveCount - 49)).reversed().compactMap { move in
      move.number.map { Suggestion(String($0), move.words) }
    }
    let isEdit = ["insert", "delete"].contains(given.first)
    let turns = game.log.turns
    switch isEdit ? Array(given.dropFirst()) : given {
    case []:
      let edits = [
        Suggestion("insert", "a move before one of the log"), Suggestion("delete", "moves"),
      ]
      let places = [
        Suggestion("turn", "a whole turn"), Suggestion("round", "the turn of a player"),
      ]
      return numbers + (turns.isEmpty ? [] : places) + (isEdit ? [] : edits)
    case ["turn"]:
      return turns.enumerated().suffix(50).reversed().map { index, turn in
        Suggestion(String(index + 1), turn.words)
      }
    case ["round"]:
      return Set(turns.compactMap(\.round)).sorted(by: >).map { Suggestion(String($0), "") }
    case let words where words.count == 2 && words[0] == "round":
      return turns.filter { $0.round.map(String.init) == words[1] }.compactMap { turn in
        turn.player.map { Suggestion(Word.written($0), "") }
      }
    default: return []
    }
  }

  static let replay = HostCommand(
    in: .games, needs: .profile, requires: .finishedGame, suggest: finishedGames,
    Command(
      "replay", "replay a finished game, move by move",
      details: [
        "`finished` lists the games; number 1 ended last.",
        "In a game with a clock each move takes its original time, at most five seconds.",
        "Ctrl-C stops the replay. `undo`, `redo` and `goto` change the position; a new move continues"
          + " from there, as a game that does not count.",
      ],
      examples: ["replay 1", "replay 3 speed=10"],
      Form(
        .integer("N", 1...100_000),
        .integer(
          of: .integer(
            "speed", 1...1000, default: 1, "speed at the prompt; 1 is one move per second")),
        streaming: { interpreter, sink, number, speed throws(CommandError) in
          try interpreter.replay(number, speed: speed ?? 1, into: sink)
        })))
}

extension Interpreter {
  /// The longest pause between two moves, in milliseconds.
  private static var longestPause: Int64 { 5_000 }
  /// The pause in a game that keeps no time.
  private static var usualPause: Int64 { 1_000 }

  fileprivate func replay(
    _ number: Int, speed: Int, into sink: ReplySink
  ) throws(CommandError) -> CommandResult {
    let (game, _, result) = try session.finishedGame(number)
    var events: [any Event] = []
    if let kept = try session.games.open(game) { events.append(HostEvent.keptOpen(GameLine(kept))) }
    // The journal has the whole log, and then where in it the game is.
    session.beginJournal(of: game, exclusion: .loaded)
    session.exclude(likeFileOf: game, result)
    game.rewind()
    deliver(part: events + game.opening, of: "replay", into: sink)
    while let pause = game.log.pauseBeforeNextMove {
      let time = game.kind.readsClock ? min(pause, Self.longestPause) : Self.usualPause
      session.host.pause(time / Int64(speed))
      if session.host.isInterrupted() { break }
      guard let step = game.stepForward() else { break }
      let heading = HostEvent.replayed(
        move: game.moveCount, of: game.log.count, line: step.line)
      // The reply that ends the replay shows the last position.
      deliver(
        part: [heading] + step.events, of: "replay",
        showsSituation: !game.isAtEnd, into: sink)
    }
    game.notePosition()
    return .position(after: [
      HostEvent.wentTo(move: game.moveCount, of: game.log.count, turn: game.turnToSay)
    ])
  }
}

extension LoggedMove {
  /// The move in words, after its number: `Ann, round 3: points 450`.
  var words: String {
    let details = [player, round.map { "round \($0)" }].compactMap(\.self)
    return details.isEmpty ? line : "\(details.joined(separator: ", ")): \(line)"
  }
}

extension LoggedGame {
  /// Whose turn it is, in a game for several players.
  var turnToSay: HostEvent.Turn? {
    guard players.count > 1, let name = playerOnTurn else { return nil }
    var situation = TextWriter()
    view.writeSituation(to: &situation)
    return HostEvent.Turn(player: name, isSaid: situation.bytes.starts(with: name.utf8))
  }
}

// MARK: - Takebacks

/// What somebody has asked to take back, which others have seen. It holds for one position.
struct Takeback: Equatable {
  let steps: Int
  private let game: Int
  private let moves: Int
  private let digest: UInt32

  fileprivate init(of steps: Int, in game: any LoggedGame) {
    self.steps = steps
    (self.game, moves, digest) = (game.number, game.moveCount, game.digest)
  }
}

extension LoggedGame {
  fileprivate func takeBack(
    _ steps: Int, _ policy: UndoPolicy
  ) throws(CommandError) -> CommandResult {
    let undone = try undo(steps, policy: policy, passingBots: true)
    return .position(after: [HostEvent.undone(undone, turn: turnToSay)])
  }
}

extension Session {
  /// The takeback that was asked for in the position of the current game.
  fileprivate func askedTakeback() throws(CommandError) -> (any LoggedGame, Takeback) {
    let game = try requireLoggedGame()
    guard let takeback, takeback == Takeback(of: takeback.steps, in: game) else {
      throw .nothingAsked
    }
    return (game, takeback)
  }
}

// MARK: - Events

extension HostEvent {
  fileprivate static func takeback(_ takeback: Takeback, isRefused: Bool) -> Self {
    Self("takeback", ["steps": .integer(takeback.steps), "refused": .bool(isRefused)]) {
      $0.write(
        isRefused
          ? "The move stays."
          : "The others have seen this draw. `undo yes` agrees to another one, `undo no` refuses.")
    }
  }

  static func undone(_ moves: [LoggedMove], turn: Turn?) -> Self {
    Self("undone", fields(moves, turn)) {
      $0.write("Undone: ", summary(of: moves), ".", turn.sentence)
    }
  }

  static func redone(_ moves: [LoggedMove], turn: Turn?) -> Self {
    Self("redone", fields(moves, turn)) {
      $0.write("Redone: ", summary(of: moves), ".", turn.sentence)
    }
  }

  private static func fields(_ moves: [LoggedMove], _ turn: Turn?) -> Fields {
    [
      "lines": .strings(moves.map(\.line)), "moves": .array(moves.map { .object($0.fields) }),
      "turn": turn.value,
    ]
  }

  /// Moves in a few words: the lines if there are at most three, otherwise their number. In a game
  /// for several the players are named.
  private static func summary(of moves: [LoggedMove]) -> String {
    guard moves.count <= 3 else { return "\(moves.count.grouped) moves" }
    let isAmbiguous = moves.contains { $0.player != moves[0].player }
    return moves.map { move in
      isAmbiguous ? move.player.map { "\(move.line) (\($0))" } ?? move.line : move.line
    }.joined(separator: ", ")
  }

  static func wentTo(move: Int, of moves: Int, turn: Turn?) -> Self {
    Self("went-to", ["move": .integer(move), "moves": .integer(moves), "turn": turn.value]) {
      $0.write("After move ", move, " of ", moves, ".", turn.sentence)
    }
  }

  static func moves(_ moves: [LoggedMove]) -> Self {
    Self("moves", ["moves": .array(moves.map { .object($0.fields) })]) { text in
      if moves.isEmpty { text.write("No move has been made.") }
      let rows = moves.map { move in
        [
          move.number.map { "\($0)" } ?? "", move.player ?? "",
          move.round.map { "round \($0)" } ?? "", move.line,
        ]
      }
      let columns = (0..<4).filter { column in rows.contains { !$0[column].isEmpty } }
      text.write(Columns(rows.map { row in columns.map { row[$0] } }, [.right]))
    }
  }

  static func amended(_ amended: Amended, turn: Turn?) -> Self {
    let before = amended.before.isEmpty ? nil : amended.before.map(\.line).joined(separator: "; ")
    return Self(
      "amended",
      [
        "move": amended.move.map { .object($0.fields) } ?? .null,
        "before": before.map(Value.string) ?? .null, "turn": turn.value,
      ]
    ) { text in
      let (move, moves) = (amended.move, amended.before)
      text.write(move == nil ? "Deleted " : moves.isEmpty ? "Inserted " : "Amended ")
      let numbers = (moves.isEmpty ? [move].compactMap(\.self) : moves).compactMap(\.number)
      text.write(numbers.count > 1 ? "moves " : "move ")
      text.write(
        numbers.count > 1 ? "\(numbers[0])-\(numbers[numbers.count - 1])" : "\(numbers[0])")
      if let player = move?.player ?? moves.first?.player { text.write(" (", player, ")") }
      text.write(": ", move?.line ?? before ?? unreachable("a move is new or gone", ""))
      if move != nil, let before { text.write(" in place of ", before) }
      text.write(".", turn.sentence)
    }
  }

  static func replayed(move: Int, of moves: Int, line: String) -> Self {
    Self(
      "replayed",
      ["move": .integer(move), "moves": .integer(moves), "line": .string(line)]
    ) { $0.write(Styled(.faint, "Move \(move) of \(moves): \(line)")) }
  }
}

extension LoggedMove {
  fileprivate var fields: Fields {
    [
      "number": number.map(Value.integer) ?? .null, "line": .string(line),
      "player": player.map(Value.string) ?? .null, "round": round.map(Value.integer) ?? .null,
    ]
  }
}
