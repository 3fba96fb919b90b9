import Fuzzing
import LineSyntax
import ParlorEngine
package import ParlorKit

/// A game played through its typed moves, held to the contract at every step.
package struct Play<Rules: Game> {
  private let kind: GameKind
  package let opening: Opening
  package private(set) var driver: GameDriver<Rules>
  /// The resolved moves so far.
  package private(set) var log: [Rules.Move] = []
  /// The digest of every state so far.
  package private(set) var digests: [UInt64]
  private let keepsDigests: Bool

  package init(_ rules: Rules, _ opening: Opening, keepsDigests: Bool = true) throws {
    kind = GameKind(rules)
    self.opening = opening
    self.keepsDigests = keepsDigests
    driver = try GameDriver(rules, opening.configuration(of: rules))
    digests = [driver.digest.full]
  }

  package var rules: Rules { driver.rules }
  package var state: Rules.State { driver.state }
  package var isOver: Bool { driver.status.isOver }
  package var digest: UInt64 { driver.digest.full }

  /// Whether there are legal moves, but none that can be listed.
  package var needsTyping: Bool {
    let legal = state.legalMoves
    return legal.moves.isEmpty && !legal.forms.isEmpty
  }

  /// The canonical line of a move.
  package func line(of move: Rules.Move) -> String { driver.line(of: move) }

  /// The move that a line means now.
  package func move(of text: String) throws -> Rules.Move {
    if text == "resign" { return try state.resignation }
    return try driver.move(kind.call(of: Array(text.utf8)[...]))
  }

  /// Resolves a move as the host does.
  package func resolve(_ move: Rules.Move) throws -> (move: Rules.Move?, hasDrawn: Bool) {
    var chance = driver.chance()
    switch try driver.resolve(move, chance: &chance) {
    case .ignore: return (nil, chance.hasDrawn)
    case .play(let resolved): return (resolved, chance.hasDrawn)
    }
  }

  /// Makes a resolved move.
  package mutating func make(_ move: Rules.Move) {
    driver.apply(move)
    log.append(move)
    if keepsDigests { digests.append(digest) }
  }

  /// Makes one of the legal moves, if any can be listed.
  ///
  /// - Returns: whether a move was made.
  package mutating func step(_ picker: inout Chance) throws -> Bool {
    let legal = state.legalMoves.moves
    guard !isOver, !legal.isEmpty else { return false }
    guard let resolved = try resolve(legal[picker.index(legal.count)]).move else { return false }
    make(resolved)
    return true
  }
}
