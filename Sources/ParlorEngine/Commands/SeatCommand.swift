import LineSyntax
import ParlorKit

extension HostCommand {
  static let seat: HostCommand = HostCommand(
    in: .play, requires: .log, traits: .takesOptionsAsWords, suggest: seating,
    declare: { session, line throws(CommandError) in
      if let missing = missingWord(in: line, session.currentGame?.logged) {
        throw CommandError(
          .missingArgument([missing], after: line.bytes.count, seat.declaration))
      }
      return seat.declared
    },
    Command(
      "seat", "let a bot play for a player",
      details: [
        "The bot moves whenever it is the player's turn. `random` plays any game; `help GAME` lists"
          + " the bots of a game, of which `easy`, `medium` and `hard` choose one.",
        "In a game without names, the player is `1`.",
        "The plugin documentation explains what a program must answer.",
      ],
      examples: [
        "seat Bob hard", "seat Bob random", "seat Bob bank=300", "seat Bob exec ./my-bot",
        "seat Bob human",
      ],
      forms: SeatChange.forms.map { form in
        let action: Session.CommandAction = { interpreter, call, _ throws(CommandError) in
          guard let change = form.action(call) else {
            let game = try interpreter.session.requireGame().logged
            let lines = game.map { $0.seatLines(of: $0.players) } ?? []
            return CommandResult(events: [HostEvent.seats(lines)])
          }
          return try interpreter.session.seat(change)
        }
        return Form(like: form, action: action)
      }))

  /// What a line that ends too early still needs. The declaration does not know the bots.
  private static func missingWord(in line: Line, _ game: (any LoggedGame)?) -> Parameter? {
    switch line.tokens.count {
    case 2:
      game.map {
        Parameter("BOT", .choice(["human"] + $0.kind.bots.compactMap(\.first) + ["exec FILE"]))
      }
    case 3 where line.isLiteral(line.tokens[2], "exec"): Parameter("FILE", .file)
    default: nil
    }
  }

  /// The players, then the bots and programs that can decide for them.
  private static let seating: Suggest = { assistant, given, current in
    guard let game = assistant.session.currentGame?.logged else { return [] }
    switch given.count {
    case 0: return game.players.map { Suggestion(Word.written($0)) }
    case 1:
      return [Suggestion("human", "the player decides")]
        + game.kind.levelSuggestions.dropFirst() + game.kind.botNames + [
          Suggestion(Seat.exec, "a program decides")
        ]
    case 2 where given[1] == "exec": return HostCommand.files(assistant, [], current)
    case 2 where given[1].hasSuffix("="):
      let rows = game.kind.bots.compactMap(\.first)
      let usual = rows.first { $0.hasPrefix(given[1]) }?.dropFirst(given[1].count)
      return usual.map { [Suggestion(String($0), "the default")] } ?? []
    default: return []
    }
  }
}

extension Session {
  fileprivate func seat(_ change: SeatChange) throws(CommandError) -> CommandResult {
    guard let game = try requireGame().logged else {
      throw .refused(GameError(.notNow, "bots do not play remote games"))
    }
    if game.origin.hasSides { throw .sidesWithoutBots }
    let player = try change.player(of: game)
    let seat = try change.seat(in: game) { path throws(CommandError) in
      guard capabilities.contains(.processes), let loader = library.loader else {
        throw .notGranted("seat NAME exec", in: capabilities)
      }
      do throws(GameError) {
        return try loader.player(files.readPath(path))
      } catch {
        throw .refused(GameError(error.code, error.message, at: .argument(1), help: error.help))
      }
    }
    try check(seat)
    // Who takes over from a bot sees what it saw, and so does the user's program.
    let opensHand = seat == nil || seat?.program != nil
    if let bot = game.table.seats[player], opensHand, bot.caption != seat?.caption,
      game.log.count > 0, game.kind.definition.traits.contains(.hidesDraws), !game.status.isOver,
      let index = game.players.firstIndex(of: player)
    {
      noteHandSeen(of: index, in: game)
    }
    game.table.seats[player] = seat
    var events: [any Event] = [HostEvent.seats(game.seatLines(of: [player]))]
    // A bot that plays as advised and gives its seat back has advised who has the seat now.
    if game.table.advisedPlayers.contains(player), !(seat?.isAdvised ?? false), !game.status.isOver
    {
      events += noteAssistance(of: game)
    }
    return CommandResult(events: playBots(in: game, after: events), showsSituation: true)
  }

  fileprivate func check(_ seat: Seat?) throws(CommandError) {
    if seat?.isAdvised ?? false, !host.allowsAdvice { throw .adviceIsForbidden }
  }
}

extension LoggedGame {
  /// The bots that decide for some of the players.
  func seatLines(of some: some Collection<String>) -> [HostEvent.SeatLine] {
    players.filter { some.contains($0) }.map {
      HostEvent.SeatLine(player: $0, bot: table.seats[$0]?.caption)
    }
  }

  /// The seat of a bot, which is written as in `seat NAME BOT`.
  func seat(_ bot: String, in session: Session) throws(CommandError) -> Seat {
    let seat = try makeSeat(bot: bot)
    try session.check(seat)
    return seat
  }

  /// The seat of a bot, or of a difficulty, as it is typed.
  func makeSeat(_ word: String) throws(GameError) -> Seat {
    let parts = (kind.bot(word) ?? word).split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    return try makeSeat(bot: String(parts[0]), value: parts.count > 1 ? String(parts[1]) : nil)
  }

  fileprivate func makeSeat(bot word: String) throws(CommandError) -> Seat {
    do throws(GameError) { return try makeSeat(word) } catch {
      throw .refused(GameError(error.code, error.message, at: .argument(1), help: error.help))
    }
  }
}

/// What `seat` asks for: another decider for a player. Lines of logs ask for it, too.
struct SeatChange: CommandContext {
  typealias CommandAction = @Sendable (Call) -> SeatChange?

  /// The player's name, or its number from 1.
  private let name: String
  private let decider: Decider

  enum Decider {
    case human
    /// A bot as it is typed, such as `bank=300`.
    case bot(String)
    case program(path: String)
  }

  private init(name: String, _ decider: Decider) {
    self.name = name
    self.decider = decider
  }

  /// What a line of `seat` asks for; nil if it only asks who decides for whom.
  init?(_ line: Line) throws(CommandError) {
    let call = try HostCommand.seat.read(line)
    guard let change = Self.forms[call.form].action(call) else { return nil }
    self = change
  }

  /// The forms of `seat`, and what each asks for.
  fileprivate static let forms: [Form<SeatChange>] = [
    Form(help: "list the players and their bots") { nil },
    Form(.word("NAME").then("human"), help: "give the seat back to the player") {
      SeatChange(name: $0, .human)
    },
    Form(.word("NAME"), .word("BOT"), help: "let a bot decide") { SeatChange(name: $0, .bot($1)) },
    Form(.word("NAME").then("exec"), .file("FILE"), help: "let a program decide") {
      SeatChange(name: $0, .program(path: $1))
    },
  ]

  /// The player that is meant.
  func player(of game: any LoggedGame) throws(CommandError) -> String {
    try game.player(named: name)
  }

  /// Who decides for the player; `nil` if the player does.
  ///
  /// - Parameter start: starts a program, or leaves that to others.
  func seat(
    in game: any LoggedGame, starting start: (String) throws(CommandError) -> (any SeatedProgram)?
  ) throws(CommandError) -> Seat? {
    switch decider {
    case .human: return nil
    case .program(let path): return Seat(program: try start(path), path: path)
    case .bot(let word): return try game.makeSeat(bot: word)
    }
  }
}

extension Form<SeatChange> {
  fileprivate init<each Value>(
    _ parameter: repeat FormParameter<each Value>, help: String,
    change: @escaping @Sendable (repeat each Value) -> SeatChange?
  ) {
    self.init(repeat each parameter, help: help) { call in
      var values = CallValues(call)
      return change(repeat (each parameter).read(&values))
    }
  }
}

// MARK: - Events

extension HostEvent {
  /// A player, and the bot that decides for it.
  struct SeatLine: Sendable {
    var player: String
    var bot: String?
  }

  static func seats(_ lines: [SeatLine]) -> Self {
    Self(
      "seats",
      [
        "seats": .array(
          lines.map {
            .object(["player": .string($0.player), "bot": $0.bot.map(Value.string) ?? .null])
          })
      ]
    ) { text in
      text.write(
        lines.map { "\($0.player): \($0.bot.map { "the bot \($0)" } ?? "human")" }, separator: "\n")
    }
  }

  static func botsPaused(moves: Int) -> Self {
    Self("bots-paused", ["moves": .integer(moves)]) {
      $0.write("The bots pause after ", moves, " moves and continue after the next move.")
    }
  }

  static func botFailed(_ bot: String, reason: String) -> Self {
    Self("bot-failed", ["bot": .string(bot), "reason": .string(reason)]) {
      $0.write("The bot ", bot, " stops playing because its move was rejected: ", reason, ".")
    }
  }

  static func botWaits(_ bot: String, player: String, line: String) -> Self {
    Self("bot-waits", ["bot": .string(bot), "player": .string(player), "line": .string(line)]) {
      $0.write(player, " (", bot, ") waits for your `", line, "`.")
    }
  }
}
