/// What a figure of the first contender is to reach.
struct Goal: Sendable {
  /// On which side of the bound the figure is to be.
  enum Side: String, Sendable {
    case atMost = "at most"
    case atLeast = "at least"
  }

  /// On which side of the bound the figure is to be.
  let side: Side
  /// The bound, in the unit that is shown, or as a multiple of the peer's figure.
  let bound: Double
  /// The peer that the figure is a multiple of; nothing for an absolute goal.
  let peer: String?

  /// A goal of its own.
  static func value(_ side: Side, _ bound: Double) -> Goal {
    Goal(side: side, bound: bound, peer: nil)
  }

  /// A goal against a peer.
  static func ratio(_ side: Side, _ bound: Double, of peer: String) -> Goal {
    Goal(side: side, bound: bound, peer: peer)
  }

  /// Whether a figure reaches the goal.
  func isMet(by figure: Double) -> Bool {
    switch side {
    case .atMost: figure <= bound
    case .atLeast: figure >= bound
    }
  }
}
