import TestKit
import Testing

/// An evening at the table: real dice with slips that are corrected, a counter, and a bot. What is
/// recorded was worked out by hand.
@Suite(.blocking) struct EveningTests {
  @Test func `an evening with corrections leaves the right statistics`() throws {
    let folder = try TemporaryFolder()
    let terminal = try Pseudoterminal.parlor(
      ["--color", "never", "--profile", folder["p"]], environment: ["HOME": folder.path])
    try terminal.expect(Prompt.outside)
    func type(_ lines: String...) throws {
      for line in lines {
        try terminal.send("\(line)\r")
        try terminal.expectAnswer(to: line, before: "> ")
      }
    }
    // Bob's hold is corrected at once, Ann's first turn later, and her last one after the end.
    try type(
      "new farkle Ann Bob Cy dice=physical target=1000", "points 400", "roll 1 1 1 2 3 4",
      "hold 1 1", "undo", "hold 1 1 1", "bank", "amend 1 points 450", "points 300", "points 500",
      "finished", "undo", "points 700")
    try type("new counter Ann Bob", "+5", "+12", "add 3 Ann", "finish")
    try type("new farkle Ann Bob target=500 seed=3", "seat Bob bank=300")
    for _ in 0..<10 { try type("roll", "hold best", "bank") }
    #expect(try terminal.leave() == .exited(0))

    let outcome = try Program.run(["--profile", folder["p"], "-c", "finished; stats farkle; stats"])
    #expect(outcome.status == .exited(0))
    let lines = outcome.text.split(separator: "\n").map { line in
      line.split(separator: " ").map(String.init)
    }
    func row(_ title: String) -> [String] {
      lines.first { $0.joined(separator: " ").hasPrefix(title) }?
        .dropFirst(title.split(separator: " ").count).map { $0 } ?? []
    }
    #expect(lines[0].dropFirst(2).prefix(5) == ["Farkle", "Ann", "lost,", "Bob", "won"])
    #expect(lines[1].dropFirst(2).prefix(5) == ["Counter", "Bob", "12,", "Ann", "8"])
    #expect(
      lines[2].dropFirst(2).prefix(7) == ["Farkle", "Ann", "won,", "Bob", "lost,", "Cy", "lost"])
    // Ann has 450 and 700, and 500 in the game against the bot, which has no statistics.
    #expect(row("Played") == ["2", "1", "1"])
    #expect(row("Won") == ["1", "0", "0"])
    #expect(row("Lost") == ["1", "1", "1"])
    #expect(row("Highest turn") == ["700", "1,000", "300"])
    #expect(row("Highest game") == ["1,150", "1,000", "300"])
    #expect(row("Lifetime points") == ["1,650", "1,000", "300"])
    #expect(row("Points a game") == ["825.00", "1,000.00", "300.00"])
    #expect(row("Clutch factor") == ["1,000", "0", "300"])
    #expect(row("Counter Bob").first == "1")
  }
}
