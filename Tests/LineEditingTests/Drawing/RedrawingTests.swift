import TestKit
import Testing

/// Drawing key by key gives the same screen as drawing everything at once.
@Suite(.blocking) struct RedrawingTests {
  private static let keys = [
    "a", "roll ", "15 ", "漢", "字b", "e\u{301}", "žluť ", "\u{308}", "🎲", "long words here ",
    Key.left, Key.left + Key.left, Key.right, "\u{1}", "\u{5}", "\u{7F}", "\u{7F}\u{7F}",
    "\u{1B}[3~",
    "\u{17}", "\u{B}", "\u{19}", "\u{14}", "\u{1B}b", "\u{1B}f", "\u{1B}d", "\u{1B}u", Key.up,
    Key.down, "\u{16}\u{1}", "\t",
  ]

  /// The generator of Steele, Lea and Flood (SplitMix64).
  private struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var bits = state
      bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
      bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
      return bits ^ (bits >> 31)
    }
  }

  @Test(arguments: 1...6)
  func `incremental drawing equals a full drawing`(_ seed: UInt64) throws {
    let (rows, columns): (UInt16, UInt16) = [(24, 80), (12, 11), (5, 20)][Int(seed % 3)]
    let terminal = try assistedProbe(rows: rows, columns: columns)
    var numbers = Numbers(state: seed)
    try terminal.enter("roll 1 5", "漢字漢字漢字 15", "reveal e\u{301} 🎲🎲 x")
    for step in 0..<60 {
      for _ in 0..<Int.random(in: 1...6, using: &numbers) {
        try terminal.send(Self.keys.randomElement(using: &numbers) ?? "")
      }
      // Once the mark is at the end of the line, all keys have arrived. A key at the end is shown before its colour
      // and ghost are known; a move of the cursor is not.
      let mark = "<\(seed)-\(step)>"
      try terminal.send("\u{5}\(mark)")
      try expectEnd(mark, on: terminal)
      try terminal.send(Key.left)
      try expectEnd(String(mark.dropLast()), on: terminal)
      try terminal.send("\u{5}")
      try expectEnd(mark, on: terminal)
      let before = terminal.screen
      try terminal.type("\u{C}", prints: "\u{1B}[H\u{1B}[2J")
      try expectEnd(mark, on: terminal)
      #expect(terminal.screen.shows(endOf: before), "\(before.rows) \(terminal.screen.rows)")
      if step % 7 == 6 {
        try terminal.type("\r", prints: mark + "] ")
        try terminal.expect(prompt)
      }
    }
  }

  private func expectEnd(_ mark: String, on terminal: Pseudoterminal) throws {
    try terminal.expectScreen("the end \(mark)") { screen in
      screen.textBeforeCursor.hasSuffix(mark)
    }
  }
}
