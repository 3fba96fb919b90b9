import LineSyntax
import ParlorEngine
package import ParlorKit

/// A state of a plugin's game: how it was opened, the moves since, and the plugin's description of
/// it.
package struct PluginState: GameState {
  /// The game that asks the plugin.
  let game: PluginGame
  /// The opening of the game.
  let root: PluginRoot
  /// The moves, with their times and the hashes of all up to them.
  private(set) var steps: [Step] = []
  /// The plugin's description.
  private(set) var snapshot: PluginSnapshot
  /// The first moves, all of which are public.
  private var publicCount = 0
  /// The indices of later moves that are public.
  private var published: Set<Int> = []

  /// A move that was made.
  struct Step: Sendable {
    let line: String
    let time: GameTime
    let hash: UInt64
  }

  init(_ game: PluginGame, _ root: PluginRoot, _ snapshot: PluginSnapshot) {
    self.game = game
    self.root = root
    self.snapshot = snapshot
  }

  /// The place along the moves.
  var position: PluginPosition { position(after: steps.count) }

  /// The place after so many of the moves.
  func position(after count: Int) -> PluginPosition {
    PluginPosition(moves: count, hash: count == 0 ? root.hash : steps[count - 1].hash)
  }

  /// The time of the last move.
  var time: GameTime { steps.last?.time ?? .zero }

  /// Continues with a move.
  mutating func make(_ line: String, at time: GameTime, _ snapshot: PluginSnapshot) {
    steps.append(Step(line: line, time: time, hash: hash(after: line, at: time)))
    self.snapshot = snapshot
    switch snapshot.published {
    case .all:
      publicCount = steps.count
      published = []
    case .some(let indices): published.formUnion(indices.filter(steps.indices.contains))
    }
  }

  /// Whether the full line of a move is public.
  private func isPublic(_ index: Int) -> Bool { index < publicCount || published.contains(index) }

  /// The hash of the moves and one more.
  func hash(after line: String, at time: GameTime) -> UInt64 {
    var digest = Digest()
    digest.combine(Int(truncatingIfNeeded: position.hash))
    digest.combine(line)
    digest.combine(Int(truncatingIfNeeded: time.milliseconds))
    return digest.full
  }
}

// MARK: - The rules, which the plugin knows

extension PluginState {
  /// Whether the plugin lists a line as a legal move.
  func lists(_ line: String) -> Bool { snapshot.legal.contains { $0.line == line } }

  private var readsClock: Bool { game.definition.traits.contains(.readsClock) }

  package var status: GameStatus { snapshot.status }

  package var legalMoves: LegalMoves<PluginMove> {
    let moves = snapshot.legal.map { line, detail in
      var move = PluginMove(line)
      move.detail = detail
      return move
    }
    return LegalMoves(moves: moves, forms: snapshot.forms)
  }

  package func resolve(
    _ move: PluginMove, chance: inout Chance
  ) throws(GameError) -> Resolution<PluginMove> {
    if let failure = move.failure { throw failure }
    let time = readsClock ? move.time ?? time : .zero
    let copy = chance
    let verb = String(move.line.prefix { $0 != " " })
    let (answer, resolution) = try game.knowing(verb) { () throws(GameError) in
      try game.exchange(self) { process throws(PluginError) in
        try game.play(move.line, in: self, at: time, copy, on: process)
      }
    }
    chance.skip(answer["used"]?.integer ?? 0)
    return resolution
  }

  package mutating func apply(_ move: PluginMove, at time: GameTime, report: inout Reporter) {
    guard var outcome = move.outcome else { return }
    if outcome.origin != position || (readsClock && outcome.time != time) {
      // The move is repeated at another time, or after others. If the plugin cannot do it, its
      // earlier outcome remains.
      var again = PluginMove(move.line)
      again.time = time
      var none = Chance(seed: 0, draw: 0)
      if case .play(let repeated)? = try? resolve(again, chance: &none), repeated == move,
        let new = repeated.outcome
      {
        outcome = new
      }
    }
    make(move.line, at: readsClock ? time : .zero, outcome.snapshot)
    if report.detail.isEmpty { return }
    for event in outcome.events.value { report.add(event) }
  }

  package func view(for player: Int?, at time: GameTime) -> PluginView {
    let known = picture(for: player)
    let isDated = readsClock && time != self.time && !status.isOver
    if let known, !isDated { return PluginView(self, at: time, known) }
    let settings = player.map { [("player", String($0))] } ?? []
    guard let answer = game.askView(self, settings + game.settings(of: time)) else {
      // In place of an answer, the view of another player is not shown.
      return PluginView(self, at: time, known ?? PluginPicture(nil))
    }
    return PluginView(self, at: time, PluginPicture(answer["view"]))
  }

  /// The view of a player, if the description of the state has it.
  private func picture(for player: Int?) -> PluginPicture? {
    if let player, snapshot.views.indices.contains(player) {
      return snapshot.views[player] ?? snapshot.view
    }
    let isAsked = game.identity.capabilities.contains(.views) && player != status.turn
    return isAsked ? nil : snapshot.view
  }

  package func reportOpening(to report: inout Reporter) {
    for event in root.events { report.add(event) }
  }

  package var players: [String]? { snapshot.players }
  package var rematch: [Argument]? { snapshot.rematch.flatMap(game.checked) }
  package var resumption: PluginMove? { snapshot.resume.map { PluginMove($0) } }
  package var metrics: [Metric] { snapshot.metrics }

  package var resignation: PluginMove {
    get throws(GameError) {
      if status.isOver { throw .gameOver }
      return PluginMove("resign")
    }
  }

  /// The move with the other name where the line has a player, to be asked for anew.
  package func renaming(_ name: String, to other: String, in move: PluginMove) -> PluginMove {
    var renamed = move
    var line = Line()
    if (try? line.read(Array(move.line.utf8)[...])) != nil, let verb = line.tokens.first,
      let command = game.definition.commands.first(where: { $0.verb == line.text(verb) })
    {
      var reader = CallReader(line, as: DeclaredCommand(command))
      if let call = try? reader.read() {
        let text = command.line(of: command.renaming(name, to: other, in: call))
        if text != move.line { renamed = PluginMove(text) }
      }
    }
    renamed.time = move.outcome?.time
    return renamed
  }

  package func write(_ move: PluginMove, to line: inout TextWriter) { line.write(move.line) }

  package func writeMasked(_ move: PluginMove, to line: inout TextWriter) {
    guard let masked = move.masked, let index = move.outcome?.origin.moves, !isPublic(index) else {
      return line.write(move.line)
    }
    line.write(masked)
  }

  package func describe(_ move: PluginMove) -> String { move.detail }
  package func traits(of move: PluginMove) -> MoveTraits { move.traits }

  /// The plugin chooses a random move if it can; otherwise one of the listed moves is drawn.
  package func sampleMove(chance: inout Chance) -> PluginMove? {
    let legal = snapshot.legal
    if game.identity.capabilities.contains(.random), !legal.isEmpty || !snapshot.forms.isEmpty {
      let move = game.choose("random", self, at: time, &chance)
      return move.line.isEmpty && move.failure == nil ? nil : move
    }
    guard !legal.isEmpty else { return nil }
    let chosen = legal[Int(chance.below(UInt32(truncatingIfNeeded: legal.count)))]
    var move = PluginMove(chosen.line)
    move.detail = chosen.detail
    return move
  }

  /// The plugin's own digest, otherwise one of the moves and the view.
  package func combine(into digest: inout Digest) {
    if let hash = snapshot.digest { return digest.combine(hash: hash) }
    var own = Digest()
    own.combine(Int(truncatingIfNeeded: position.hash))
    own.combine(Value.object(snapshot.view.fields).json)
    digest.combine(hash: own.full)
  }
}

/// The opening of a plugin's game, with its report.
final class PluginRoot: Sendable {
  /// The `new` line, every option written out.
  let line: String
  /// Whether the players must not see the seed.
  let hidesSeed: Bool
  /// The number of named players; `nil` if there are none.
  let playerCount: Int?
  /// The hash of all this.
  let hash: UInt64
  /// The events at the start.
  let events: [GameEvent]

  init(line: String, hidesSeed: Bool, playerCount: Int?, events: [GameEvent]) {
    self.playerCount = playerCount
    self.line = line
    self.hidesSeed = hidesSeed
    self.events = events
    hash = Self.hash(of: line, hidesSeed)
  }

  static func hash(of line: String, _ hidesSeed: Bool) -> UInt64 {
    var digest = Digest()
    digest.combine(line)
    digest.combine(hidesSeed)
    return digest.full
  }
}

/// A move of a plugin's game: its line and, once it is resolved, the outcome from the plugin.
package struct PluginMove: Sendable, Equatable {
  /// The line, canonical once the move is resolved.
  let line: String
  /// The line for the players until the move is public or the game is over, if it differs.
  var masked: String?
  /// Its effect, in a few words.
  var detail = ""
  /// Facts about it for the host.
  var traits: MoveTraits = .undoStop
  /// The time of the move, if it is known before it is resolved.
  var time: GameTime?
  /// Why there is no such move, if a bot could not choose one.
  var failure: GameError?
  /// The effect of the move.
  var outcome: PluginOutcome?

  init(_ line: String) { self.line = line }

  package static func == (one: PluginMove, other: PluginMove) -> Bool { one.line == other.line }

  /// Whether a text can be a line of a game: words as the language reads them, in one spelling.
  static func isLine(_ text: String) -> Bool {
    if isPlainLine(text) { return true }
    var line = Line()
    let bytes = Array(text.utf8)
    guard (try? line.read(bytes[...])) != nil, let first = line.tokens.first else { return false }
    return first.range.lowerBound == 0 && line.bytes.count == bytes.count && first.name == nil
  }
}

extension PluginMove {
  /// Whether a text is certainly a line: a verb, then words of letters and digits with one blank
  /// before each.
  private static func isPlainLine(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      guard let first = bytes.first, Identifier.isLetter(first), bytes.count <= Line.limit else {
        return false
      }
      var last = first
      for byte in bytes.dropFirst() {
        guard Identifier.isWordByte(byte) || 0x30...0x39 ~= byte || byte == 0x20 && last != 0x20
        else { return false }
        last = byte
      }
      return last != 0x20
    }
  }
}

/// The effect of a move in a state, according to the plugin.
final class PluginOutcome: Sendable {
  /// The position of the move.
  let origin: PluginPosition
  /// The time of the move.
  let time: GameTime
  let events: Deferred<[GameEvent]>
  let snapshot: PluginSnapshot

  init(
    from origin: PluginPosition, at time: GameTime, _ events: Deferred<[GameEvent]>,
    _ snapshot: PluginSnapshot
  ) {
    self.origin = origin
    self.time = time
    self.events = events
    self.snapshot = snapshot
  }
}

/// A plugin's view of its game at a time, and its state.
package struct PluginView: GameView {
  let state: PluginState
  let time: GameTime
  private let shown: PluginPicture

  init(_ state: PluginState, at time: GameTime, _ picture: PluginPicture) {
    self.state = state
    self.time = time
    shown = picture
  }

  package var fields: Fields { shown.fields }
  package var caption: String { shown.caption }
  package var prompt: String { shown.prompt }
  package var picture: Picture? { shown.picture }
  package func writeTable(to text: inout TextWriter) { shown.table.write(to: &text) }
  package func writeSituation(to text: inout TextWriter) { shown.situation.write(to: &text) }
}
