/// What to show next of a text that is longer than the screen.
package enum TextStep: Sendable {
  case forward
  case back
  case lineBack
  case first
  case last
  /// Nothing more.
  case leave

  /// The letters that say so.
  static let letters: [Unicode.Scalar: TextStep] = [
    "b": .back, "u": .back, "k": .lineBack, "g": .first, "G": .last,
  ]

  /// What terminals send for other keys, after Escape: Page Up and Page Down, the arrows, Home and End.
  static let sequences: [(sequence: String, step: TextStep)] = [
    ("[5~", .back), ("[6~", .forward), ("[A", .lineBack), ("OA", .lineBack), ("[B", .forward),
    ("OB", .forward), ("[H", .first), ("OH", .first), ("[1~", .first), ("[F", .last),
    ("OF", .last), ("[4~", .last),
  ]
}
