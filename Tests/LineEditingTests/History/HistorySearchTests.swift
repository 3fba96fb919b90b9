import TestKit
import Testing

/// Ctrl-R finds earlier lines by any part.
@Suite(.blocking) struct HistorySearchTests {
  private func probe(_ lines: String...) throws -> Pseudoterminal {
    let terminal = try LineEditingTests.probe()
    for line in lines.isEmpty ? ["roll five", "roll (1", "íč 5* Бор", "bank"] : lines {
      try terminal.enter(line)
    }
    return terminal
  }

  @Test(arguments: [
    ("fiv", "roll five", 5), ("(1", "roll (1", 5), ("5*", "íč 5* Бор", 3), ("č", "íč 5* Бор", 1),
    ("Бор", "íč 5* Бор", 6), ("bank", "bank", 0), ("roll", "roll (1", 0),
  ])
  func `the search finds any text`(_ needle: String, _ line: String, _ place: Int) throws {
    let terminal = try probe()
    try terminal.type("\u{12}", row: "(search) ``:", column: 13)
    for (count, character) in needle.enumerated() {
      try terminal.send(String(character))
      let part = needle.prefix(count + 1)
      try terminal.expectScreen("the needle") { $0.currentRow.hasPrefix("(search) `\(part)`: ") }
    }
    let start = "(search) `\(needle)`: "
    try terminal.expectRow(start + line, column: start.unicodeScalars.count + place)
    try terminal.type("\r", prints: "got [\(line)]")
    try terminal.expectRows(
      ["probe> \(line)", "got [\(line)] \(line.utf8.count)", "probe>"], from: "probe> \(line)")
    #expect(!terminal.screen.rows.contains { $0.contains("search") })
  }

  @Test func `control r finds older lines`() throws {
    let terminal = try probe("roll 1", "bank", "roll 2", "roll 3")
    try terminal.type("\u{12}ol", row: "(search) `ol`: roll 3", column: 16)
    try terminal.type("\u{12}", row: "(search) `ol`: roll 2", column: 16)
    try terminal.type("\u{12}", row: "(search) `ol`: roll 1", column: 16)
    try terminal.type("\u{12}", row: "(failed search) `ol`: roll 1", column: 23)
    try terminal.type("\u{7F}", row: "(search) `o`: roll 3", column: 15)
    try terminal.type("x", row: "(failed search) `ox`: roll 3", column: 23)
    try terminal.type("\r", prints: "got [roll 3]")
    // Without a needle, the search uses the previous one.
    try terminal.send("\u{12}\u{12}")
    try terminal.expectScreen("the former needle") {
      $0.currentRow.hasPrefix("(failed search) `ox`")
    }
  }

  @Test func `the lines that are found are listed, with the text marked`() throws {
    let terminal = try probe("roll 1", "bank", "roll 2", "roll 2", "roll 3")
    try terminal.send("\u{12}ol")
    try terminal.expectRows(
      ["(search) `ol`: roll 3", "roll 3", "roll 2", "roll 1"], from: "(search)")
    #expect(terminal.text.contains("\u{1B}[1;4mol"))
    try terminal.type("\r", prints: "got [roll 3]")
    #expect(terminal.screen.rows.filter { $0 == "roll 2" }.isEmpty)
  }

  @Test(arguments: ["\u{7}", "\u{1B}"])
  func `the search can be cancelled`(_ key: String) throws {
    let terminal = try probe()
    try terminal.type("half\(Key.left)\u{12}", row: "(search) ``: half", column: 16)
    try terminal.send("fiv")
    try terminal.expectScreen("the search") { $0.currentRow.hasSuffix("roll five") }
    try terminal.type(key, row: "probe> half", column: 10)
    try terminal.type("x\r", prints: "got [halxf]")
  }

  @Test(arguments: [
    ("\u{5}!", "roll five!"), ("\u{1}!", "!roll five"), (Key.right + "!", "roll f!ive"),
    (Key.left + "!", "roll! five"), ("\u{B}", "roll "), ("\t!", "roll !five"),
    ("\u{1B}f!", "roll five!"), ("\u{1B}[3~", "roll ive"), (Key.down, "roll (1"),
    (Key.down + Key.down + Key.up, "roll (1"), (Key.down + Key.up, "roll five"),
  ])
  func `other keys accept the line and act on it`(_ keys: String, _ line: String) throws {
    let terminal = try probe()
    try terminal.send("\u{12}fiv")
    try terminal.expectScreen("the search") { $0.currentRow.hasSuffix("roll five") }
    try terminal.send(keys)
    try terminal.expectScreen("the line") { $0.currentRow.hasPrefix("probe> ") }
    try terminal.type("\r", prints: "got [\(line)]")
  }

  @Test func `pasted text is searched`() throws {
    let terminal = try probe()
    try terminal.type(
      "\u{12}\(Key.pasteBegin)íč\t5* Б\(Key.pasteEnd)", row: "(search) `íč 5* Б`: íč 5* Бор",
      column: 20)
    try terminal.type("\r", prints: "got [íč 5* Бор]")
  }

  @Test func `Ctrl-C discards the line of the search`() throws {
    let terminal = try probe()
    try terminal.send("half\u{12}fiv")
    try terminal.expectScreen("the search") { $0.currentRow.hasSuffix("roll five") }
    try terminal.type("\u{3}", prints: "<interrupted>")
    try terminal.expectRow("probe>", column: 7)
    try terminal.expectRows(["probe> half^C", "<interrupted>", "probe>"], from: "probe> half")
  }

  @Test func `a search can fail`() throws {
    let terminal = try probe()
    try terminal.type("half\u{12}zzz", row: "(failed search) `zzz`: half", column: 27)
    try terminal.type("\u{3}", prints: "<interrupted>")
    try terminal.expectRows(["probe> half^C", "<interrupted>", "probe>"], from: "probe> half")
  }

  @Test func `vi mode works`() throws {
    let settings = try TemporaryFile("bind -v\n")
    let terminal = try LineEditingTests.probe(environment: ["EDITRC": settings.path])
    try terminal.enter("roll five", "bank")
    for keys in ["\u{12}fiv", "\u{1B}/fiv"] {
      try terminal.type(keys, row: "(search) `fiv`: roll five", column: 21)
      try terminal.send("\r")
      if keys.hasPrefix("\u{1B}") {
        // As in vi, `/` shows the line.
        try terminal.expectRow("probe> roll five", column: 12)
        try terminal.send("\r")
      }
      try terminal.expect("got [roll five]")
      try terminal.expect(prompt)
    }
  }
}
