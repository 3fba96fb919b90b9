import LibC
import TestKit
import Testing

/// The external printer prints above the prompt while a line is typed.
@Suite(.blocking) struct ExternalPrinterTests {
  private func probe(
    _ changes: [String: String?] = ["PROBE_NEWS": "news"], columns: UInt16 = 80
  ) throws -> Pseudoterminal {
    try assistedProbe(environment: changes, columns: columns)
  }

  @Test func `the line continues below the text`() throws {
    let terminal = try probe()
    try terminal.type("roll 15\(Key.left)", row: "probe> roll 15", column: 13)
    terminal.signal(SIGUSR2)
    try terminal.expectRows(["news 1", "probe> roll 15"], from: "news 1", below: 1, column: 13)
    try terminal.expectRuns([
      Screen.Run("probe> "), Screen.Run("roll", "32"), Screen.Run(" "), Screen.Run("15", "36"),
    ])
    try terminal.type("0\r", prints: "got [roll 105] ")
    #expect(terminal.screen.rows.filter { $0.hasPrefix("probe> roll") }.count == 1)
  }

  @Test func `a wrapped line continues below the text`() throws {
    let terminal = try probe(columns: 20)
    let line = "0123456789012345678901234567890123456789"
    try terminal.send(line + "\u{1}")
    try terminal.expectScreen("the cursor at the start") { $0.row == 1 && $0.column == 7 }
    for number in 1...2 {
      terminal.signal(SIGUSR2)
      try terminal.expectRows(
        ["news \(number)", "probe> 0123456789012", "34567890123456789012", "3456789"],
        from: "news \(number)", below: 1, column: 7)
      #expect(terminal.screen.row == number + 1)
    }
    #expect(terminal.screen.rows.filter { $0.hasPrefix("probe>") }.count == 1)
    try terminal.type("\r", prints: "got [\(line)] ")
  }

  @Test func `ghost and list continue below the text`() throws {
    let terminal = try probe()
    try terminal.enter("roll 1")
    try terminal.type("ro\t", row: "probe> roll 1", column: 11)
    try terminal.send("\t")
    let list = ["roll      roll the dice", "rollback  undo\u{FFFD}[31m the roll"]
    try terminal.expectScreen("the list") { $0.rows.contains(list[0]) }
    terminal.signal(SIGUSR2)
    try terminal.expectRows(
      ["news 1", "probe> roll 1"] + list, from: "news 1", below: 1, column: 11)
  }

  @Test func `a search continues below the text`() throws {
    let terminal = try probe()
    try terminal.enter("roll five")
    try terminal.type("\u{12}fiv", row: "(search) `fiv`: roll five", column: 21)
    terminal.signal(SIGUSR2)
    try terminal.expectRows(["news 1", "(search) `fiv`: roll five"], from: "news 1")
    try terminal.type("\r", prints: "got [roll five] ")
  }

  @Test(arguments: ["xterm", "no-such-terminal"])
  func `a password continues below the text`(_ name: String) throws {
    let terminal = try probe(["PROBE_NEWS": "news", "TERM": name])
    try terminal.type("password\r", prints: "password: ")
    try terminal.send("ab")
    terminal.signal(SIGUSR2)
    try terminal.expectRows(["news 1", "password:"], from: "news 1")
    try terminal.type("c\r", prints: "secret [abc] ")
  }

  @Test func `texts during a command appear after it`() throws {
    let terminal = try probe()
    try terminal.type("hold\r", prints: "holding")
    terminal.signal(SIGUSR2)
    terminal.signal(SIGUSR1)
    try terminal.expect("released")
    try terminal.expect("news 1\r\n")
    try terminal.expectRow("probe>", column: 7)
  }

  @Test func `the prompt can change`() throws {
    let terminal = try probe(["PROBE_NEWS": "prompt"])
    try terminal.type("roll 15\(Key.left)", row: "probe> roll 15", column: 13)
    terminal.signal(SIGUSR2)
    try terminal.expectRow("news 1> roll 15", column: 14)
    terminal.signal(SIGUSR2)
    try terminal.expectRow("news 2> roll 15", column: 14)
    try terminal.type("\r", prints: "got [roll 15] ")
    try terminal.expectRow("probe>", column: 7)
    #expect(terminal.screen.rows.contains("news 2> roll 15"))
  }

  @Test func `the prompt can change during a search`() throws {
    let terminal = try probe(["PROBE_NEWS": "both"])
    try terminal.type("x\u{12}", row: "(search) ``: x")
    terminal.signal(SIGUSR2)
    try terminal.expectRows(["both 1", "(search) ``: x"], from: "both 1")
    try terminal.type("\u{7}", row: "news 1> x", column: 9)
  }

  @Test func `the idle callback is called`() throws {
    let terminal = try probe(["PROBE_TICK": "1"])
    try terminal.type("roll 15", prints: "20")
    try terminal.expectScreen("both") {
      $0.currentRow.hasPrefix("tick ") && $0.currentRow.hasSuffix("> roll 15")
    }
    try terminal.type("\r", prints: "got [roll 15] ")
    let rows = terminal.screen.rows.filter { !$0.isEmpty }
    #expect(rows.filter { $0.contains("roll 15") }.count == 2, "\(rows)")
  }

  @Test func `texts appear without cursor movement`() throws {
    let terminal = try probe(["PROBE_NEWS": "news", "TERM": "no-such-terminal"])
    try terminal.type("half", row: "probe> half")
    terminal.signal(SIGUSR2)
    try terminal.expectRows(["news 1", "probe> half"], from: "news 1")
    try terminal.type("\r", prints: "got [half] ")
  }
}
