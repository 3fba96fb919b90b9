import GameCatalog
import JSONRPC
import MCP
import ParlorKit
import Testing

@Suite struct ProtocolTests {
  static let tools = [
    "list", "new", "play", "legal", "show", "hint", "undo", "log", "review", "close",
  ]

  @Test func `the server says what it can do`() {
    let result = Agent().result("server/discover")
    #expect(result["resultType"] == "complete")
    #expect(
      result["supportedVersions"] == ["2026-07-28", "2025-11-25", "2025-06-18"])
    #expect(result["capabilities"] == ["tools": [:], "resources": [:], "prompts": [:]])
    #expect(
      result["_meta"]?["io.modelcontextprotocol/serverInfo"]
        == ["name": "parlor", "title": "Parlor", "version": "0"])
    #expect(result["cacheScope"] == "public")
    #expect(result["ttlMs"] == 3_600_000)
  }

  @Test(arguments: [MCPRevision.initialized, .older])
  func `initialize agrees on a revision`(revision: MCPRevision) {
    let agent = Agent(revision, shake: false)
    #expect(agent.code("tools/list") == -32602)
    #expect(agent.ask("ping")["result"] == [:])
    let result = agent.result(
      "initialize", ["protocolVersion": .string(revision.rawValue), "capabilities": [:]])
    #expect(result["protocolVersion"] == .string(revision.rawValue))
    #expect(result["serverInfo"]?["name"] == "parlor")
    #expect(result["resultType"] == nil)
    #expect(agent.send(#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#) == [])
    let listed = agent.result("tools/list")
    #expect(listed["ttlMs"] == nil && listed["_meta"] == nil)
    #expect(listed["tools"]?.array?.count == Self.tools.count)
  }

  @Test func `a handshake with another revision is refused`() {
    for revision in ["2024-11-05", "2026-07-28", "x"] {
      let result = Agent(.older, shake: false).result(
        "initialize", ["protocolVersion": .string(revision)])
      #expect(result["protocolVersion"] == "2025-11-25")
    }
  }

  @Test func `metadata is checked`() {
    let agent = Agent()
    let version = "io.modelcontextprotocol/protocolVersion"
    #expect(agent.code("tools/list", ["_meta": [:]]) == -32602)
    #expect(agent.code("tools/list", ["_meta": .object([version: "2026-07-28"])]) == -32602)
    #expect(agent.code("tools/list", ["_meta": .object([version: 1])]) == -32602)
    let error = agent.ask("server/discover", ["_meta": .object([version: "1900-01-01"])])["error"]
    #expect(error?["code"] == -32022)
    #expect(
      error?["data"]
        == [
          "supported": ["2026-07-28", "2025-11-25", "2025-06-18"], "requested": "1900-01-01",
        ])
  }

  @Test func `methods of the other era are refused`() {
    let agent = Agent()
    for method in ["initialize", "ping", "logging/setLevel", "tasks/list", ""] {
      #expect(agent.code(method) == -32601, "\(method)")
    }
    let older = Agent(.initialized)
    for method in ["server/discover", "subscriptions/listen", "resources/subscribe"] {
      #expect(older.code(method) == -32601, "\(method)")
    }
  }

  /// Both eras on one connection.
  @Test func `requests with metadata after a handshake are answered`() {
    let agent = Agent(.initialized)
    #expect(agent.result("tools/list")["resultType"] == nil)
    #expect(agent.result("tools/list", ["_meta": Agent.meta])["resultType"] == "complete")
    #expect(agent.result("tools/list")["resultType"] == nil)
  }

  @Test(
    arguments: [
      ("[]", -32600), ("", -32700), ("{", -32700), ("1", -32600),
      (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600),
      (#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, -32600),
      (#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, -32600),
    ])
  func `a malformed message gets an error`(text: String, code: Int) {
    let answers = Agent().send(text)
    #expect(answers.count == 1)
    #expect(answers.first?["error"]?["code"] == .integer(code))
    // The schema of the protocol has no null there.
    #expect(answers.first?["id"] == nil)
  }

  @Test func `notifications get no answer`() {
    let agent = Agent()
    #expect(agent.send(#"{"jsonrpc":"2.0","method":"notifications/cancelled"}"#) == [])
    #expect(agent.send(#"{"jsonrpc":"2.0","id":1,"result":{}}"#) == [])
  }

  @Test func `a subscription ends at once`() {
    let agent = Agent()
    let request = RPCMessage.request(
      id: "s", method: "subscriptions/listen",
      params: ["_meta": Agent.meta, "notifications": ["toolsListChanged": true]])
    let answers = agent.send(request.json)
    #expect(answers.count == 2)
    let id = "io.modelcontextprotocol/subscriptionId"
    #expect(answers.first?["method"] == "notifications/subscriptions/acknowledged")
    #expect(answers.first?["params"]?["_meta"]?[id] == "s")
    #expect(answers.first?["params"]?["notifications"] == [:])
    #expect(answers.last?["result"]?["_meta"]?[id] == "s")
    #expect(answers.last?["result"]?["resultType"] == "complete")
  }

  @Test func `tools are listed in one order`() {
    let agent = Agent()
    let first = agent.result("tools/list")
    #expect(first["tools"]?.array?.map { $0["name"]?.string } == Self.tools)
    _ = agent.open("farkle", ["Ann"])
    #expect(agent.result("tools/list") == first)
    #expect(Agent().result("tools/list") == first)
    #expect(agent.code("tools/list", ["cursor": "x"]) == -32602)
    #expect(agent.code("resources/list", ["cursor": "x"]) == -32602)
  }

  @Test func `tools that are not offered are refused`() {
    let agent = Agent { $0.allowsAdvice = false }
    let names = agent.result("tools/list")["tools"]?.array?.compactMap { $0["name"]?.string }
    #expect(names == Self.tools.filter { $0 != "hint" && $0 != "review" })
    let session = agent.open("farkle", ["Ann"])
    #expect(
      agent.code("tools/call", ["name": "hint", "arguments": ["session": .string(session)]])
        == -32602)
    #expect(agent.code("tools/call", ["name": "simulate"]) == -32602)
    #expect(agent.code("tools/call", ["name": 1]) == -32602)
    #expect(agent.code("tools/call") == -32602)
    #expect(agent.code("tools/call", ["name": "list", "arguments": []]) == -32602)
  }

  @Test func `every listed resource can be read`() {
    let agent = Agent()
    let listed = agent.result("resources/list")["resources"]?.array ?? []
    // The help, and of each game its help and its rules.
    #expect(listed.count == 1 + 2 * GameCatalog.games.count)
    for resource in listed {
      let uri = resource["uri"]?.string ?? ""
      let read = agent.result("resources/read", ["uri": .string(uri)])
      #expect(read["contents"]?.array?.first?["text"]?.string?.isEmpty == false, "\(uri)")
      #expect(read["cacheScope"] == "public")
    }
    let session = agent.open("farkle", ["Ann"], options: ["seed": 7])
    _ = agent.call("play", ["session": .string(session), "move": "roll"])
    func text(_ name: String) -> String? {
      let uri = "parlor://session/\(session)/\(name)"
      let read = agent.result("resources/read", ["uri": .string(uri)])
      #expect(read["ttlMs"] == 0 && read["cacheScope"] == "private")
      return read["contents"]?.array?.first?["text"]?.string
    }
    #expect(text("log") == "new farkle Ann rules=standard seed=7\nroll 6 5 1 1 3 5\n")
    #expect(text("table")?.contains("6 5 1 1 3 5") == true)
    // Handles are listed nowhere.
    #expect(agent.result("resources/list")["resources"] == .array(listed))
    let templates = agent.result("resources/templates/list")["resourceTemplates"]?.array
    #expect(
      templates?.map { $0["uriTemplate"]?.string }
        == ["parlor://session/{session}/table", "parlor://session/{session}/log"])
  }

  @Test(
    arguments: [
      "", "parlor://", "parlor://help/chess", "parlor://session/h1/state", "file:///etc/passwd",
      "parlor://session/none/log", "parlor://session//log", "parlor://session/none/log/",
    ])
  func `an unknown resource is an error`(uri: String) {
    #expect(Agent().code("resources/read", ["uri": .string(uri)]) == -32602)
    #expect(Agent(.initialized).code("resources/read", ["uri": .string(uri)]) == -32002)
  }

  @Test func `prompts ask for a game that exists`() {
    let agent = Agent()
    let listed = agent.result("prompts/list")["prompts"]?.array ?? []
    #expect(listed.map { $0["name"]?.string } == ["play", "write-scenario"])
    for game in ["farkle", "minesweeper", "mastermind", "counter"] {
      for prompt in ["play", "write-scenario"] {
        let result = agent.result(
          "prompts/get", ["name": .string(prompt), "arguments": ["game": .string(game)]])
        let message = result["messages"]?.array?.first
        #expect(message?["role"] == "user")
        #expect(
          message?["content"]?["text"]?.string?.contains("parlor://help/\(game)") == true)
      }
    }
    let against: Value = ["game": "farkle", "opponent": "bank=300"]
    let text = agent.result("prompts/get", ["name": "play", "arguments": against])["messages"]?
      .array?.first?["content"]?["text"]?.string
    #expect(text?.contains(#"{"Bot": "bank=300"}"#) == true)
    #expect(agent.code("prompts/get", ["name": "none"]) == -32602)
    #expect(agent.code("prompts/get", ["name": "play"]) == -32602)
    #expect(agent.code("prompts/get", ["name": "play", "arguments": ["game": "x"]]) == -32602)
    #expect(agent.code("prompts/get", ["name": "play", "arguments": ["x": "farkle"]]) == -32602)
    #expect(agent.code("prompts/get", ["name": "play", "arguments": ["game": 1]]) == -32602)
  }

  /// Damaged messages get errors or nothing, and what comes back is always a message.
  @Test func `damaged messages get errors or nothing`() {
    let agent = Agent()
    let session = agent.open("farkle", ["Ann", "Bob"], options: ["seed": 1])
    let play: Fields = [
      "name": "play", "arguments": ["session": .string(session), "move": "roll"],
      "_meta": Agent.meta,
    ]
    let whole = RPCMessage.request(id: 1, method: "tools/call", params: .object(play)).json
    let bytes = Array("{}[],:\"\\ue0-.9 \u{1}nul".utf8) + [0xC3, 0xFF, 0x80, 0]
    var chance = Chance(seed: 9, draw: 0)
    for _ in 0..<2000 {
      var damaged = whole
      for _ in 0...Int(chance.below(3)) {
        let place = Int(chance.below(UInt32(damaged.count)))
        switch chance.below(3) {
        case 0: damaged[place] = bytes[Int(chance.below(UInt32(bytes.count)))]
        case 1: damaged.remove(at: place)
        default: damaged.insert(bytes[Int(chance.below(UInt32(bytes.count)))], at: place)
        }
      }
      for answer in agent.send(damaged) {
        #expect(answer["jsonrpc"] == "2.0")
        #expect((answer["result"] != nil) != (answer["error"] != nil))
      }
    }
    #expect(agent.data("show", ["session": .string(session)])["ok"] == true)
  }
}

extension Agent {
  /// The answers to a text.
  func send(_ text: String) -> [Value] { send(Array(text.utf8)) }
}
