import ParlorKit
import Testing

@testable import LanguageServer

@Suite struct LineHelpTests {
  private let game = "> new farkle Ann Bob seed=7\n...\n> roll\n...\n"

  @Test func `legal moves complete a command, with what they bring`() throws {
    var editor = try TestEditor()
    editor.open(game + "> hold ‸")
    let items = editor.ask("completion")?["items"]?.array ?? []
    #expect(items.first?["label"]?.string == "1 1 5 5")
    #expect(items.first?["detail"]?.string == "300 points")
    #expect(items.first?["insertText"]?.string == "1 1 5 5")
    editor.open(game + "> hold 1‸")
    let begun = editor.ask("completion")?["items"]?.array?.first
    #expect(begun?["insertText"]?.string == "1 1 5 5")
    editor.open(game + "> ho‸")
    let edit = editor.ask("completion")?["items"]?.array?.first?["textEdit"]
    #expect(edit?["range"]?["end"] == editor.cursor)
    #expect(edit?["newText"]?.string == "hold")
  }

  @Test func `what completes a line depends on the lines before it`() throws {
    var editor = try TestEditor()
    editor.open("> new farkle Ann seed=7\n...\n> ‸\n\n> roll\n...\n")
    #expect(editor.completions().contains("roll"))
    #expect(!editor.completions().contains("bank"))
    editor.open(game + "> hold best\n...\n> b‸\n")
    #expect(editor.completions().first == "bank")
    editor.open("> n‸")
    #expect(editor.completions() == ["new"])
    editor.open("> new farkle Ann rules=‸")
    #expect(editor.completions().contains("standard"))
  }

  @Test func `a lone mark begins a command`() throws {
    var editor = try TestEditor()
    editor.open(game + ">‸\n")
    #expect(editor.completions().contains("hold"))
    editor.open("Some prose.\n>‸\n", as: "a.md")
    #expect(editor.completions(of: "a.md").isEmpty)
    editor.open("```parlor\n> new farkle Ann\n...\n> ‸\n```\n", as: "a.md")
    #expect(editor.completions(of: "a.md").contains("roll"))
  }

  @Test func `the reply completes an empty line under a command`() throws {
    var editor = try TestEditor()
    editor.open(game + "> hold 4\n‸\n")
    let item = editor.ask("completion")?["items"]?.array?.first
    let lines = try #require(item?["insertText"]?.string).split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix("error[illegal-move]: ") == true)
    #expect(
      lines.last?.hasSuffix(
        ": hold 1 1 5 5, hold 1 1 5, hold 1 1, hold 1 5 5, hold 1 5, hold 1, hold 5 5, hold 5")
        == true)
  }

  @Test(arguments: [("a <‸", "<int>"), ("a (‸", "(re)"), ("error[‸", "[syntax]")])
  func `patterns complete an expected line`(_ line: String, _ word: String) throws {
    var editor = try TestEditor()
    editor.open("> echo a\n\(line)\n")
    #expect(editor.completions().contains(word))
  }

  @Test func `scripts are completed, too`() throws {
    var editor = try TestEditor()
    editor.open("new minesweeper easy seed=1\nrev‸", as: "a.parlor")
    #expect(editor.completions(of: "a.parlor") == ["reveal", "review"])
  }

  @Test func `a hover explains the command and shows the table`() throws {
    var editor = try TestEditor()
    editor.open(game + "> ho‸ld 1\n")
    let text = editor.ask("hover")?["contents"]?["value"]?.string ?? ""
    #expect(text.hasPrefix("```text\nhold: "))
    #expect(text.contains("Before this line:\n\n```text\n"))
    #expect(text.contains("6 5 1 1 3 5"))
  }

  @Test func `a hover is text where replies are JSON`() throws {
    var editor = try TestEditor()
    editor.open("> set format json\n...\n> new farkle Ann seed=7\n...\n> ro‸ll\n{}\n")
    let text = editor.ask("hover")?["contents"]?["value"]?.string ?? ""
    #expect(text.contains("roll: ") && !text.contains("{"))
    // The session goes on in JSON.
    #expect(editor.diagnostics().count == 1)
  }

  @Test(arguments: [
    ("Ann has <i‸nt>.", "matches an integer, with or without commas between thousands"),
    ("Ann * (glo‸b)", "the whole line matches a glob: `*` is any text, `?` any character"),
    (".‸..", "any lines, or none"), ("error[synt‸ax]", "any error of this code"),
    (
      "Ann (glob‸*)",
      "the whole line matches a glob: `*` is any text, `?` any character; any number of such lines"
    ),
  ])
  func `a hover explains a pattern`(_ line: String, _ meaning: String) throws {
    var editor = try TestEditor()
    editor.open("> echo a\n\(line)\n")
    #expect(editor.ask("hover")?["contents"]?["value"]?.string == meaning)
  }

  @Test func `signatures have the parameter at the cursor`() throws {
    var editor = try TestEditor()
    editor.open(game + "> undo ‸")
    let help = editor.ask("signatureHelp")
    #expect(help?["signatures"]?.array?.first?["label"]?.string == "undo [N]")
    #expect(help?["activeParameter"]?.integer == 0)
    editor.open("> nonsense ‸")
    #expect(editor.ask("signatureHelp") == .null)
  }

  @Test func `draws are shown behind the commands`() throws {
    var editor = try TestEditor()
    editor.open(game + "> hold 1\n...\n")
    let range: Value = [
      "start": ["line": 0, "character": 0], "end": ["line": 9, "character": 0],
    ]
    let hints = editor.ask("inlayHint", ["range": range])?.array ?? []
    #expect(hints.map { $0["label"]?.string } == ["6 5 1 1 3 5"])
    #expect(hints.first?["position"] == ["line": 2, "character": 6])
  }

  @Test func `a command that takes too long is not tried again`() throws {
    var editor = try TestEditor(patience: 1)
    let start = "> new farkle Ann Bob target=1000000\n"
    editor.open(start + "> seat Ann random\n> seat Bob random\n> roll\n> ‸\n")
    #expect(editor.completions().isEmpty)
    let walk = try #require(editor.server.walks[editor.uri("a.scenario")])
    let tooLong = walk.tooLong?.count
    #expect(tooLong != nil)
    #expect(editor.completions().isEmpty && walk.tooLong?.count == tooLong)
  }

  @Test func `a session that takes no end gives no help`() throws {
    var editor = try TestEditor()
    editor.open("> quit\n> ‸")
    #expect(editor.completions().isEmpty)
  }
}
