import LibC
import TestKit
import Testing

/// Tab inserts what all suggestions have in common.
@Suite(.blocking) struct CompletionTests {
  @Test(arguments: [
    ("ba\t", "bank "), ("ba\t\t", "bank "), ("ba\tx", "bank x"),
    ("re\t1", "reveal 1"), ("ro\t", "roll"), ("rollb\t", "rollback "),
    ("žlutá\t", "žlutá "), ("žluť\t", "žluťoučký "), ("ž\tť\t", "žluťoučký "),
    ("漢\t", "漢字 "),
    ("open fi\tx", "open files/x"), ("open žluť fi\tx", "open žluť files/x"),
    ("open f\tx", "open fx"),
    ("xyz\tx", "xyzx"),
  ])
  func `the common beginning is inserted`(_ keys: String, _ line: String) throws {
    let terminal = try assistedProbe()
    try terminal.type(keys + "\r", prints: "got [\(line)] ")
    #expect(terminal.screen.bells == 0)
  }

  @Test func `the rest of the line stays`() throws {
    let terminal = try assistedProbe()
    try terminal.type(
      "ba 漢字" + String(repeating: Key.left, count: 3), row: "probe> ba 漢字", column: 9)
    try terminal.send("\t")
    // A space follows already.
    try terminal.expectRow("probe> bank 漢字", column: 11)
    try terminal.type("\u{1}", row: "probe> bank 漢字", column: 7)
    try terminal.type("žluť\t", row: "probe> žluťoučký bank 漢字", column: 17)
    try terminal.type("\r", prints: "got [žluťoučký bank 漢字] ")
  }

  @Test func `vi mode works`() throws {
    let settings = try TemporaryFile("bind -v\n")
    let terminal = try assistedProbe(environment: ["EDITRC": settings.path])
    try terminal.type("ba\t1\r", prints: "got [bank 1] ")
  }

  @Test func `users can bind a key to completion`() throws {
    let settings = try TemporaryFile("bind ^T line-editing-complete\n")
    let terminal = try assistedProbe(environment: ["EDITRC": settings.path])
    try terminal.type("ba\u{14}1\r", prints: "got [bank 1] ")
  }

  @Test func `completion works without cursor movement`() throws {
    // The entry of a dumb terminal under another name, as that one is not edited on.
    let folder = try TemporaryFolder()
    let entries = ["/lib", "/usr/lib", "/usr/share"].map { "\($0)/terminfo/d/dumb" }
    let entry = try #require(entries.first { access($0, R_OK) == 0 })
    mkdir(folder["p"], 0o700)
    symlink(entry, folder["p/plain"])
    let terminal = try assistedProbe(environment: ["TERM": "plain", "TERMINFO": folder.path])
    try terminal.type("ba\t1\r", prints: "got [bank 1] ")
    try terminal.send("r\t")
    let rows = [
      "probe> r", "reveal    look under a cell", "roll      roll the dice",
      "rollback  undo\u{FFFD}[31m the roll", "probe> r",
    ]
    try terminal.expectScreen("the list") { $0.rows.filter { !$0.isEmpty }.suffix(5) == rows[...] }
  }
}
