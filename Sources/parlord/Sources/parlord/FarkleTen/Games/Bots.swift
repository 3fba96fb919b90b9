import ParlorKit

/// Games against bots. The client that plays against a bot asks for each step of its turn.
struct Bots {
  private let context: ActionContext

  init(_ context: ActionContext) { self.context = context }

  private static let noSuchGame = ActionError("Invalid game or player ID.")

  private var database: any Database { context.database }

  /// `startbotgame`: creates a game against a bot of the difficulty `algorithm`.
  ///
  /// The response is the view of the game as an object, with the name of the bot.
  func startGame() throws -> Value {
    guard let strategy = context.form["algorithm"].flatMap(BotStrategy.init) else {
      throw ActionError("Invalid bot difficulty. Choose easy, medium, or hard.")
    }
    let bot = try Player.bot(strategy, at: context.now, in: database)
    let matchmaking = Matchmaking(context)
    try matchmaking.checkUnfinishedGames()
    let game = try matchmaking.open(.friends, players: [context.me, bot.number], places: 2)
    var fields = Fields()
    for (index, part) in (try GameView(context).update(of: game, isNew: true).array ?? [])
      .enumerated()
    {
      fields[String(index)] = part
    }
    fields["botname"] = .string(bot.name)
    fields["Error"] = .null
    return .object(fields)
  }

  /// `getbotstatus`: how far the turn of a bot is.
  func status() throws -> Value {
    let (game, bot) = try requestedBot()
    guard let turn = try BotTurn.of(bot, in: game, database) else {
      throw ActionError("No turn state found for this bot.")
    }
    return turn.wire.adding("Error", nil)
  }

  /// `executebotstep`: the next step in the turn of a bot. A turn is a cycle of the steps rolled,
  /// chose_keepers and roll_again, and ends with banking or farkled and then completed.
  func step() throws -> Value {
    let (game, bot) = try requestedBot()
    guard let seat = try game.seat(of: bot.number, in: database),
      try game.seat(of: context.me, in: database) != nil
    else { throw Self.noSuchGame }
    let now = try BotTurn.of(bot, in: game, database)
    guard now != nil || !game.isOver && seat.round <= game.lastRound else {
      throw ActionError("It is not your turn to roll.")
    }
    var turn = now ?? BotTurn(gameId: game.number, playerId: bot.number)
    let result = try advance(&turn, bot, game)
    if result["step"] == "completed" {
      try turn.delete(database)
      return result.adding("Error", nil)
    }
    try turn.save(database)
    return result.adding("state", turn.wire).adding("Error", nil)
  }

  private func advance(_ turn: inout BotTurn, _ bot: Player, _ game: Game) throws -> Value {
    switch turn.step {
    case .rolling:
      let answer = try Play(acting(as: bot, saving: turn.saved)).roll(
        endsRound: false)
      let roll = answer.array?.last?.array?.compactMap(\.integer) ?? []
      turn.roll = roll
      turn.step = .choosing
      return ["step": "rolled", "dice": .integers(roll.filter { $0 != 0 })]
    case .choosing:
      var chance = context.random.chance()
      let strategy = bot.bot.flatMap(BotStrategy.init) ?? .easy
      guard let choice = strategy.decide(turn.roll, points: turn.points, chance: &chance) else {
        // The round ends with the last step. Until then it is the turn of the bot, and the client
        // asks for that step.
        turn.step = .farkled
        return ["step": "farkled", "message": ""]
      }
      turn.saved = turn.roll.indices.map { place in
        choice.places.contains(place) ? turn.roll[place] : turn.roll[place] == 0 ? 10 : 0
      }
      turn.points += choice.points
      turn.diceLeft = choice.diceLeft
      turn.rollsAgain = choice.rollsAgain
      turn.step = .deciding
      return [
        "step": "chose_keepers", "kept": Self.wire(choice, turn.roll),
        "turn_score": .integer(turn.points), "dice_remaining": .integer(turn.diceLeft),
        "message": "",
      ]
    case .deciding:
      turn.step = turn.rollsAgain ? .rolling : .banking
      return ["step": turn.rollsAgain ? "roll_again" : "banking", "message": ""]
    case .banking:
      _ = try Play(acting(as: bot, saving: turn.saved)).bank()
      return ["step": "completed", "final_score": .integer(turn.points), "banked": true]
    case .farkled:
      try Play(acting(as: bot, saving: [])).endFarkle()
      return ["step": "completed", "final_score": 0, "farkled": true]
    }
  }

  /// The game and the bot that the form names.
  private func requestedBot() throws -> (Game, Player) {
    let number = try context.number("gameid", or: Self.noSuchGame)
    let player = try context.number("botplayerid", or: Self.noSuchGame)
    guard let game = try Game.find(number, in: database),
      let bot = try Player.find(player, in: database), bot.bot != nil
    else { throw Self.noSuchGame }
    return (game, bot)
  }

  /// The context in which the bot makes a move.
  private func acting(as bot: Player, saving saved: [Int]) -> ActionContext {
    var acting = context
    acting.player = bot
    acting.form = acting.form.replacing(
      "saveddice", by: "[\(saved.map(String.init).joined(separator: ","))]")
    return acting
  }

  private static func wire(_ choice: BotStrategy.Decision, _ roll: [Int]) -> Value {
    let dice = choice.places.map { roll[$0] }
    return [
      "dice": .integers(dice), "points": .integer(choice.points),
      "description": .string(dice.map { "[\($0)]" }.joined()),
    ]
  }
}

/// How far the turn of a bot is.
struct BotTurn: Record {
  static let table = "botTurns"
  static let key = ["gameId", "playerId"]
  static let columns: [Column<Self>] = [
    Column("gameId", \.gameId), Column("playerId", \.playerId), Column("step", \.step),
    Column("roll", \.roll), Column("saved", \.saved), Column("points", \.points),
    Column("diceLeft", \.diceLeft), Column("rollsAgain", \.rollsAgain),
  ]

  enum Step: String, ColumnValue {
    case rolling
    case choosing = "choosing_keepers"
    case deciding = "deciding_roll"
    case banking, farkled
  }

  var gameId = 0
  var playerId = 0
  /// The step that comes next.
  var step = Step.rolling
  /// The last roll, at its six places; 0 where no die was rolled.
  var roll: [Int] = []
  /// What is set aside of it, as ``DiceSet/saved`` has it.
  var saved: [Int] = []
  /// The points of the turn.
  var points = 0
  var diceLeft = 6
  var rollsAgain = false

  static func of(_ bot: Player, in game: Game, _ database: any Database) throws -> BotTurn? {
    try BotTurn.fetchOne(
      database, prepared: "SELECT * FROM botTurns WHERE gameId = ? AND playerId = ?",
      arguments: [game.number, bot.number])
  }

  /// The state as the client reads it; lists are texts.
  fileprivate var wire: Value {
    func text(_ numbers: [Int]) -> Value {
      .string("[\(numbers.filter { 1...6 ~= $0 }.map(String.init).joined(separator: ","))]")
    }
    return [
      "stateid": .integer(gameId), "current_step": .string(step.rawValue),
      "dice_kept": saved.isEmpty ? nil : text(saved), "turn_score": .integer(points),
      "dice_remaining": .integer(diceLeft), "last_roll": roll.isEmpty ? nil : text(roll),
      "last_message": "",
    ]
  }
}
