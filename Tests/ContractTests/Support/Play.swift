import ParlorKit
import TestKit
import Testing

@testable import Language

/// A game played through its typed moves, held to the contract at every step.
struct Play<Rules: Game> {
  let rules: Rules
  let kind: GameKind
  let opening: Opening
  private(set) var state: Rules.State
  /// The resolved moves so far.
  private(set) var log: [Rules.Move] = []
  /// The digest of every state so far.
  private(set) var digests: [UInt64]
  private var draws = 0
  private let keepsDigests: Bool

  init(_ rules: Rules, _ opening: Opening, keepsDigests: Bool = true) throws {
    self.rules = rules
    self.keepsDigests = keepsDigests
    kind = GameKind(rules)
    var opening = opening
    var chance = Chance(seed: opening.setup.seed, draw: 0)
    opening.setup = try rules.prepare(opening.setup, chance: &chance)
    self.opening = opening
    draws = rules.definition.traits.contains(.drawsAtStart) ? 1 : 0
    state = try rules.start(opening.setup)
    digests = [Self.digest(of: state, rules)]
  }

  var isOver: Bool { rules.status(of: state).isOver }

  /// Whether there are legal moves, but none that can be listed.
  var needsTyping: Bool {
    let legal = rules.legalMoves(in: state)
    return legal.moves.isEmpty && !legal.forms.isEmpty
  }

  static func digest(of state: Rules.State, _ rules: Rules) -> UInt64 {
    var digest = Digest()
    rules.digest(state, into: &digest)
    return digest.full
  }

  /// The canonical line of a move.
  func line(of move: Rules.Move) -> String {
    var text = TextWriter()
    rules.write(move, to: &text)
    return text.string
  }

  /// The chance of the move that is next.
  var chance: Chance { Chance(seed: opening.setup.seed, draw: draws) }

  /// The move that a line means now.
  func move(of text: String) throws -> Rules.Move {
    var line = Line()
    try line.read(Array(text.utf8)[...])
    let verb = try #require(line.tokens.first, "an empty canonical line")
    if line.text(verb) == "resign" { return try rules.resignation(in: state) }
    let command = try #require(kind.command(line.bytes[verb.range]), "\(text)")
    var reader = CallReader(line, as: command)
    guard case .move(let move) = try rules.command(reader.read(), in: state, at: .zero) else {
      throw GameError(.internal, "`\(text)` is no move")
    }
    return move
  }

  /// Resolves a move as the host does.
  func resolve(_ move: Rules.Move) throws -> (move: Rules.Move?, hasDrawn: Bool) {
    var chance = chance
    switch try rules.resolve(move, in: state, chance: &chance) {
    case .ignore: return (nil, chance.hasDrawn)
    case .play(let resolved): return (resolved, chance.hasDrawn)
    }
  }

  /// Makes a resolved move.
  mutating func make(_ move: Rules.Move) {
    rules.apply(move, to: &state, at: .zero) { _ in }
    if rules.traits(of: move).contains(.draws) { draws += 1 }
    log.append(move)
    if keepsDigests { digests.append(Self.digest(of: state, rules)) }
  }

  /// Makes one of the legal moves, if any can be listed.
  ///
  /// - Returns: whether a move was made.
  mutating func step(_ picker: inout Chance) throws -> Bool {
    let legal = rules.legalMoves(in: state).moves
    guard !isOver, !legal.isEmpty else { return false }
    let resolved = try #require(try resolve(legal[picker.index(legal.count)]).move)
    make(resolved)
    return true
  }
}
