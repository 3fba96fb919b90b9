import Synchronization

/// The shares of the two sides of a fair game without a keeper. The key of a draw is a share of each.
///
/// A side draws the end of its chain, 32 random bytes. Before each share comes the SHA-256 of the
/// text `SIDE:SHARE`, with SIDE 1 or 2 and SHARE in hexadecimal digits; the first in the chain is
/// the commit. So it binds all shares, and a share tells nothing of those after it. Source: Lamport,
/// "Password Authentication with Insecure Communication", CACM 24 (1981).
package final class FairSides: Sendable {
  /// How many draws a game can have.
  package static let mostDraws = 1000

  /// The side that plays here, 0 or 1; nil if all is known from a saved game.
  package let own: Int?
  private let known: Mutex<Known>

  private struct Known {
    /// For each side its commit, which may be missing, and its shares in order.
    var chains: [[[UInt8]]]
    /// How many shares the side that plays here has given away.
    var given = 0

    /// How many shares of a side both sides know.
    func count(_ side: Int, own: Int?) -> Int {
      side == own ? max(given, chains[1 - side].count - 1) : max(chains[side].count - 1, 0)
    }
  }

  /// The side that plays here.
  ///
  /// - Parameters:
  ///   - own: 0 or 1.
  ///   - end: the last share of its chain, 32 bytes.
  package init(_ own: Int, end: [UInt8]) {
    self.own = own
    var chain = [end]
    for _ in 0..<Self.mostDraws { chain.append(Self.link(before: chain[chain.count - 1], own)) }
    chain.reverse()
    known = Mutex(Known(chains: own == 0 ? [chain, []] : [[], chain]))
  }

  /// The sides of a saved game, from the last share of each, 32 bytes; nil if one does not lead to
  /// its commit.
  package init?(commits: [[UInt8]], last: [[UInt8]]) {
    var chains: [[[UInt8]]] = []
    for (side, (commit, share)) in zip(commits, last).enumerated() {
      guard let chain = Self.chain(from: commit, to: share, side) else { return nil }
      chains.append(chain)
    }
    own = nil
    known = Mutex(Known(chains: chains))
  }

  private static func link(before share: [UInt8], _ side: Int) -> [UInt8] {
    SHA256.digest(of: Array("\(side + 1):\(FairSecret.hexadecimal(share))".utf8))
  }

  private static func chain(
    from commit: [UInt8], to share: [UInt8], _ side: Int
  ) -> [[UInt8]]? {
    var chain = [share]
    while chain[chain.count - 1] != commit {
      if chain.count > mostDraws { return nil }
      chain.append(link(before: chain[chain.count - 1], side))
    }
    return chain.reversed()
  }

  /// Whether the commit of a side is known.
  package func hasCommit(_ side: Int) -> Bool { known.withLock { !$0.chains[side].isEmpty } }

  /// How many shares of a side both sides know.
  package func count(_ side: Int) -> Int { known.withLock { $0.count(side, own: own) } }

  /// Takes the commit or the next shares of the other side.
  ///
  /// - Returns: whether it is that; a commit like our own is not.
  package func take(_ share: [UInt8]) -> Bool {
    guard let own else { return false }
    return known.withLock { known in
      guard let last = known.chains[1 - own].last else {
        if share == known.chains[own][0] { return false }
        known.chains[1 - own] = [share]
        return true
      }
      guard let more = Self.chain(from: last, to: share, 1 - own),
        known.chains[1 - own].count + more.count - 2 <= Self.mostDraws
      else { return false }
      known.chains[1 - own] += more.dropFirst()
      return true
    }
  }

  /// Whether something is the share of the other side for a draw, counted from 0.
  package func isShare(_ share: [UInt8], of draw: Int) -> Bool {
    guard let own else { return false }
    return known.withLock { known in
      let chain = known.chains[1 - own]
      return chain.count == draw + 1 && Self.link(before: share, 1 - own) == chain[draw]
    }
  }

  /// Gives our share of a draw away.
  ///
  /// - Parameter draw: the number of draws before it.
  /// - Returns: 64 hexadecimal digits; nil if the chain has no more.
  package func give(_ draw: Int) -> String? {
    guard let own, draw < Self.mostDraws else { return nil }
    return known.withLock { known in
      known.given = max(known.given, draw + 1)
      return FairSecret.hexadecimal(known.chains[own][draw + 1])
    }
  }

  /// Notes a share of ours that was given away before, as a journal has it.
  ///
  /// - Returns: whether it is one.
  package func giveAgain(_ share: [UInt8]) -> Bool {
    guard let own else { return false }
    return known.withLock { known in
      guard let place = known.chains[own].firstIndex(of: share), place > 0 else { return false }
      known.given = max(known.given, place)
      return true
    }
  }

  /// The key of a draw: the share of the first side, then that of the second, 64 bytes.
  ///
  /// - Parameter draw: the number of draws before it.
  /// - Returns: nil if a share is missing.
  package func key(of draw: UInt64) -> [UInt8]? {
    known.withLock { known in
      guard known.chains.allSatisfy({ draw + 1 < $0.count }) else { return nil }
      return known.chains.flatMap { $0[Int(draw) + 1] }
    }
  }

  /// The commits, each 64 hexadecimal digits or `-`, with `+` between them.
  package var commits: String {
    known.withLock { known in
      known.chains.map { $0.first.map(FairSecret.hexadecimal) ?? "-" }.joined(separator: "+")
    }
  }

  /// The last shares, in the same form, from which all before them follow.
  ///
  /// - Parameter isWhole: whether they are those of a journal: the end of the chain of the side that
  ///   plays here, rather than what both sides know.
  package func shares(isWhole: Bool) -> String {
    known.withLock { known in
      [0, 1].map { side in
        let shown = known.chains[side].dropFirst(isWhole ? 0 : known.count(side, own: own))
        let last = isWhole ? shown.last : shown.first
        return last.map(FairSecret.hexadecimal) ?? "-"
      }.joined(separator: "+")
    }
  }
}
