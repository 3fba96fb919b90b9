import ParlorEngine
import ParlorKit

/// A tool: its declaration, and its implementation. The server offers those of ``all`` that it can
/// run.
struct Tool: Sendable {
  let name: String
  let title: String
  let description: String
  var parameters: [ToolParameter] = []
  var need = Need.nothing
  /// Whether it changes no game.
  var isQuestion = false
  /// Whether it removes something that no other tool can restore.
  var isDestructive = false
  /// The schema of its results, besides `ok` and `error`.
  var output = Tool.reply
  let run: @Sendable (MCPServer, ToolArguments) throws(GameError) -> ToolResult

  /// The feature that the tool needs.
  enum Need { case nothing, advice, simulation }

  /// The tool in the form of `tools/list`.
  func declaration(in options: MCPOptions) -> Value {
    var properties: Fields = [:]
    for parameter in parameters { properties[parameter.name] = parameter.declaration(in: options) }
    var outputs: Fields = ["ok": ["type": "boolean", "description": "Whether it was accepted."]]
    for field in output { outputs[field.name] = field.value }
    outputs["error"] = Self.error
    return [
      "name": .string(name), "title": .string(title), "description": .string(description),
      "inputSchema": [
        "type": "object", "properties": .object(properties),
        "required": .strings(parameters.filter(\.isRequired).map(\.name)),
        "additionalProperties": false,
      ],
      "outputSchema": [
        "type": "object", "properties": .object(outputs), "required": ["ok"],
      ],
      "annotations": [
        "readOnlyHint": .bool(isQuestion), "destructiveHint": .bool(isDestructive),
        "idempotentHint": .bool(isQuestion), "openWorldHint": false,
      ],
    ]
  }

  // MARK: - Schemas of results

  private static let error: Value = [
    "type": "object", "description": "Why it was refused. A refused line changes nothing.",
    "properties": [
      "code": ["type": "string"], "message": ["type": "string"],
      "column": [
        "type": "integer",
        "description": "The place of the error in the move, in bytes from 1.",
      ],
      "legal": [
        "type": "array", "items": ["type": "string"],
        "description": "The legal moves, or their forms.",
      ],
    ],
    "required": ["code", "message", "legal"],
  ]

  /// The reply to a line of Parlor in JSON, with the handle and the status of the game.
  static let reply: Fields = [
    "session": ["type": "string", "description": "The handle of the session."],
    "status": [
      "type": "object", "description": "Whose turn it is, or how the game ended.",
      "properties": [
        "over": ["type": "boolean"],
        "turn": ["type": ["string", "null"], "description": "The player whose turn it is."],
        "winners": ["type": "array", "items": ["type": "string"]],
        "moves": ["type": "integer", "description": "The number of moves made."],
      ],
      "required": ["over", "turn", "winners", "moves"],
    ],
    "command": ["type": "string"],
    "events": [
      "type": "array", "description": "What happened, in order.",
      "items": [
        "type": "object", "properties": ["type": ["type": "string"]], "required": ["type"],
      ],
    ],
    "game": ["type": ["object", "null"], "description": "The number and the name of the game."],
    "state": ["type": ["object", "null"], "description": "The player's view of the game."],
  ]
}

struct ToolParameter: Sendable {
  let name: String
  var isRequired = false
  /// The type and its limits, as a JSON Schema.
  let schema: Fields
  let description: String
  /// Whether the values are the names of the games.
  var isGame = false

  func declaration(in options: MCPOptions) -> Value {
    var fields = schema
    if isGame { fields["enum"] = .strings(options.kinds.map(\.definition.name)) }
    fields["description"] = .string(description)
    return .object(fields)
  }

  static let session = ToolParameter(
    name: "session", isRequired: true, schema: ["type": "string"],
    description: "The handle that `new` returned.")
  static let options = ToolParameter(
    name: "options",
    schema: [
      "type": "object", "additionalProperties": ["type": ["string", "integer", "boolean"]],
    ],
    description: "Options of the game by name, such as {\"target\": 5000}.")
  static let game = ToolParameter(
    name: "game", isRequired: true, schema: ["type": "string"],
    description: "The name of a game.", isGame: true)
}

struct ToolResult {
  /// The text for a person.
  var text: String
  /// The same as data.
  var data: Fields
  var isError = false

  init(_ text: String, _ data: Fields, isError: Bool = false) {
    self.text = text
    self.data = data
    self.isError = isError
  }

  /// A refusal.
  init(_ error: GameError) {
    let help = error.help.map { "\n  \($0)" }.joined()
    self.init(
      "error[\(error.code.rawValue)]: \(error.message)\(help)",
      [
        "ok": false,
        "error": [
          "code": .string(error.code.rawValue), "message": .string(error.message), "legal": [],
        ],
      ], isError: true)
  }

  /// The result of `tools/call`.
  var fields: Fields {
    [
      "content": [["type": "text", "text": .string(text)]], "structuredContent": .object(data),
      "isError": .bool(isError),
    ]
  }
}

/// The arguments of a call.
struct ToolArguments {
  private let given: Fields
  private let tool: Tool

  /// - Throws: an error if one is missing, or not among the parameters of the tool.
  init(_ given: Fields, of tool: Tool) throws(GameError) {
    self.given = given
    self.tool = tool
    let names = tool.parameters.map(\.name)
    if let unknown = given.first(where: { !names.contains($0.name) }) {
      throw Self.error(
        "`\(tool.name)` has no argument `\(Self.shown(unknown.name))`",
        help: [names.isEmpty ? "it takes none" : "it takes \(names.joined(separator: ", "))"])
    }
    if let missing = tool.parameters.first(where: { $0.isRequired && given[$0.name] == nil }) {
      throw Self.error(
        "`\(missing.name)` is missing", help: ["\(missing.name): \(missing.description)"])
    }
  }

  /// A string; empty if it is left out.
  func string(_ name: String) throws(GameError) -> String {
    guard let value = given[name] else { return "" }
    guard let string = value.string else { throw wrong(name, "a string") }
    return string
  }

  /// An integer in a range; `nil` if it is left out.
  func integer(_ name: String, in range: ClosedRange<Int>) throws(GameError) -> Int? {
    guard let value = given[name] else { return nil }
    guard let integer = value.integer, range.contains(integer) else {
      throw wrong(name, "an integer from \(range.lowerBound) to \(range.upperBound)")
    }
    return integer
  }

  /// A truth value; false if it is left out.
  func flag(_ name: String) throws(GameError) -> Bool {
    guard let value = given[name] else { return false }
    guard let flag = value.bool else { throw wrong(name, "true or false") }
    return flag
  }

  /// A list of strings; empty if it is left out.
  func strings(_ name: String) throws(GameError) -> [String] {
    guard let value = given[name] else { return [] }
    guard let values = value.array else { throw wrong(name, "a list of strings") }
    var strings: [String] = []
    for value in values {
      // A model may write a number as one.
      guard let string = value.string ?? value.integer.map(String.init) else {
        throw wrong(name, "a list of strings")
      }
      strings.append(string)
    }
    return strings
  }

  /// Named strings, empty if they are left out; numbers and truth values become text.
  func words(_ name: String) throws(GameError) -> [(name: String, word: String)] {
    guard let value = given[name] else { return [] }
    guard let fields = value.fields else { throw wrong(name, "an object") }
    var words: [(name: String, word: String)] = []
    for field in fields {
      switch field.value {
      case .string(let string): words.append((field.name, string))
      case .integer(let integer): words.append((field.name, String(integer)))
      case .bool(let flag): words.append((field.name, flag ? "on" : "off"))
      default: throw wrong(name, "an object of strings, integers and truth values")
      }
    }
    return words
  }

  func options() throws(GameError) -> [(name: String, word: String)] {
    let options = try words("options")
    guard options.allSatisfy({ Identifier.isWord($0.name) }) else {
      throw GameError(.badOption, "an option is named by lower-case letters and hyphens")
    }
    return options
  }

  /// The parts of a word that is written as an option.
  static func option(in word: String) -> (name: String, value: String)? {
    guard let sign = word.firstIndex(of: "="), Identifier.isWord(String(word[..<sign])) else {
      return nil
    }
    return (String(word[..<sign]), String(word[word.index(after: sign)...]))
  }

  private func wrong(_ name: String, _ right: String) -> GameError {
    Self.error("`\(name)` of `\(tool.name)` is \(right)", help: [])
  }

  private static func error(_ message: String, help: [String]) -> GameError {
    GameError(.badArgument, message, help: help)
  }

  /// A client's name for something, made safe to show.
  private static func shown(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.prefix(40).filter(\.isDisplayable)))
  }
}
