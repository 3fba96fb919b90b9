import JSONRPC
import LineSyntax
import ParlorEngine
package import ParlorKit

// The implementations of the tools.

extension Tool {
  /// The tools in the order of `tools/list`.
  static let all = [
    list, new, play, legal, show, hint, undo, log, review, close, simulate,
  ]

  private static let list = Tool(
    name: "list", title: "List the games",
    description: "List the games, with the form of `new`, options and bots of each.",
    isQuestion: true,
    output: [
      "games": [
        "type": "array",
        "items": [
          "type": "object",
          "properties": [
            "name": ["type": "string"], "title": ["type": "string"],
            "summary": ["type": "string"],
            "usage": [
              "type": "array", "items": ["type": "string"],
              "description": "The form of `new`: the words after the name are `words`.",
            ],
            "options": ["type": "array", "items": ["type": "object"]],
            "bots": ["type": "array", "items": ["type": "object"]],
          ],
          "required": ["name", "title", "summary", "usage", "options", "bots"],
        ],
      ]
    ]
  ) { server, _ throws(GameError) in
    let kinds = server.options.kinds
    return ToolResult(
      kinds.map(\.outline).joined(separator: "\n"),
      ["ok": true, "games": .array(kinds.map(\.data))])
  }

  private static let new = Tool(
    name: "new", title: "Open a game",
    description: """
      Open a game in a session of its own. Returns the handle of the session. Give `bots` the players \
      that you do not play for.
      """,
    parameters: [
      .game,
      ToolParameter(
        name: "words", schema: ["type": "array", "items": ["type": "string"]],
        description: """
          What follows the name of the game: the players' names in the order of play, or a mode such \
          as `easy`. `list` shows the usage.
          """),
      .options,
      ToolParameter(
        name: "bots", schema: ["type": "object", "additionalProperties": ["type": "string"]],
        description: "Bots by the players' names, such as {\"Bob\": \"bank=300\"}."),
    ]
  ) { server, arguments throws(GameError) in
    let kind = try server.kind(try arguments.string("game"))
    var words = ["new", kind.definition.name]
    // A model that has read the usage may write an option as a word; no player can have such a
    // name.
    words += try arguments.strings("words").map { word in
      guard let (name, value) = ToolArguments.option(in: word) else { return Word.written(word) }
      return Word.written(option: name, value)
    }
    words += try arguments.options().map { Word.written(option: $0.name, $0.word) }
    let interpreter = try server.sessions.make()
    var result = server.run(words.joined(separator: " "), in: interpreter)
    for (player, bot) in try arguments.words("bots") where !result.isError {
      let seated = server.run(
        "seat \(Word.written(player)) \(bot == Seat.exec ? Word.quoted(bot) : Word.written(bot))",
        in: interpreter)
      result = seated.isError ? seated : result.followed(by: seated)
    }
    if result.isError { return result }
    let handle = server.sessions.add(interpreter)
    result.data = ["session": .string(handle)] + result.data
    result.text += "Session: \(handle)\n"
    return result
  }

  private static let play = Tool(
    name: "play", title: "Make a move",
    description: """
      Make one move of the player whose turn it is, or ask a question of the game: one line, such as \
      `roll`, `hold 1 5`, `reveal 3 4`, `guess 1 1 2 2` or `resign`. Bots move afterwards. A refused \
      move changes nothing, and the error lists what is legal.
      """,
    parameters: [
      .session,
      ToolParameter(
        name: "move", isRequired: true, schema: ["type": "string"],
        description: "The move as one line. `legal` lists the legal ones."),
    ]
  ) { server, arguments throws(GameError) in
    let handle = try arguments.string("session")
    let interpreter = try server.sessions.session(handle)
    let move = try arguments.string("move")
    guard interpreter.asksGame(Array(move.utf8)[...]) else {
      let verbs = interpreter.currentGame?.kind.definition.commands.map(\.verb) ?? []
      let word = move.split(separator: " ").first.map(String.init) ?? ""
      let near =
        interpreter.router.isCommand(word.lowercased())
        ? [] : SpellingSuggestion.nearest(to: word, among: verbs).map { "`\($0)`" }
      throw GameError(
        .unknownCommand, "this is not a command of the game",
        help: [
          near.isEmpty
            ? "`legal` lists the legal moves; the other tools do the rest"
            : "did you mean \(near.alternatives)?"
        ])
    }
    return server.run(move, in: interpreter, handle)
  }

  private static let legal = asking(
    "legal", "List the legal moves",
    "List the legal moves, as lines for `play`.",
    ToolParameter(
      name: "limit", schema: ["type": "integer", "minimum": 1, "maximum": 100_000],
      description: "The most moves to list; 100 if left out.")
  ) { arguments throws(GameError) in
    "legal \(try arguments.integer("limit", in: 1...100_000) ?? 100)"
  }

  private static let show = asking(
    "show", "Show the table", "Show the table from the view of the player to move."
  ) { _ throws(GameError) in "show" }

  private static let hint = asking(
    "hint", "Ask for advice",
    """
    Show the best moves with what they are worth. The first hint can take some seconds. The game counts \
    as assisted.
    """,
    ToolParameter(
      name: "count", schema: ["type": "integer", "minimum": 1, "maximum": 10_000],
      description: "How many moves to show; 3 if left out."),
    ToolParameter(
      name: "why", schema: ["type": "boolean"],
      description: "Whether to give reasons; not together with `count`."), need: .advice
  ) { arguments throws(GameError) in
    let count = try arguments.integer("count", in: 1...10_000)
    guard try arguments.flag("why") else { return count.map { "hint \($0)" } ?? "hint" }
    if count != nil {
      throw GameError(.badArgument, "`count` and `why` cannot be combined")
    }
    return "hint why"
  }

  private static let undo = asking(
    "undo", "Take moves back",
    """
    Take back the last move, or the last moves; against bots, back to your own last decision. The same \
    draws come again.
    """,
    ToolParameter(
      name: "count", schema: ["type": "integer", "minimum": 1, "maximum": 1_000_000],
      description: "How many moves; 1 if left out."), isQuestion: false
  ) { arguments throws(GameError) in
    "undo \(try arguments.integer("count", in: 1...1_000_000) ?? 1)"
  }

  private static let log = asking(
    "log", "Show the log",
    """
    List the moves made, with their outcomes, as lines that replay the game. What is still hidden is left \
    out.
    """
  ) { _ throws(GameError) in "log" }

  private static let review = asking(
    "review", "Judge the moves",
    """
    Judge every move of the game: what was best, what was lost, and what was luck. Of a game that is \
    not over it counts as a hint.
    """, need: .advice
  ) { _ throws(GameError) in "review" }

  private static let close = Tool(
    name: "close", title: "Close a session",
    description: "Close a session with its game. The handle becomes invalid.",
    parameters: [.session], isDestructive: true
  ) { server, arguments throws(GameError) in
    let handle = try arguments.string("session")
    _ = try server.sessions.session(handle)
    server.sessions.close(handle)
    return ToolResult("The session is closed.\n", ["session": .string(handle), "ok": true])
  }

  private static let simulate = Tool(
    name: "simulate", title: "Let bots play each other",
    description: """
      Let bots play many games and count who wins. The same arguments always give the same report.
      """,
    parameters: [
      .game,
      ToolParameter(
        name: "bots", isRequired: true,
        schema: ["type": "array", "items": ["type": "string"]],
        description: "A bot for each seat, such as [\"bank=300\", \"random\"]."),
      ToolParameter(
        name: "words", schema: ["type": "array", "items": ["type": "string"]],
        description: "A mode, such as `hard`."),
      .options,
      ToolParameter(
        name: "games",
        schema: [
          "type": "integer", "minimum": 1, "maximum": .integer(SimulationRequest.mostGames),
        ],
        description: "How many games; 1,000 if left out."),
      ToolParameter(
        name: "seed", schema: ["type": "integer", "minimum": 0],
        description: "The seed of the first game, from which the seeds count up; 0 if left out."),
    ], need: .simulation, isQuestion: true,
    output: [
      "report": [
        "type": "object",
        "description": "Wins of each seat with 95 % intervals, and figures of the games.",
      ]
    ]
  ) { server, arguments throws(GameError) in
    let game = try server.kind(try arguments.string("game")).definition.name
    guard let simulate = server.options.simulate else { throw .notNow("no bots play here") }
    let most = SimulationRequest.mostGames
    let limit = server.limit
    let words = try arguments.strings("words")
    let options = try arguments.options().map { "\($0.name)=\($0.word)" }
    let report = try simulate(
      SimulationRequest(
        game: game, words: try arguments.strings("bots") + words + options,
        games: try arguments.integer("games", in: 1...most) ?? 1000,
        seed: try arguments.integer("seed", in: 0...Seed.max - most) ?? 0)
    ) { limit.isOver }
    return ToolResult(report.text, ["ok": true, "report": .object(report.fields)])
  }

  /// A tool that runs one line in a session.
  private static func asking(
    _ name: String, _ title: String, _ description: String, _ parameters: ToolParameter...,
    need: Need = .nothing, isQuestion: Bool = true,
    line: @escaping @Sendable (ToolArguments) throws(GameError) -> String
  ) -> Tool {
    Tool(
      name: name, title: title, description: description, parameters: [.session] + parameters,
      need: need, isQuestion: isQuestion
    ) { server, arguments throws(GameError) in
      let handle = try arguments.string("session")
      let interpreter = try server.sessions.session(handle)
      return server.run(try line(arguments), in: interpreter, handle)
    }
  }
}

/// The arguments of `simulate`.
package struct SimulationRequest: Sendable {
  package var game: String
  /// The bots, then the words and options of the game.
  package var words: [String]
  package var games: Int
  package var seed: Int

  /// The maximum number of games of a call.
  package static let mostGames = 100_000

  /// Plays the games, until it is told to stop.
  package typealias Play =
    (_ request: SimulationRequest, _ isStopped: @escaping @Sendable () -> Bool)
    throws(GameError) -> SimulationReport
}

/// The result of a simulation.
package struct SimulationReport: Sendable {
  package var text: String
  package var fields: Fields

  package init(text: String, fields: Fields) {
    self.text = text
    self.fields = fields
  }
}

extension MCPServer {
  /// Runs a tool. An error of the tool is a result; an unknown tool is an error of the request.
  func call(_ request: MCPRequest) throws(RPCError) -> ToolResult {
    let name = try request.string("name")
    guard let tool = tools.first(where: { $0.name == name }) else {
      throw .invalidParams(
        "there is no tool \(Value.string(name).json); there are "
          + tools.map(\.name).joined(separator: ", "))
    }
    let given = try request.fields("arguments")
    limit.start()
    do throws(GameError) {
      return try tool.run(self, try ToolArguments(given, of: tool))
    } catch {
      return ToolResult(error)
    }
  }

  func kind(_ name: String) throws(GameError) -> GameKind {
    guard let kind = options.kinds.first(where: { $0.definition.name == name }) else {
      let names = options.kinds.map { "`\($0.definition.name)`" }
      throw GameError(
        .badArgument, "there is no such game", help: ["`game` is \(names.alternatives)"])
    }
    return kind
  }

  /// Runs a line in a session.
  func run(_ line: String, in interpreter: Interpreter, _ handle: String? = nil) -> ToolResult {
    guard let reply = interpreter.execute(line).last else {
      return ToolResult(GameError(.badArgument, "the move is empty"))
    }
    var written = TextWriter()
    reply.write(to: &written)
    guard var data = (try? JSONReader.read(written.bytes))?.fields else {
      return ToolResult(GameError(.internal, "the reply cannot be read"))
    }
    let text = data["text"]?.string ?? ""
    data["text"] = nil
    var fields: Fields = [:]
    if let handle { fields["session"] = .string(handle) }
    if let status = interpreter.openGame?.statusData { fields["status"] = status }
    return ToolResult(text, fields + data, isError: reply.problem != nil)
  }
}

extension ToolResult {
  /// The result of two lines, the second run after the first.
  fileprivate func followed(by next: ToolResult) -> ToolResult {
    // Describe the situation once, at the end.
    let situation = text.split(separator: "\n").last.map { $0 + "\n" } ?? ""
    let isRepeated = text.hasSuffix(situation) && next.text.hasSuffix(situation)
    let text = isRepeated ? String(text.dropLast(situation.count)) : text
    var data = next.data
    data["command"] = self.data["command"]
    data["events"] = .array(
      (self.data["events"]?.array ?? []) + (next.data["events"]?.array ?? []))
    return ToolResult(text + next.text, data)
  }
}

extension Fields {
  /// The fields with others behind them.
  fileprivate static func + (first: Fields, second: Fields) -> Fields {
    var sum = first
    for field in second { sum[field.name] = field.value }
    return sum
  }
}

extension GameKind {
  /// How the game is opened, with its options and bots.
  fileprivate var outline: String {
    let options = opening.declaration.options.map { "  \($0.name)=\($0.range): \($0.summary)\n" }
    let bots = bots.map { "  \($0.joined(separator: ": "))\n" }
    return """
      \(definition.title): \(definition.summary)
      \(opening.declaration.usages.joined(separator: "\n"))
      options:
      \(options.joined())bots:
      \(bots.joined())
      """
  }
}
