import JSONRPC
import ParlorKit
import TestKit
import Testing

@testable import LanguageServer

@Suite struct DiagnosticTests {
  private let game = "> new farkle Ann seed=7\n...\n"

  private func range(_ diagnostic: Value?) -> [Int] {
    let range = diagnostic?["range"]
    return ["start", "end"].flatMap { end in
      ["line", "character"].compactMap { range?[end]?[$0]?.integer }
    }
  }

  @Test func `a reply that differs is shown at its line`() throws {
    var editor = try TestEditor()
    editor.open(game + "> roll\nAnn rolls 6 5 1 1 3 4.\n...\n")
    let found = editor.diagnostics()
    #expect(found.count == 1)
    #expect(range(found.first) == [3, 0, 3, 22])
    #expect(
      found.first?["message"]?.string == """
        the reply is not as expected
        - Ann rolls 6 5 1 1 3 4.
        + Ann rolls 6 5 1 1 3 5.
          Hold 1 1 5 5 for 300, 1 1 5 for 250, 1 1 for 200, 1 5 5 for 200, 1 5 for 150 or 3 other ways.
        """)
    editor.change([["text": .string(game + "> roll\nAnn rolls <dice>.\n...\n")]])
    #expect(editor.diagnostics().isEmpty)
    #expect(!editor.server.hasWork)
  }

  @Test func `errors of a file are shown at their lines`() throws {
    var editor = try TestEditor()
    editor.open("> seed 1\n> echo a\na (golb)\n")
    let found = editor.diagnostics()
    #expect(found.map { $0["code"]?.string } == ["scenario"])
    #expect(found.first?["message"]?.string?.hasPrefix("unknown suffix `(golb)`") == true)
    #expect(range(found.first) == [2, 0, 2, 8])
  }

  @Test func `only parlor blocks of Markdown count`() throws {
    var editor = try TestEditor()
    editor.open("# Text\n\n> roll\n", as: "a.md")
    #expect(editor.diagnostics().isEmpty)
    editor.open("# Text\n\n```parlor\n> roll\n```\n", as: "b.md")
    #expect(editor.diagnostics().count == 1)
    editor.open("> roll\n", as: "c.txt")
    #expect(editor.diagnostics().isEmpty)
  }

  @Test func `rejected lines of a script are shown with their words`() throws {
    var editor = try TestEditor()
    editor.open("# A script\nnew farkle Ann seed=7\n  roll\nhold 4\nfold\n", as: "a.parlor")
    let found = editor.diagnostics()
    #expect(found.map { $0["severity"]?.integer } == [1, 2])
    #expect(found.map { $0["code"]?.string } == ["illegal-move", "unknown-command"])
    #expect(range(found.first) == [3, 5, 3, 6])
  }

  @Test func `a script is compared with its golden file`() throws {
    var editor = try TestEditor(files: ["a.golden": "> echo a\na\n> echo b\nc\n"])
    editor.open("echo a\necho b\n", as: "a.parlor")
    let found = editor.diagnostics()
    #expect(range(found.first) == [1, 0, 1, 6])
    let place = found.first?["relatedInformation"]?.array?.first?["location"]
    #expect(place?["uri"]?.string == editor.uri("a.golden"))
    #expect(place?["range"]?["start"]?["line"]?.integer == 3)
  }

  @Test func `what a setup does counts, saved or not`() throws {
    var editor = try TestEditor(files: ["setup.scenario": "> seed 9\n"])
    editor.open("> new farkle Ann\nFarkle: Ann. First to 10,000. Seed 9.\n...\n")
    #expect(editor.diagnostics().isEmpty)
    editor.open("> seed 8\n", as: "setup.scenario")
    #expect(editor.diagnostics().isEmpty)
    editor.change([["text": "> seed 5\n"]], of: "setup.scenario")
    #expect(editor.diagnostics().count == 1)
  }

  @Test func `a change stops the test that runs, and is tested later`() throws {
    var editor = try TestEditor()
    editor.open("> nonsense\n")
    let next = editor.server.nextTest()
    let test = try #require(next)
    let other = editor.server.nextTest()
    #expect(other == nil)
    _ = editor.ask("foldingRange")
    #expect(!test.cancellation.isRaised)
    editor.change([["text": "> nothing\n"]])
    #expect(test.cancellation.isRaised)
    #expect(!editor.server.hasWork)
    #expect(test.findings() == nil)
    let published = editor.server.finish(test, nil)
    #expect(published.isEmpty)
    #expect(editor.server.hasWork)
    #expect(editor.diagnostics().count == 1)
    #expect(!editor.server.hasWork)
  }

  @Test func `a test that found something before it was stopped is done again`() throws {
    var editor = try TestEditor()
    editor.open("> nonsense\n")
    let next = editor.server.nextTest()
    let test = try #require(next)
    let found = test.findings()
    editor.change([["text": "> echo\n"]])
    let published = editor.server.finish(test, found)
    #expect(published.isEmpty)
    #expect(editor.diagnostics().isEmpty)
  }

  /// The commands run before the replies are compared.
  @Test func `a test is stopped while it compares`() throws {
    let folder = try TemporaryFolder()
    let text = (1...50).map { "> echo \($0)\nother\n" }.joined()
    let stop = StopFlag()
    var test = DocumentTest(
      document: TextDocument(uri: "", path: "\(folder.path)/a.scenario", version: 1, text: text),
      texts: [:], host: try TestEditor().server.host, cancellation: stop)
    #expect(test.findings()?.count == 50)
    stop.set(true)
    #expect(test.findings() == nil)
    test.known = []
    #expect(test.findings() == nil)
  }

  @Test func `a closed document has no diagnostics`() throws {
    var editor = try TestEditor()
    editor.open("> nonsense\n")
    let uri: Value = .string(editor.uri("a.scenario"))
    let sent = editor.notify("textDocument/didClose", ["textDocument": ["uri": uri]])
    #expect(
      sent == [
        .notification(
          method: "textDocument/publishDiagnostics", params: ["uri": uri, "diagnostics": []])
      ])
    #expect(!editor.server.hasWork)
  }

  @Test func `nothing is written beside the file, and no program starts`() throws {
    var editor = try TestEditor()
    editor.open("> new farkle Ann seed=1\n...\n> save game.parlor\n...\n> requires program sh\n")
    let found = editor.diagnostics()
    #expect(found.map { $0["code"]?.string } == ["skipped"])
    #expect(try editor.folder.names.isEmpty)
  }

  @Test(arguments: [
    "untitled:Untitled-1.scenario", "http://a.example/b/c.scenario",
    "file://other.host/b/c.scenario", "file:///x.scenario", "file:///tmp/../x.scenario", "",
  ])
  func `a text in no folder reads no files`(_ uri: String) throws {
    var editor = try TestEditor(files: ["secret.parlor": "Mallory\n"])
    let secret = "\(editor.folder.path)/secret.parlor"
    let mark = uri.hasSuffix(".scenario") ? "> " : ""
    editor.open("\(mark)source \(secret)\n\(mark)load \(secret)\n", as: uri)
    let found = editor.diagnostics().compactMap { $0["message"]?.string }
    #expect(!found.isEmpty)
    #expect(found.allSatisfy { !$0.contains("Mallory") })
    editor.open("\(mark)source \(editor.folder.path)/s‸", as: uri)
    #expect(editor.completions(of: uri).allSatisfy { !$0.contains("secret") })
  }

  @Test func `completion lists no files outside of the folder`() throws {
    var editor = try TestEditor(files: ["mine/secret.parlor": "", "theirs/own.parlor": ""])
    let path = editor.folder.path
    editor.open("> source \(path)/theirs/o‸", as: "theirs/a.scenario")
    #expect(editor.completions(of: "theirs/a.scenario") == ["\(path)/theirs/own.parlor"])
    editor.open("> source \(path)/mine/s‸", as: "theirs/a.scenario")
    #expect(editor.completions(of: "theirs/a.scenario").isEmpty)
  }
}
