import JSONRPC
import ParlorKit
import TestKit
import Testing

/// `parlor mcp` over its standard input and output; what it says, `MCPTests` test.
@Suite(.blocking) struct AgentTests {
  private static let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
  private static let pong = #"{"jsonrpc":"2.0","id":1,"result":{}}"#

  /// A call of a tool.
  private static func call(_ id: Int, _ tool: String, _ arguments: Fields) -> String {
    let message = RPCMessage.request(
      id: .integer(id), method: "tools/call",
      params: [
        "name": .string(tool), "arguments": .object(arguments),
        "_meta": [
          "io.modelcontextprotocol/protocolVersion": "2026-07-28",
          "io.modelcontextprotocol/clientCapabilities": [:],
        ],
      ])
    return String(decoding: message.json, as: UTF8.self)
  }

  private static func cancel(_ id: Int) -> String {
    #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":\#(id)}}"#
  }

  @Test(arguments: [
    ("", 0), ("\n\r\n \t\n", 0), (ping, 1), ("\(ping)\r\n\n\(ping)\n", 2),
    (#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, 0),
  ])
  func `a message is a line`(input: String, count: Int) throws {
    let outcome = try Program.run(["mcp"], input: input.utf8)
    #expect(outcome == Outcome(0, String(repeating: "\(Self.pong)\n", count: count)))
  }

  @Test func `an answer comes before the next message is sent`() throws {
    let child = try Program.start(["mcp"])
    for _ in 0..<100 {
      try child.write("\(Self.ping)\n")
      #expect(try child.readLine() == Self.pong)
    }
    #expect(try child.finish() == Outcome(0))
  }

  @Test func `a long line is one error`() throws {
    let line = [UInt8](repeating: UInt8(ascii: "["), count: 3_000_000)
    for end in ["", "\n"] {
      let outcome = try Program.run(["mcp"], input: line + Array(end.utf8))
      #expect(
        outcome
          == Outcome(
            0,
            #"{"jsonrpc":"2.0","error":{"code":-32600,"#
              + #""message":"a message has at most 1,048,576 bytes"}}"# + "\n"))
    }
    let both = try Program.run(["mcp"], input: line + Array("\n\(Self.ping)\n".utf8))
    #expect(both.text.hasSuffix("}\n\(Self.pong)\n"))
  }

  @Test func `every byte gets a message`() throws {
    let every = (UInt8.min...UInt8.max).flatMap { [$0, UInt8(ascii: "\n")] }
    let outcome = try Program.run(["mcp"], input: every + Array("\(Self.ping)\n".utf8))
    let lines = outcome.text.split(separator: "\n")
    // Blanks are no messages: 0x09, 0x0A, 0x0D and 0x20.
    #expect(lines.count == 256 - 4 + 1)
    #expect(lines.allSatisfy { $0.hasPrefix(#"{"jsonrpc":"2.0","#) })
    #expect(outcome.status == .exited(0))
  }

  /// It would play for a minute.
  @Test func `a call can be cancelled while it runs, or before`() throws {
    let long = Self.call(
      1, "simulate",
      ["game": "minesweeper", "bots": ["best"], "words": ["hard"], "games": 100_000])
    let input = [
      long, Self.call(2, "list", [:]), Self.call(3, "list", [:]), Self.cancel(3), Self.cancel(7),
      Self.cancel(1), Self.ping,
    ]
    let outcome = try Program.run(["mcp"], input: input.map { $0 + "\n" }.joined().utf8)
    let lines = outcome.text.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix(#"{"jsonrpc":"2.0","id":2,"result":"#) == true)
    #expect(lines.last.map(String.init) == Self.pong)
    #expect(outcome.status == .exited(0))
  }

  @Test func `bots play as in simulate`() throws {
    let arguments: Fields = [
      "game": "farkle", "bots": ["bank=300", "random"], "words": ["target=1000"], "games": 100,
      "seed": 5,
    ]
    let outcome = try Program.run(
      ["mcp"], input: (Self.call(1, "simulate", arguments) + "\n").utf8)
    let answer = try JSONReader.read(Array(outcome.text.utf8.dropLast()))
    let simulated = try Program.run(
      ["simulate", "farkle", "bank=300", "random", "target=1000", "-n", "100", "--seed", "5"])
    #expect(answer["result"]?["content"]?.array?.first?["text"]?.string == simulated.text)
  }

  @Test func `who reads no more ends it`() throws {
    let outcome = try Program.shell(
      #"while echo '\#(Self.ping)'; do :; done 2>/dev/null | "$0" mcp | head -n 1"#)
    #expect(outcome.text == Self.pong + "\n")
  }

  @Test(arguments: [["x"], ["--sessions", "0"], ["--idle", "0"], ["--idle", "x"]])
  func `wrong arguments have exit code 2`(arguments: [String]) throws {
    #expect(try Program.run(["mcp"] + arguments).status == .exited(2))
  }

  @Test func `without advice there are no hints`() throws {
    let line = Self.call(1, "hint", ["session": "x"]) + "\n"
    let offered = try Program.run(["mcp"], input: line.utf8)
    #expect(offered.text.contains("error[no-game]"))
    let refused = try Program.run(["mcp", "--no-advice"], input: line.utf8)
    #expect(refused.text.contains(#""error":{"code":-32602,"#))
  }
}
