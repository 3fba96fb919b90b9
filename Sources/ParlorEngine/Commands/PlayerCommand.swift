import LineSyntax
import ParlorKit

extension HostCommand {
  static let player = HostCommand(
    in: .play, requires: .names, traits: .yieldsToGames, suggest: playerWords,
    Command(
      "player", "rename a player, or let one join or leave",
      details: [
        "PLAYER is a name or a number from 1.",
        "`rename` works in every game whose players have names, also after its end: the log, saved"
          + " games and statistics have the new name. It is no move; `player rename` also takes it"
          + " back. In the counter it is a move, so not after its end.",
        "`join` adds a player at the end of a round, where a game such as Farkle allows it, after"
          + " the others in the order of play. Without `score=` the prompt suggests the lowest score"
          + " at the table; a script has to name it.",
        "`leave` removes a player; the row stays in the sheet, points on the table are lost, and the"
          + " last remaining player wins. `resign` is the same for the player whose turn it"
          + " is. A bot leaves only after `seat NAME human`.",
        "The players of a fair game stay as they are.",
        "Joining and leaving are moves: `undo` takes them back, and `amend insert 7 player join Di"
          + " score=0` adds a forgotten one.",
      ],
      examples: ["player rename Ann Anne", "player join Dee score=1500", "player leave Bob"],
      forms: PlayerChange.forms.map { form in
        let action: Session.CommandAction = { interpreter, call, _ throws(CommandError) in
          var change = form.action(call)
          if case .join(let name, nil) = change,
            let score = try interpreter.session.scoreToJoin(of: name)
          {
            change = .join(name, score: score)
            // A script is not asked.
            let line = "player join \(Word.written(name)) score=\(score)"
            interpreter.recorder?.begin(Array(line.utf8)[...])
          }
          return try interpreter.session.change(change)
        }
        return Form(like: form, action: action)
      }))

  /// The players of the game and of earlier ones, and the score that is suggested.
  private static let playerWords: Suggest = { assistant, given, _ in
    guard let game = assistant.game?.logged else { return [] }
    switch (given.first, given.count) {
    case (nil, _):
      let joins = (try? game.joiningScore) != nil
      return [
        Suggestion("rename", "give a player another name"),
        Suggestion("leave", "take a player out of the game"),
      ] + (joins ? [Suggestion("join", "add a player")] : [])
    case ("rename", 1), ("leave", 1):
      return game.players.map { Suggestion(Word.written($0)) }
    case ("join", 1):
      let players = game.players
      return assistant.session.openings.players.filter { !players.contains($0) }
        .map { Suggestion(Word.written($0)) }
    case ("join", 3) where given[2] == "score=":
      return (try? game.joiningScore).map {
        [Suggestion("\($0)", "the lowest score at the table")]
      } ?? []
    default: return []
    }
  }
}

/// What `player` asks for. Lines of logs ask for it, too.
enum PlayerChange: CommandContext {
  typealias CommandAction = @Sendable (Call) -> PlayerChange

  /// Another name for a player, who is named or numbered.
  case rename(String, to: String)
  /// A new player.
  case join(String, score: Int?)
  /// A player, named or numbered, leaves the game.
  case leave(String)

  /// What a line of `player` asks for.
  init(_ line: Line) throws(CommandError) {
    let call = try HostCommand.player.read(line)
    self = Self.forms[call.form].action(call)
  }

  /// The forms of `player`, and what each asks for.
  fileprivate static let forms: [Form<PlayerChange>] = [
    Form("rename", .player, .name("NAME"), help: "give a player another name") {
      .rename($0, to: $1)
    },
    Form("join", .name("NAME"), .score, help: "add a player") { .join($0, score: $1) },
    Form("leave", .player, help: "take a player out of the game") { .leave($0) },
  ]
}

extension FormParameter<Int?> {
  /// The points of a player who joins.
  fileprivate static var score: Self {
    .integer(
      of: .integer(
        "score", -1_000_000...1_000_000, default: 0, "the points that the player begins with"))
  }
}

extension Form<PlayerChange> {
  fileprivate init<each Value>(
    _ word: String, _ parameter: repeat FormParameter<each Value>, help: String,
    change: @escaping @Sendable (repeat each Value) -> PlayerChange
  ) {
    self.init(words: word, repeat each parameter, help: help) { call in
      var values = CallValues(call)
      return change(repeat (each parameter).read(&values))
    }
  }
}

extension PlayerChange {
  /// The move that makes the change.
  ///
  /// - Throws: an error if there is none, since renaming is not a move.
  func move(in game: any LoggedGame) throws(CommandError) -> AmendingMove {
    switch self {
    case .rename:
      throw .refused(
        GameError(.notNow, "renaming is not a move: type `player rename PLAYER NAME` on its own"))
    case .join(let name, let score): return .joining(name, score: score)
    case .leave(let word):
      let player = try game.player(named: word)
      return .leaving(
        game.players.firstIndex(of: player) ?? unreachable("it is one of the players", 0))
    }
  }

  /// A player joins without a score.
  static func scoreIsMissing(of name: String, lowest: Int) -> GameError {
    .badArgument(
      "the score of \(name) is missing",
      help: [
        "`player join \(Word.written(name)) score=\(lowest)` gives the lowest score at the table"
      ])
  }
}

extension LoggedGame {
  /// Whether the players have names, which can be changed.
  var hasNames: Bool { kind.definition.setup.contains { $0.kind == .name } }

  /// Checks whether a player can have a name.
  func checkRenaming(_ player: String, to name: String) throws(CommandError) {
    guard hasNames else {
      throw .refused(GameError(.notNow, "the players of this game have no names"))
    }
    if player != name, players.contains(name) {
      throw .refused(
        .badArgument("there is already a player named \(name)", at: .argument(1)))
    }
  }

  /// Makes a change of the players.
  func change(_ change: PlayerChange) throws(CommandError) -> MoveReport {
    // Their names and words are part of every draw.
    guard origin.fair == nil else {
      throw .refused(
        GameError(
          .notNow, "the players of a fair game stay as they are",
          help: ["a player can `resign` when it is his turn"]))
    }
    if case .rename(let word, let name) = change {
      let player = try player(named: word)
      guard player != name else {
        return MoveReport(
          events: [HostEvent.ignored("\(player) already has this name")], isMove: false)
      }
      return try rename(player, to: name)
    }
    let move = try change.move(in: self)
    do throws(GameError) { return try make(move) } catch { throw .refused(error) }
  }
}

extension Session {
  /// Asks with which score a player joins.
  ///
  /// - Returns: the lowest at the table, or nil if it is another or nobody can be asked.
  fileprivate func scoreToJoin(of name: String) throws(CommandError) -> Int? {
    guard let game = currentGame?.logged else { return nil }
    let score: Int
    do throws(GameError) { score = try game.joiningScore } catch { throw .refused(error) }
    let question = "Does \(name) join with \(score.grouped), the lowest score at the table?"
    return asks(question) == true ? score : nil
  }

  /// Makes a change of the players of the current game.
  func change(_ change: PlayerChange) throws(CommandError) -> CommandResult {
    guard let game = try requireGame().logged else {
      throw .refused(GameError(.notNow, "the server decides who plays a remote game"))
    }
    let report = try game.change(change)
    if case .rename = change {
      openings.note(game)
      return CommandResult(events: report.events)
    }
    return CommandResult(
      events: playBots(in: game, after: report.events), showsSituation: report.isMove)
  }
}

// MARK: - Events

extension HostEvent {
  static func renamed(_ player: String, to name: String) -> Self {
    Self("renamed", ["player": .string(name), "before": .string(player)]) {
      $0.write(player, " is now ", Styled(.strong, name), ".")
    }
  }
}
