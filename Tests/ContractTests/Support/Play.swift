import LineSyntax
import ParlorKit
import TestKit
import Testing

@testable import ParlorEngine

/// A game played through its typed moves, held to the contract at every step.
struct Play<Rules: Game> {
  let kind: GameKind
  let opening: Opening
  private(set) var driver: GameDriver<Rules>
  /// The resolved moves so far.
  private(set) var log: [Rules.Move] = []
  /// The digest of every state so far.
  private(set) var digests: [UInt64]
  private let keepsDigests: Bool

  init(_ rules: Rules, _ opening: Opening, keepsDigests: Bool = true) throws {
    kind = GameKind(rules)
    self.opening = opening
    self.keepsDigests = keepsDigests
    driver = try GameDriver(rules, opening.configuration(of: rules))
    digests = [driver.digest.full]
  }

  var rules: Rules { driver.rules }
  var state: Rules.State { driver.state }
  var isOver: Bool { driver.status.isOver }
  var digest: UInt64 { driver.digest.full }

  /// Whether there are legal moves, but none that can be listed.
  var needsTyping: Bool {
    let legal = state.legalMoves
    return legal.moves.isEmpty && !legal.forms.isEmpty
  }

  /// The canonical line of a move.
  func line(of move: Rules.Move) -> String { driver.line(of: move) }

  /// The move that a line means now.
  func move(of text: String) throws -> Rules.Move {
    var line = Line()
    try line.read(Array(text.utf8)[...])
    let verb = try #require(line.tokens.first, "an empty canonical line")
    if line.text(verb) == "resign" { return try state.resignation }
    let command = try #require(kind.command(line.bytes[verb.range]), "\(text)")
    var reader = CallReader(line, as: command)
    return try driver.move(reader.read())
  }

  /// Resolves a move as the host does.
  func resolve(_ move: Rules.Move) throws -> (move: Rules.Move?, hasDrawn: Bool) {
    var chance = driver.chance()
    switch try driver.resolve(move, chance: &chance) {
    case .ignore: return (nil, chance.hasDrawn)
    case .play(let resolved): return (resolved, chance.hasDrawn)
    }
  }

  /// Makes a resolved move.
  mutating func make(_ move: Rules.Move) {
    driver.apply(move)
    log.append(move)
    if keepsDigests { digests.append(digest) }
  }

  /// Makes one of the legal moves, if any can be listed.
  ///
  /// - Returns: whether a move was made.
  mutating func step(_ picker: inout Chance) throws -> Bool {
    let legal = state.legalMoves.moves
    guard !isOver, !legal.isEmpty else { return false }
    let resolved = try #require(try resolve(legal[picker.index(legal.count)]).move)
    make(resolved)
    return true
  }
}
