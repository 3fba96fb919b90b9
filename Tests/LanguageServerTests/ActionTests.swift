import JSONRPC
import ParlorKit
import TestKit
import Testing

@testable import LanguageServer

@Suite struct ActionTests {
  private func titles(_ actions: Value?) -> [String] {
    actions?.array?.compactMap { $0["title"]?.string } ?? []
  }

  private func edit(_ title: String, _ actions: Value?) -> Value? {
    actions?.array?.first { $0["title"]?.string == title }?["edit"]
  }

  private let failing = """
    # Two replies that differ

    > echo one
    two

    Prose stays.

    > echo a b
    a <word>
    > echo th‸ree
    four

    """

  @Test func `a reply is blessed`() throws {
    var editor = try TestEditor()
    editor.open(failing)
    let actions = editor.ask("codeAction")
    let text = editor.text(after: edit("Bless this reply", actions))
    #expect(text == failing.replacing("‸", with: "").replacing("four", with: "three"))
  }

  @Test func `a reply to the last line comes behind it`() throws {
    var editor = try TestEditor()
    editor.open("> echo‸ a\n")
    let edits = edit("Bless this reply", editor.ask("codeAction"))?["changes"]?.fields?.first?.value
    #expect(edits?.array?.map { $0["newText"]?.string } == ["\na"])
    #expect(edits?.array?.first?["range"]?["start"] == ["line": 0, "character": 8])
  }

  @Test func `all replies of a file are blessed`() throws {
    var editor = try TestEditor()
    editor.open(failing)
    let actions = editor.ask("codeAction")
    let text = editor.text(after: edit("Bless all replies of this file", actions))
    #expect(
      text
        == failing.replacing("‸", with: "").replacing("four", with: "three")
        .replacing("two", with: "one"))
    let only = editor.ask("codeAction", ["context": ["only": ["source.fixAll"]]])
    #expect(titles(only) == ["Bless all replies of this file"])
  }

  @Test func `edits are made when they are asked for, if the client can`() throws {
    let support: Value = ["resolveSupport": ["properties": ["edit"]]]
    var editor = try TestEditor(["textDocument": ["codeAction": support]])
    editor.open(failing)
    let action = editor.ask("codeAction")?.array?.first ?? .null
    #expect(action["edit"] == nil)
    let resolved = editor.request("codeAction/resolve", action)
    #expect(editor.text(after: resolved?["edit"])?.contains("three\n") == true)
  }

  @Test func `edits leave the lines alone that stay`() throws {
    var editor = try TestEditor()
    editor.open("> echo a\nb\n\n> echo a\na\n> echo a\n\n> echo a‸\nb\nc\n")
    let edit = edit("Bless all replies of this file", editor.ask("codeAction"))
    #expect(edit?["changes"]?.fields?.first?.value.array?.count == 3)
    #expect(
      editor.text(after: edit) == "> echo a\na\n\n> echo a\na\n> echo a\na\n\n> echo a\na\n")
  }

  @Test func `a golden file is blessed`() throws {
    var editor = try TestEditor(files: ["a.golden": "> echo a\nb\n"])
    editor.open("echo a\n", as: "a.parlor")
    let actions = editor.ask("codeAction", about: "a.parlor")
    let changes = edit("Bless the golden file", actions)?["changes"]?.fields ?? [:]
    #expect(changes.map(\.name) == [editor.uri("a.golden")])
    #expect(changes.first?.value.array?.first?["newText"]?.string == "a\n")
  }

  @Test(arguments: [
    ("Ann rolls 6 5‸ 1 1 3 5.", "Replace `6 5 1 1 3 5` by `<dice>`", "Ann rolls <dice>."),
    ("Ann has 10,0‸00.", "Replace `10,000` by `<int>`", "Ann has <int>."),
    ("Ended after 1‸.5s.", "Replace `1.5s` by `<duration>`", "Ended after <duration>."),
    ("A‸nn to roll.", "Replace `Ann` by `<word>`", "<word> to roll."),
  ])
  func `a value becomes a placeholder`(_ line: String, _ title: String, _ result: String) throws {
    var editor = try TestEditor()
    editor.open("> echo a\n\(line)\n")
    let actions = editor.ask("codeAction")
    #expect(
      editor.text(after: edit(title, actions)) == "> echo a\n\(result)\n", "\(titles(actions))")
  }

  @Test func `a rejected move is replaced by a legal one`() throws {
    var editor = try TestEditor()
    let game = "> new farkle Ann seed=7\n...\n> roll\n...\n"
    editor.open(game + "> hold‸ 2\nx\n")
    let actions = editor.ask("codeAction")
    #expect(
      editor.text(after: edit("Replace by `hold 1 1 5 5`", actions)) == game + "> hold 1 1 5 5\nx\n"
    )
    editor.open(game + "> hlod‸ 1\nx\n")
    let meant = edit("Replace by `hold`", editor.ask("codeAction"))
    #expect(editor.text(after: meant) == game + "> hold 1\nx\n")
  }

  private let amended = """
    > new farkle Ann Bob seed=7
    ...
    > roll
    Ann rolls 6 5 1 1 3 5.
    ...
    > hold 1 1 5 # two ones
    Ann holds 1 1 5 for 250.
    Roll 3 dice or bank 250.
    > echo one
    two
    > bank
    Ann banks 250 and has 250.
    Bob to roll.

    """

  @Test func `a move is amended, and what follows is blessed`() throws {
    for support in [Value.null, ["properties": ["edit"]]] {
      var editor = try TestEditor(["textDocument": ["codeAction": ["resolveSupport": support]]])
      editor.open(amended.replacing("hold 1 1", with: "hold‸ 1 1"))
      let actions = editor.ask("codeAction")
      let title = "Amend `hold 1 1 5` to `hold 1 1`"
      let action = actions?.array?.first { $0["title"]?.string == title } ?? .null
      #expect((action["edit"] == nil) == (support != .null), "\(titles(actions))")
      let edit = editor.request("codeAction/resolve", action)?["edit"]
      // A reply that differed before stays.
      #expect(
        editor.text(after: edit)
          == amended.replacing("hold 1 1 5 #", with: "hold 1 1 #")
          .replacing("1 1 5 for 250", with: "1 1 for 200")
          .replacing("3 dice or bank 250", with: "4 dice or bank 200")
          .replacing("250 and has 250", with: "200 and has 200"))
    }
  }

  @Test func `a move is amended up to what no longer fits`() throws {
    var editor = try TestEditor()
    let text = "> new farkle Ann seed=7\n...\n> roll\n...\n> hold 1 1\nx\n"
    let rest = "> hold 5\nAnn holds 5 for 50.\n...\n> bank\nAnn banks 250 and has 250.\n...\n"
    editor.open(text.replacing("hold 1 1", with: "ho‸ld 1 1") + rest)
    let actions = editor.ask("codeAction")
    let edit = edit("Amend `hold 1 1` to `hold 1 1 5 5`", actions)
    // `hold 5` is no longer possible: it and what follows stay, and differ.
    #expect(
      editor.text(after: edit)
        == text.replacing("hold 1 1\nx", with: "hold 1 1 5 5\nx") + rest, "\(titles(actions))")
  }

  @Test func `only a move with others in its place is amended`() throws {
    var editor = try TestEditor()
    editor.open("> new farkle Ann seed=7\n...\n> ro‸ll\n...\n")
    #expect(!titles(editor.ask("codeAction")).contains { $0.hasPrefix("Amend") })
    editor.open("> new farkle Ann seed=7\n...\n> roll\n...\n> sh‸ow\n...\n")
    #expect(!titles(editor.ask("codeAction")).contains { $0.hasPrefix("Amend") })
    editor.open("new farkle Ann seed=7\nroll\n7 ho‸ld best # most\n", as: "a.parlor")
    let actions = editor.ask("codeAction", about: "a.parlor")
    #expect(
      editor.text(after: edit("Amend `hold best` to `hold 1 1`", actions), of: "a.parlor")
        == "new farkle Ann seed=7\nroll\n7 hold 1 1 # most\n", "\(titles(actions))")
  }

  @Test func `a file is formatted as by fmt`() throws {
    var editor = try TestEditor()
    editor.open("\n> echo a  \na\r\n\n\n\nEnd.\n> echo b\nb\n")
    let edits: Value = [
      "changes": .object(["\(editor.uri("a.scenario"))": editor.ask("formatting") ?? .null])
    ]
    #expect(editor.text(after: edits) == "> echo a\na\n\nEnd.\n> echo b\nb\n")
    editor.open("# Not touched \n", as: "a.md")
    #expect(editor.ask("formatting", about: "a.md") == [])
  }

  @Test func `symbols and folds are headings and games`() throws {
    var editor = try TestEditor()
    editor.open(
      """
      # One

      > new farkle Ann
      ...
      > roll
      ...

      ## Two
      > new counter Bob
      ...

      """)
    let symbols = editor.ask("documentSymbol")?.array ?? []
    #expect(
      symbols.map { $0["name"]?.string } == ["One", "farkle Ann", "Two", "counter Bob"])
    #expect(symbols.map { $0["range"]?["end"]?["line"]?.integer } == [5, 5, 9, 9])
    let folds = editor.ask("foldingRange")?.array ?? []
    #expect(
      folds.map { [$0["startLine"]?.integer, $0["endLine"]?.integer] }
        == [[2, 5], [8, 9], [2, 3], [4, 5], [8, 9]])
  }

  @Test func `lenses run the file and resume at a game`() throws {
    var editor = try TestEditor()
    editor.open("> seed 1\n> new farkle Ann\n...\n> bank\n")
    let lenses = editor.ask("codeLens")?.array?.compactMap { $0["command"] } ?? []
    #expect(lenses.map { $0["title"]?.string } == ["run", "resume here"])
    let texts = lenses.map { lens -> String? in
      let params: Value = [
        "command": lens["command"] ?? .null, "arguments": lens["arguments"] ?? .null,
      ]
      return editor.request("workspace/executeCommand", params)?.string
    }
    #expect(
      texts == [
        "1 difference; the first is in line 4",
        "parlor --resume-at \(editor.folder.path)/a.scenario:2",
      ])
    // Without a line it is the first one.
    let resume: Value = [
      "command": "parlor.resume", "arguments": [.string(editor.uri("a.scenario"))],
    ]
    #expect(
      editor.request("workspace/executeCommand", resume)?.string
        == "parlor --resume-at \(editor.folder.path)/a.scenario:1")
    #expect(editor.error(of: "workspace/executeCommand", ["command": "no"])?.code == -32602)
  }

  @Test func `definitions of files and captures are found`() throws {
    var editor = try TestEditor(files: ["other.parlor": "echo a\n"])
    editor.open("> source oth‸er.parlor\n")
    #expect(editor.ask("definition")?["uri"]?.string == editor.uri("other.parlor"))
    editor.open("> echo 1\n<n:int>\n> echo 2\n<n‸+1>\n")
    #expect(editor.ask("definition")?["range"]?["start"]?["line"]?.integer == 1)
    editor.open("> source /etc/pass‸wd\n")
    #expect(editor.ask("definition") == .null)
  }

  @Test func `a player is renamed in commands and replies`() throws {
    var editor = try TestEditor()
    let text =
      "Ann begins.\n\n> new farkle Ann Bob\nFarkle: Ann, Bob. First to 10,000. Seed 0.\nAnnn to roll.\n"
    editor.open(text.replacing("farkle Ann", with: "farkle A‸nn"))
    #expect(editor.ask("prepareRename")?["placeholder"]?.string == "Ann")
    #expect(
      editor.text(after: editor.ask("rename", ["newName": "Cy Lee"]))
        == "Ann begins.\n\n> new farkle \"Cy Lee\" Bob\nFarkle: Cy Lee, Bob. First to 10,000. Seed 0.\nAnnn to roll.\n"
    )
    var params: Fields = [
      "textDocument": ["uri": .string(editor.uri("a.scenario"))], "position": editor.cursor,
    ]
    for name in ["Bob", "7", ""] {
      params["newName"] = .string(name)
      #expect(editor.error(of: "textDocument/rename", .object(params))?.code == -32602)
    }
    editor.open("> new far‸kle Ann\n")
    #expect(editor.ask("prepareRename") == .null)
  }
}
