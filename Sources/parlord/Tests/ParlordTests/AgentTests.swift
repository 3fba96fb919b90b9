import HTTPTypes
import Hummingbird
import NIOCore
import ParlorKit
import Testing

@testable import parlord

/// The Model Context Protocol over HTTP; what it says, `MCPTests` test.
@Suite struct AgentTests {
  private static let meta: Value = [
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": [:],
  ]

  /// The response to a request of the protocol.
  private static func ask(
    _ server: TestServer, _ method: String, _ params: Fields = [:],
    headers more: [String: String] = [:], authority: String? = "localhost"
  ) async throws -> TestResponse {
    var params = params
    params["_meta"] = Self.meta
    var headers: HTTPFields = [:]
    var given = [
      "Content-Type": "application/json", "MCP-Protocol-Version": "2026-07-28",
      "Mcp-Method": method,
    ]
    given["Mcp-Name"] = params["name"]?.string
    for (name, value) in given.merging(more, uniquingKeysWith: { $1 }) {
      headers[try #require(HTTPField.Name(name))] = value
    }
    let message: Value = [
      "jsonrpc": "2.0", "id": 1, "method": .string(method), "params": .object(params),
    ]
    return try await server.client.execute(
      uri: "/mcp", method: .post, headers: headers, body: ByteBuffer(string: message.json),
      authority: authority)
  }

  private static func call(
    _ server: TestServer, _ tool: String, _ arguments: Fields = [:]
  ) async throws -> Value {
    let response = try await ask(
      server, "tools/call", ["name": .string(tool), "arguments": .object(arguments)])
    #expect(response.status == .ok)
    let body = try JSONReader.read(Array(response.body.readableBytesView))
    return body["result"]?["structuredContent"] ?? .null
  }

  @Test func `an agent plays`() async throws {
    try await TestServer.run { server in
      let opened = try await Self.call(
        server, "new", ["game": "farkle", "words": ["Ann"], "options": ["seed": 7]])
      let session = try #require(opened["session"])
      let rolled = try await Self.call(server, "play", ["session": session, "move": "roll"])
      #expect(rolled["state"]?["turn"]?["roll"] == [6, 5, 1, 1, 3, 5])
      let saved = try await Self.call(server, "play", ["session": session, "move": "save x"])
      #expect(saved["ok"] == false)
    }
  }

  @Test func `there is no advice`() async throws {
    try await TestServer.run { server in
      let response = try await Self.ask(server, "tools/list")
      let body = try JSONReader.read(Array(response.body.readableBytesView))
      let names = body["result"]?["tools"]?.array?.compactMap { $0["name"]?.string }
      #expect(names == ["list", "new", "play", "legal", "show", "undo", "log", "close"])
    }
  }

  @Test func `only this machine may ask`() async throws {
    try await TestServer.run { server in
      let page = try await Self.ask(
        server, "tools/list", headers: ["Origin": "http://evil.example"])
      #expect(page.status == .forbidden)
      let own = try await Self.ask(
        server, "tools/list", headers: ["Origin": "http://localhost:5173"])
      #expect(own.status == .ok)
      let other = try await Self.ask(server, "tools/list", authority: "evil.example")
      #expect(other.status.code == 421)
    }
    try await TestServer.run(isLocal: false) { server in
      let answer = try await Self.ask(server, "tools/list")
      #expect(answer.status == .notFound)
    }
  }

  @Test func `other methods and large bodies`() async throws {
    try await TestServer.run { server in
      let get = try await server.client.execute(uri: "/mcp", method: .get)
      #expect(get.status == .methodNotAllowed && get.headers[.allow] == "POST")
      let large = try await Self.ask(
        server, "tools/list", ["x": .string(String(repeating: "x", count: 20_000))])
      #expect(large.status == .contentTooLarge)
    }
  }
}
