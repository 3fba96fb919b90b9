import JSONRPC
import ParlorEngine
import ParlorKit

/// A text with which a person starts a model.
struct MCPPrompt: Sendable {
  let name: String
  let title: String
  let description: String
  let arguments: [Argument]
  let text: @Sendable (GameKind, _ given: [String: String]) -> String

  struct Argument: Sendable {
    let name: String
    let description: String
    var isRequired = false
  }

  /// The prompt in the form of `prompts/list`.
  func declaration(in options: MCPOptions) -> Value {
    let games = options.kinds.map(\.definition.name).alternatives
    return [
      "name": .string(name), "title": .string(title), "description": .string(description),
      "arguments": .array(
        arguments.map { argument in
          [
            "name": .string(argument.name),
            "description": .string(
              argument.name == "game" ? "\(argument.description): \(games)" : argument.description),
            "required": .bool(argument.isRequired),
          ]
        }),
    ]
  }

  /// The prompts in the order of `prompts/list`.
  static let all = [play, writeScenario]

  private static let game = Argument(
    name: "game", description: "The game", isRequired: true)

  private static let play = MCPPrompt(
    name: "play", title: "Play a game", description: "Play a whole game, and judge it afterwards.",
    arguments: [
      game,
      Argument(
        name: "opponent",
        description: "The bot to play against in a game for several, such as bank=300"),
    ]
  ) { kind, given in
    let (name, title) = (kind.definition.name, kind.definition.title)
    let opponent = given["opponent"].map { bot in
      " Take two players, Agent and Bot, and let `\(bot)` play for Bot: `bots` is"
        + " {\"Bot\": \(Value.string(bot).json)}."
    }
    return """
      Play a whole game of \(title) with the tools of the server `parlor`, to win.

      Read the resource parlor://help/\(name) first: it teaches the game. Open the game with `new`.\
      \(opponent ?? "") Keep the session handle that it returns. Make one move at a time with `play`. \
      When you do not know what is legal, ask `legal`; after a refusal read what the error says. Think \
      about chances before you choose. Do not take moves back, and ask for no hints.

      When the game is over, say how it ended. If there is the tool `review`, let it judge the moves, and \
      say which were errors. Then `close` the session.
      """
  }

  private static let writeScenario = MCPPrompt(
    name: "write-scenario", title: "Write a scenario",
    description: "Write a test of a game that a person can read.",
    arguments: [
      game,
      Argument(name: "about", description: "The purpose of the scenario, such as a tie"),
    ]
  ) { kind, given in
    let (name, title) = (kind.definition.name, kind.definition.title)
    let about = given["about"].map { " It should show this: \($0)" } ?? ""
    return """
      Write a scenario of Parlor for \(title).\(about)

      A scenario is a text file, NAME.scenario, that runs as a test. A line that begins with `> ` is a \
      command; the lines after it are the reply that is expected. Begin with a paragraph that says what \
      the scenario shows, and an empty line. The first command is `new \(name) …` with `seed=N`, so that \
      the draws are the same each time. In an expected line `<dice>` matches any dice, and with ` (glob)` \
      at its end `*` matches any text, such as a time.

      Do not make replies up: open the same game with the tool `new`, with {"seed": N} in `options`, make \
      the moves with `play`, and copy the text of each reply, without the line that names the session. The \
      resource parlor://help/\(name) teaches the game. Where you cannot know a reply, leave it out: \
      `parlor test --bless NAME.scenario` fills it in.
      """
  }
}

extension MCPServer {
  /// The messages of a prompt.
  func prompt(_ request: MCPRequest) throws(RPCError) -> Fields {
    let name = try request.string("name")
    guard let prompt = MCPPrompt.all.first(where: { $0.name == name }) else {
      throw .invalidParams(
        "there is no prompt \(Value.string(name).json); there are "
          + MCPPrompt.all.map(\.name).joined(separator: ", "))
    }
    var given: [String: String] = [:]
    for field in try request.fields("arguments") {
      guard prompt.arguments.contains(where: { $0.name == field.name }) else {
        throw .invalidParams(
          "the prompt `\(name)` takes "
            + prompt.arguments.map { "`\($0.name)`" }.joined(separator: ", "))
      }
      guard let text = field.value.string else {
        throw .invalidParams("`\(field.name)` is a string")
      }
      given[field.name] = text
    }
    guard let game = given["game"] else { throw .invalidParams("`game` is missing") }
    do throws(GameError) {
      return [
        "description": .string(prompt.description),
        "messages": [
          [
            "role": "user",
            "content": ["type": "text", "text": .string(prompt.text(try kind(game), given))],
          ]
        ],
      ]
    } catch {
      throw .invalidParams(([error.message] + error.help).joined(separator: "; "))
    }
  }
}
