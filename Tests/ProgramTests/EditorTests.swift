import JSONRPC
import ParlorKit
import TestKit
import Testing

/// `parlor lsp` over its pipes, and `parlor grammar`.
@Suite(.blocking) struct EditorTests {
  private func framed(_ messages: [RPCMessage]) -> [UInt8] {
    messages.flatMap { Array("Content-Length: \($0.json.count)\r\n\r\n".utf8) + $0.json }
  }

  @Test func `a client opens a text, runs it and ends the server`() throws {
    let item: Value = [
      "uri": "untitled:1", "languageId": "parlor-scenario", "version": 1,
      "text": "> echo a\nb\n",
    ]
    let outcome = try Program.run(
      ["lsp"],
      input: framed([
        .request(id: 1, method: "initialize", params: ["capabilities": [:]]),
        .notification(method: "initialized", params: [:]),
        .notification(method: "textDocument/didOpen", params: ["textDocument": item]),
        .request(
          id: 2, method: "workspace/executeCommand",
          params: ["command": "parlor.run", "arguments": ["untitled:1"]]),
        .request(id: 3, method: "shutdown", params: nil),
        .notification(method: "exit", params: nil),
      ]))
    #expect(outcome.status == .exited(0))
    #expect(outcome.text.contains(#""result":"1 difference; the first is in line 2""#))
    #expect(outcome.text.hasSuffix(#"{"jsonrpc":"2.0","id":3,"result":null}"#))
  }

  @Test func `the input ends before the client has ended the server`() throws {
    #expect(try Program.run(["lsp"]) == Outcome(1))
    #expect(try Program.run(["lsp"], input: "Content-Length: 99\r\n\r\n{".utf8) == Outcome(1))
  }

  @Test func `input without a length ends the server`() throws {
    let outcome = try Program.run(["lsp", "--stdio"], input: "hello\n".utf8)
    #expect(outcome.status == .exited(1))
    #expect(outcome.text.hasSuffix("a message begins with `Content-Length: N`\"}}"))
  }

  @Test(arguments: [
    (["vim"], "\" Vim syntax file"), (["vim", "--script"], "\" Vim syntax file"),
    (["vim", "--detection"], "\" Scripts and scenarios"), (["textmate"], "{\"name\":"),
    (["sublime", "--script"], "%YAML 1.2"), (["pygments"], "\"\"\"Lexers of Pygments"),
  ])
  func `grammars are written`(_ words: [String], _ beginning: String) throws {
    let outcome = try Program.run(["grammar"] + words)
    #expect(outcome.status == .exited(0) && outcome.text.hasPrefix(beginning))
  }

  @Test(arguments: [
    ["emacs"], [], ["sublime", "--detection"], ["vim", "--script", "--detection"],
    ["pygments", "--script"],
  ])
  func `other grammars are wrong arguments`(_ words: [String]) throws {
    #expect(try Program.run(["grammar"] + words).status == .exited(2))
  }

  @Test func `a text is tested while the client says nothing`() throws {
    let item: Value = [
      "uri": "untitled:1", "languageId": "parlor-scenario", "version": 1,
      "text": "> echo a\nb\n",
    ]
    let child = try Program.start(["lsp"])
    try child.write(
      String(
        decoding: framed([
          .request(id: 1, method: "initialize", params: ["capabilities": [:]]),
          .notification(method: "initialized", params: [:]),
          .notification(method: "textDocument/didOpen", params: ["textDocument": item]),
        ]), as: UTF8.self))
    // A message ends without a line feed: the second one has come when the line of the first one ends.
    for _ in 0..<3 { _ = try child.readLine() }
    let outcome = try child.finish(
      input: framed([
        .request(id: 2, method: "shutdown", params: nil),
        .notification(method: "exit", params: nil),
      ]))
    #expect(outcome.text.contains(#""method":"textDocument/publishDiagnostics""#))
    #expect(outcome.text.contains(#""code":"reply""#))
  }
}
