import Testing

@testable import LineSyntax

/// What may name a player.
struct PlayerNameTests {
  @Test(arguments: [
    "A", "Ann", "Mary Ann", "7up", "-1", "1.5", "all", "Zoë", "李", "🎲", "👨‍👩‍👧‍👦", "e\u{301}",
    String(repeating: "x", count: 32), String(repeating: "é", count: 32),
    String(repeating: "🎲", count: 32), "x" + String(repeating: "\u{301}", count: 63), "a>b", "a=b",
    "\"",
  ])
  func `displayable text is a name`(name: String) {
    #expect(PlayerName.isValid(name))
  }

  @Test(arguments: [
    "", " ", "   ", "x" + String(repeating: "\u{301}", count: 64), "7", "007",
    "12345678901234567890", String(repeating: "x", count: 33),
    "a\tb", "a\nb", "a\u{0}", "\u{7F}", "a\u{85}", "a\u{2028}b", "a\u{2029}b", "a\u{202E}b",
    "\u{200F}a", "\u{200B}", "\u{AD}", "\u{A0}", "\u{E0001}", "\u{3000}\u{2060}", "\u{FE0F}",
  ])
  func `numbers, blanks and control characters are not names`(name: String) {
    #expect(!PlayerName.isValid(name))
  }

  /// Replies begin with names; a name may not make them look like something else.
  @Test(arguments: ["> Ann", "> ", " Ann", "Ann "])
  func `names that read as something else are refused`(name: String) {
    #expect(!PlayerName.isValid(name))
  }
}
