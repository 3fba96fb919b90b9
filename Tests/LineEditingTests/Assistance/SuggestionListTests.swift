import TestKit
import Testing

/// Tab lists suggestions.
@Suite(.blocking) struct SuggestionListTests {
  private static let list = [
    "probe> r", "reveal    look under a cell", "roll      roll the dice",
    "rollback  undo\u{FFFD}[31m the roll",
  ]

  @Test func `the list is below the line`() throws {
    let terminal = try assistedProbe()
    try terminal.type("r", row: "probe> r")
    try terminal.send("\t")
    try terminal.expectRows(Self.list, below: 0, column: 8)
    let row = terminal.screen.row
    #expect(
      terminal.screen.runs(row + 2) == [
        Screen.Run("roll      "), Screen.Run("roll the dice", "2"),
      ])
  }

  @Test func `an empty line has a list`() throws {
    let terminal = try assistedProbe()
    try terminal.send("\t")
    try terminal.expectScreen("the verbs") { $0.rows.contains("漢字       wide") }
    let rows = terminal.rows(from: "probe>")
    #expect(rows.count == 9)
    #expect(rows.last == "漢字       wide")
    #expect(!terminal.text.contains("evil"))
    #expect(!terminal.text.contains("\u{1B}[31m the"))
  }

  @Test func `the list vanishes at the next key`() throws {
    let terminal = try assistedProbe()
    try terminal.send("r\t")
    try terminal.expectRows(Self.list)
    try terminal.send("e")
    try terminal.expectRows(["probe> re"])
    try terminal.send("\t")
    try terminal.expectRows(["probe> reveal"])
  }

  @Test func `the list vanishes at enter`() throws {
    let terminal = try assistedProbe()
    try terminal.send("r\t")
    try terminal.expectRows(Self.list)
    try terminal.type("\r", prints: "got [r] 1\r\n")
    try terminal.expectRow("probe>", column: 7)
    #expect(terminal.rows(from: "probe> r") == ["probe> r", "got [r] 1", "probe>"])
  }

  @Test func `arrows move in the list`() throws {
    let terminal = try assistedProbe()
    try terminal.send("r\t")
    try terminal.expectRows(Self.list)
    try terminal.send(Key.down + Key.down)
    try terminal.expectScreen("the second entry") { $0.currentRow == "probe> roll" }
    try terminal.send(Key.up)
    try terminal.expectScreen("the first entry") { $0.currentRow == "probe> reveal" }
    // Columns of nine rows: 11 to 91, then 12 to 92.
    try terminal.send("\u{15}cells \t")
    try terminal.expectScreen("the cells") { $0.rows.contains { $0.contains("94") } }
    try terminal.send(Key.down + Key.right)
    let rows = terminal.rows(from: "probe>").dropFirst()
    let second = rows.first?.split(separator: " ").dropFirst().first.map(String.init) ?? ""
    try terminal.expectScreen("the second column") { $0.currentRow == "probe> cells \(second)" }
    try terminal.send(Key.left)
    try terminal.expectScreen("the first column") { $0.currentRow == "probe> cells 11" }
  }

  @Test func `escape closes the list`() throws {
    let terminal = try assistedProbe()
    try terminal.send("r\t\t")
    try terminal.expectScreen("the first entry") { $0.currentRow == "probe> reveal" }
    try terminal.send(Key.escape)
    try terminal.expectRows(["probe> r"])
    try terminal.type("\u{15}x\r", prints: "got [x] 1\r\n")
  }

  @Test func `more tabs select`() throws {
    let terminal = try assistedProbe()
    try terminal.send("r\t")
    try terminal.expectRows(Self.list, below: 0)
    let row = terminal.screen.row
    for (keys, line, chosen) in [
      ("\t", "reveal", 1), ("\t", "roll", 2), ("\t", "rollback", 3), ("\t", "reveal", 1),
      (Key.backTab, "rollback", 3), (Key.backTab, "roll", 2),
    ] {
      try terminal.send(keys)
      try terminal.expectScreen("\(line) chosen") {
        $0.currentRow == "probe> \(line)"
          && $0.runs(row + chosen).first == Screen.Run(line, "7")
      }
    }
    // Enter takes the entry, another one the line.
    try terminal.send("\r")
    try terminal.expectRows(["probe> roll"])
    try terminal.type("\r", prints: "got [roll")
  }

  @Test func `a selection can be undone`() throws {
    let terminal = try assistedProbe()
    try terminal.send("r x\(Key.left)\(Key.left)\t")
    try terminal.expectScreen("the list") { $0.rows.contains(Self.list[1]) }
    try terminal.type("\t", row: "probe> reveal x", column: 13)
    try terminal.send("\u{7}")
    try terminal.expectRows(["probe> r x"], column: 8)
  }

  @Test func `the list fits the rows of the screen`() throws {
    let terminal = try assistedProbe(rows: 10)
    try terminal.send("many m\t")
    try terminal.expectScreen("the list") { $0.rows.contains("… and 92 more") && $0.row == 0 }
    #expect(terminal.screen.rows[0] == "probe> many m")
    #expect(terminal.screen.rows[8] == "m8    no. 8")
    // Selecting turns the page.
    for place in 1...9 {
      try terminal.type("\t", row: "probe> many m\(place)")
    }
    try terminal.expectScreen("the next page") {
      $0.rows[1] == "m9    no. 9" && $0.runs(1).first == Screen.Run("m9", "7")
    }
    try terminal.send("\u{15}")
    try terminal.expectScreen("the prompt alone") {
      $0.rows.filter { !$0.isEmpty } == ["probe>"] && $0.column == 7
    }
  }

  @Test func `the list fits the columns of the screen`() throws {
    let terminal = try assistedProbe(columns: 20)
    try terminal.send("r\t")
    try terminal.expectRows([
      "probe> r", "reveal    look und…", "roll      roll the…", "rollback  undo\u{FFFD}[31…",
    ])
    let other = try assistedProbe(columns: 12)
    try other.send("\t")
    try other.expectScreen("the list") { $0.rows.contains("漢字      …") }
    #expect(other.screen.rows.contains("žluťouč…  …"))
  }

  @Test func `words without details are in columns`() throws {
    let terminal = try assistedProbe(columns: 31)
    try terminal.send("cells \t")
    try terminal.expectRows([
      "probe> cells", "11  22  33  44  61  72  83  94", "12  23  34  51  62  73  84",
      "13  24  41  52  63  74  91", "14  31  42  53  64  81  92",
      "21  32  43  54  71  82  93",
    ])
  }

  @Test func `colour can be turned off`() throws {
    let terminal = try assistedProbe(environment: ["PROBE_COLORLESS": "1"])
    try terminal.send("r\t")
    try terminal.expectRows(Self.list)
    try terminal.type("\t", row: "probe> reveal")
    try terminal.type(" 1\r", prints: "got [reveal  1] ")
    #expect(!terminal.text.replacing("\u{FFFD}[31m", with: "").contains(/\u{1B}\[[0-9;]*m/))
  }
}
