import GameCatalog
import JSONRPC
import MCP
import ParlorEngine
import ParlorKit
import Synchronization

/// A client of a server, both in this process. Its clock stands still, and its handles count up.
final class Agent {
  let server: MCPServer
  var client: MCPClient
  /// Whether requests have the metadata of the stateless revision.
  private let isStateless: Bool
  private var lastID = 0
  /// Every answer so far.
  private(set) var answers: [Value] = []

  /// An agent of a revision.
  ///
  /// - Parameter shake: whether it begins with `initialize` where the revision wants that.
  init(
    _ revision: MCPRevision = .stateless, shake: Bool = true,
    configure: (inout MCPOptions) -> Void = { _ in }
  ) {
    var options = MCPOptions(version: "0", kinds: GameCatalog.games.map { GameKind($0) })
    let counter = Counter()
    options.now = { 0 }
    options.mint = { "h\(counter.next())" }
    configure(&options)
    server = MCPServer(options)
    client = MCPClient()
    isStateless = revision.isStateless
    guard shake, !isStateless else { return }
    _ = ask(
      "initialize",
      [
        "protocolVersion": .string(revision.rawValue), "capabilities": [:],
        "clientInfo": ["name": "test", "version": "0"],
      ])
  }

  static let meta: Value = [
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": [:],
  ]

  /// The response to a request: the whole message.
  func ask(_ method: String, _ params: Fields = [:]) -> Value {
    var params = params
    if isStateless { params["_meta"] = params["_meta"] ?? Self.meta }
    lastID += 1
    let message = RPCMessage.request(
      id: .integer(lastID), method: method, params: .object(params))
    return send(message.json).last ?? .null
  }

  /// The answers to bytes.
  func send(_ bytes: [UInt8]) -> [Value] {
    let read = server.answer(bytes, from: &client).map { (try? JSONReader.read($0)) ?? .null }
    answers += read
    return read
  }

  /// The result of a request; null if it has none.
  func result(_ method: String, _ params: Fields = [:]) -> Value {
    ask(method, params)["result"] ?? .null
  }

  /// The code of the error of a request.
  func code(_ method: String, _ params: Fields = [:]) -> Int? {
    ask(method, params)["error"]?["code"]?.integer
  }

  /// What a tool returns.
  func call(_ tool: String, _ arguments: Fields = [:]) -> Value {
    result("tools/call", ["name": .string(tool), "arguments": .object(arguments)])
  }

  /// The text that a tool returns.
  func text(_ tool: String, _ arguments: Fields = [:]) -> String {
    call(tool, arguments)["content"]?.array?.first?["text"]?.string ?? ""
  }

  /// The data that a tool returns.
  func data(_ tool: String, _ arguments: Fields = [:]) -> Value {
    call(tool, arguments)["structuredContent"] ?? .null
  }

  /// Opens a game, and returns its handle.
  func open(_ game: String, _ words: [String] = [], options: Fields = [:]) -> String {
    let data = data(
      "new", ["game": .string(game), "words": .strings(words), "options": .object(options)])
    return data["session"]?.string ?? ""
  }

  /// Numbers from 1.
  private final class Counter: Sendable {
    private let last = Atomic(0)
    func next() -> Int { last.wrappingAdd(1, ordering: .relaxed).newValue }
  }
}
