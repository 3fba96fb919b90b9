import JSONRPC
import ParlorKit
import Testing

@testable import LanguageServer

@Suite struct LifecycleTests {
  @Test func `requests wait for initialize`() throws {
    var editor = try TestEditor(isInitialized: false)
    #expect(editor.error(of: "textDocument/hover")?.code == -32002)
    #expect(editor.notify("textDocument/didOpen").isEmpty)
    #expect(editor.request("initialize")?["serverInfo"]?["name"]?.string == "parlor")
    #expect(editor.error(of: "initialize")?.code == -32600)
  }

  @Test func `no parameters may be null`() {
    let message = RPCMessage.read(
      #"{"jsonrpc":"2.0","id":1,"method":"shutdown","params":null}"#.utf8)
    #expect(message == .request(id: 1, method: "shutdown", params: nil))
  }

  @Test func `shutdown and exit end the server`() throws {
    var editor = try TestEditor()
    #expect(editor.request("shutdown") == .null)
    #expect(editor.error(of: "textDocument/hover")?.code == -32600)
    #expect(editor.server.exitCode == nil)
    #expect(editor.notify("exit").isEmpty)
    #expect(editor.server.exitCode == 0)
    var other = try TestEditor()
    _ = other.notify("exit")
    #expect(other.server.exitCode == 1)
  }

  @Test func `unknown and wrong requests are errors`() throws {
    var editor = try TestEditor()
    #expect(editor.error(of: "textDocument/typeDefinition")?.code == -32601)
    #expect(editor.error(of: "textDocument/hover")?.code == -32602)
    let unknown: Value = ["textDocument": ["uri": "file:///no/such.scenario"]]
    #expect(editor.error(of: "textDocument/hover", unknown)?.code == -32602)
    #expect(editor.notify("$/setTrace").isEmpty)
    let malformed = RPCMessage.malformed(id: .null, error: .parseError("x"))
    #expect(editor.send(malformed) == [malformed])
  }

  @Test(arguments: [
    (["utf-16", "utf-8"], "utf-8"), (["utf-16"], "utf-16"), ([], "utf-16"), (["utf-32"], "utf-16"),
  ])
  func `positions are counted as the client can`(_ offered: [String], _ chosen: String) throws {
    var editor = try TestEditor(isInitialized: false)
    let general: Value = ["positionEncodings": .strings(offered)]
    let result = editor.request("initialize", ["capabilities": ["general": general]])
    #expect(result?["capabilities"]?["positionEncoding"]?.string == chosen)
  }

  @Test func `input is cut into messages wherever it is split`() throws {
    let messages: [RPCMessage] = [
      .request(id: 1, method: "a", params: ["text": "ä🎲"]), .notification(method: "b", params: nil),
    ]
    let bytes = messages.flatMap(MessageFraming.framed)
    for size in [1, 2, 7, 1000] {
      var framing = MessageFraming()
      var found: [RPCMessage] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        found += try framing.take(bytes[start..<min(start + size, bytes.count)])
      }
      #expect(found == messages)
    }
  }

  @Test(arguments: [
    "\n", "hello\n\n", "Content-Length: x\r\n\r\n", "Content-Length: -1\r\n\r\n",
    "Content-Length: 999999999999\r\n\r\n", "Content-Type: a\r\n\r\n",
    String(repeating: "x", count: 5000), String(repeating: "X-A: b\r\n", count: 1000),
  ])
  func `input without a length is refused`(_ text: String) {
    var framing = MessageFraming()
    #expect(throws: RPCError.self) { try framing.take(Array(text.utf8)) }
  }

  @Test func `a content that is no JSON is answered`() throws {
    var framing = MessageFraming()
    let found = try framing.take(Array("Content-Length: 3\r\n\r\n{x}".utf8))
    guard case .malformed(.null, let error)? = found.first else {
      Issue.record("\(found)")
      return
    }
    #expect(error.code == -32700)
  }
}
