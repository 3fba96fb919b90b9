import Language

extension TranscriptSyntax.HoleKind {
  /// What fits into a hole of this kind.
  var pattern: PatternNode {
    switch self {
    case .int: Self.integer
    case .dice: .sequence([Self.face, Self.any(.sequence([.scalar(0x20), Self.face]))])
    case .duration: .choice([Self.clock, Self.units])
    case .word: .repeated(.set(ScalarSet.blanks.complement), atLeast: 1, atMost: nil)
    }
  }

  /// At most 18 digits, so that every integer fits an `Int`.
  private static let integer = PatternNode.sequence([
    .optional(.set(.of("+-"))),
    .choice([
      .sequence([
        digits(1, 3),
        .repeated(.sequence([.scalar(0x2C), digits(3, 3)]), atLeast: 1, atMost: 5),
      ]),
      digits(1, 18),
    ]),
  ])

  private static let face = PatternNode.set(ScalarSet(ranges: [0x31...0x39]))

  /// `1:05`, `1:00:05`.
  private static let clock = PatternNode.sequence([
    digits(1, 9),
    .repeated(.sequence([.scalar(0x3A), digits(2, 2)]), atLeast: 1, atMost: 2),
    fraction,
  ])

  /// `10s`, `+1.5s`, `1h 5m`.
  private static let units = PatternNode.sequence([
    .optional(.set(.of("+-"))), unit,
    any(.sequence([.optional(.scalar(0x20)), unit])),
  ])

  private static let unit = PatternNode.sequence([
    digits(1, 18), fraction,
    .choice([.text("ms".utf8), .set(.of("smhd"))]),
  ])

  private static let fraction = PatternNode.optional(.sequence([.scalar(0x2E), digits(1, 18)]))

  private static func digits(_ lower: Int, _ upper: Int) -> PatternNode {
    .repeated(.set(.digits), atLeast: lower, atMost: upper)
  }

  private static func any(_ node: PatternNode) -> PatternNode {
    .repeated(node, atLeast: 0, atMost: nil)
  }
}
