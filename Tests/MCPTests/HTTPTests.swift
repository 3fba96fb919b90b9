import JSONRPC
import MCP
import ParlorKit
import Testing

@Suite struct HTTPTests {
  private let server = Agent().server

  private func post(
    _ body: String, method: String = "POST", _ headers: [String: String] = [:]
  ) -> MCPHTTPResponse {
    let headers = ["content-type": "application/json"].merging(headers) { $1 }
    return server.answer(
      MCPHTTPRequest(method: method, body: Array(body.utf8)) { headers[$0] }
    ) { $0.hasPrefix("localhost") || $0.hasPrefix("127.0.0.1") }
  }

  private func request(_ method: String, _ params: Fields = [:]) -> String {
    var params = params
    params["_meta"] = Agent.meta
    return String(
      decoding: RPCMessage.request(id: 1, method: method, params: .object(params)).json,
      as: UTF8.self)
  }

  private func headers(_ method: String, name: String? = nil) -> [String: String] {
    var headers = ["mcp-protocol-version": "2026-07-28", "mcp-method": method]
    headers["mcp-name"] = name
    return headers
  }

  private func code(_ response: MCPHTTPResponse) -> Int? {
    (try? JSONReader.read(response.body))?["error"]?["code"]?.integer
  }

  @Test func `a request gets a response in JSON`() throws {
    let response = post(request("server/discover"), headers("server/discover"))
    #expect(response.status == 200)
    #expect(response.type == "application/json")
    #expect(try JSONReader.read(response.body)["result"]?["resultType"] == "complete")
  }

  @Test func `names are checked`() {
    let call = request("tools/call", ["name": "list"])
    #expect(post(call, headers("tools/call", name: "list")).status == 200)
    #expect(post(call, headers("tools/call", name: "=?base64?bGlzdA==?=")).status == 200)
    for name in ["new", "=?base64?bGlz?=", "=?base64?%?=", "", "List"] {
      let response = post(call, headers("tools/call", name: name))
      #expect(response.status == 400 && code(response) == -32020, "\(name)")
    }
    #expect(code(post(call, headers("tools/call"))) == -32020)
    let read = request("resources/read", ["uri": "parlor://help"])
    #expect(post(read, headers("resources/read", name: "parlor://help")).status == 200)
    #expect(code(post(read, headers("resources/read", name: "parlor://rules"))) == -32020)
  }

  @Test func `headers are checked`() {
    let list = request("tools/list")
    #expect(code(post(list)) == -32020)
    #expect(code(post(list, ["mcp-protocol-version": "2026-07-28"])) == -32020)
    #expect(code(post(list, headers("tools/call"))) == -32020)
    #expect(
      code(post(list, ["mcp-protocol-version": "2025-11-25", "mcp-method": "tools/list"]))
        == -32020)
  }

  @Test func `errors have their HTTP status`() {
    let none = post(request("none"), headers("none"))
    #expect(none.status == 404 && code(none) == -32601)
    #expect(post("{").status == 400)
    #expect(code(post("{")) == -32700)
    #expect(post("[]").status == 400)
    #expect(post(#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#).status == 202)
    #expect(post(#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#).body.isEmpty)
    #expect(post(#"{"jsonrpc":"2.0","id":1,"result":{}}"#).status == 400)
    for method in ["GET", "DELETE", "PUT"] {
      let response = post("", method: method)
      #expect(response.status == 405 && response.allowed == "POST")
    }
    #expect(post("{}", ["content-type": "text/plain"]).status == 415)
    #expect(
      post(
        request("tools/list"),
        headers("tools/list").merging(["content-type": "Application/JSON; charset=utf-8"]) { $1 }
      )
      .status == 200)
  }

  @Test(
    arguments: [
      ("http://localhost:3000", 200), ("https://127.0.0.1", 200), ("http://evil.example", 403),
      ("null", 403), ("", 403), ("file://", 403), ("http://localhost.evil.example", 200),
    ])
  func `only pages of this machine may use the server`(origin: String, status: Int) {
    // What is loopback the caller says, here by a prefix.
    let given = headers("tools/list").merging(["origin": origin]) { $1 }
    #expect(post(request("tools/list"), given).status == status)
  }

  /// Clients of before are known by a header.
  @Test func `a client of an older revision is known by its header`() throws {
    let initialize =
      #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}"#
    let answer = try JSONReader.read(post(initialize).body)
    #expect(answer["result"]?["protocolVersion"] == "2025-11-25")
    let list = #"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#
    let listed = post(list, ["mcp-protocol-version": "2025-11-25"])
    #expect(listed.status == 200)
    #expect(try JSONReader.read(listed.body)["result"]?["resultType"] == nil)
    #expect(post(list).status == 400)
    #expect(code(post(list, ["mcp-protocol-version": "1"])) == -32022)
    #expect(code(post(list, ["mcp-protocol-version": "2026-07-28"])) == -32602)
    let none = #"{"jsonrpc":"2.0","id":1,"method":"none"}"#
    #expect(post(none, ["mcp-protocol-version": "2025-11-25"]).status == 200)
  }

  @Test func `the least and the most of a number are in the schema of its tool`() throws {
    let list = #"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#
    let listed = post(list, ["mcp-protocol-version": "2025-11-25"])
    let tools = try #require(try JSONReader.read(listed.body)["result"]?["tools"]?.array)
    let legal = try #require(tools.first { $0["name"] == "legal" })
    let limit = legal["inputSchema"]?["properties"]?["limit"]
    #expect(limit?["minimum"] == 1 && limit?["maximum"] == 100_000)
  }

  @Test func `several messages are events`() {
    let response = post(request("subscriptions/listen"), headers("subscriptions/listen"))
    #expect(response.type == "text/event-stream")
    let text = String(decoding: response.body, as: UTF8.self)
    #expect(text.components(of: "event: message\ndata: {") == 2)
    #expect(text.hasSuffix("}\n\n"))
  }
}

extension String {
  /// How often a text occurs.
  fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}
