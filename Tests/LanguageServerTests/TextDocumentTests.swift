import ParlorKit
import Testing

@testable import LanguageServer

@Suite struct TextDocumentTests {
  private func document(_ text: String) -> TextDocument {
    TextDocument(uri: "file:///a.scenario", path: "/a.scenario", version: 1, text: text)
  }

  private func position(_ line: Int, _ character: Int) -> Value {
    ["line": .integer(line), "character": .integer(character)]
  }

  @Test(arguments: [
    (PositionEncoding.utf8, [0, 1, 3, 7, 8]), (.utf16, [0, 1, 2, 4, 5]), (.utf32, [0, 1, 2, 3, 4]),
  ])
  func `columns count units of the encoding`(_ encoding: PositionEncoding, _ columns: [Int]) {
    // a, ä, a die, b: 1, 2, 4 and 1 bytes.
    let document = document("x\naä🎲b\r\ny")
    let offsets = [2, 3, 5, 9, 10]
    for (offset, column) in zip(offsets, columns) {
      #expect(document.offset(of: position(1, column), encoding) == offset)
      #expect(document.position(of: offset, encoding) == position(1, column))
    }
    #expect(document.offset(of: position(1, 99), encoding) == 10)
    #expect(document.offset(of: position(9, 0), encoding) == 13)
    #expect(document.offset(of: position(-1, 0), encoding) == 0)
  }

  @Test func `half of a surrogate pair is before it`() {
    #expect(document("🎲").offset(of: position(0, 1), .utf16) == 0)
  }

  @Test func `LF, CR LF and CR end lines`() {
    let document = document("a\rb\r\nc\n")
    #expect(document.offset(of: position(1, 0), .utf8) == 2)
    #expect(document.offset(of: position(2, 0), .utf8) == 5)
    #expect(document.offset(of: position(3, 0), .utf8) == 7)
    #expect(document.offset(of: position(0, 9), .utf8) == 1)
  }

  @Test func `changes replace parts in order`() {
    var document = document("> roll\n> bank\n")
    func change(_ start: Value, _ end: Value, _ text: String) {
      document.apply(["range": ["start": start, "end": end], "text": .string(text)], .utf16)
    }
    change(position(0, 2), position(0, 6), "hold ⚀")
    change(position(0, 8), position(1, 2), "!\n> ")
    #expect(String(decoding: document.bytes, as: UTF8.self) == "> hold ⚀!\n> bank\n")
    // An end before the start is the start.
    change(position(1, 3), position(1, 0), "x")
    #expect(String(decoding: document.bytes, as: UTF8.self) == "> hold ⚀!\n> bxank\n")
    document.apply(["text": "new"], .utf16)
    #expect(String(decoding: document.bytes, as: UTF8.self) == "new")
  }

  @Test(arguments: ["/a b/ä.scenario", "/x/%25.md", "/plain/a-b_c~.parlor", "/q?#/é"])
  func `paths survive their URIs`(_ path: String) {
    #expect(DocumentURI.path(of: DocumentURI.of(path: path)) == path)
  }

  @Test func `URIs of editors`() {
    #expect(DocumentURI.path(of: "file://localhost/a%2fb") == "/a/b")
    #expect(DocumentURI.path(of: "file:///b/c%zz") == "/b/c%zz")
    #expect(
      DocumentURI.path(ofUnsaved: "untitled:x", language: "markdown") == "/dev/null/unsaved.md")
  }

  @Test(arguments: [
    "untitled:Untitled-1", "", "http://a.example/b/c.scenario", "file://other.host/b/c.scenario",
    "file:///x.scenario", "file:///../x.scenario", "file:///%2e%2e/x.scenario", "file://", "file:x",
  ])
  func `a text in no folder of this machine has no path`(_ uri: String) {
    #expect(DocumentURI.path(of: uri) == nil)
  }
}
