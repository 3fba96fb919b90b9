import ParlorKit
import Testing

/// Which characters are safe to show.
@Suite struct DisplayableTextTests {
  @Test(arguments: [" ", "~", "ž", "漢", "🎲", "\u{301}", "\u{200D}"] as [Unicode.Scalar])
  func `text is displayable`(_ scalar: Unicode.Scalar) {
    #expect(scalar.isDisplayable)
  }

  @Test(
    arguments: [
      "\0", "\t", "\n", "\u{1B}", "\u{7F}", "\u{85}", "\u{9F}", "\u{2028}", "\u{2029}", "\u{200E}",
      "\u{202E}", "\u{2066}",
    ] as [Unicode.Scalar])
  func `control characters are not displayable`(_ scalar: Unicode.Scalar) {
    #expect(!scalar.isDisplayable)
  }
}
