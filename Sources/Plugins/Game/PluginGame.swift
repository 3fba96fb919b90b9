import Language
package import ParlorKit
import Platform
import Synchronization

/// The rules of a plugin as a value: a game like any other, whose moves are resolved by asking a
/// process.
///
/// A resolved move holds what the plugin said comes of it, so that applying it is pure. Before each
/// question the process is brought to the state that is asked about, by repeating the moves that it
/// lacks; so undo, saved games and plugins that were started again need nothing of their own.
package final class PluginGame: Game {
  package let definition: GameDefinition
  let name: String
  let identity: PluginIdentity
  let pool: PluginPool
  let notices: PluginNotices
  private let opening: DeclaredCommand
  /// The beginnings of games that were opened last, which are asked for again and again.
  private let starts = Mutex<[PluginState]>([])
  private static let startLimit = 16

  init(
    _ identity: PluginIdentity, name: String, pool: PluginPool, notices: PluginNotices
  ) {
    self.identity = identity
    self.name = name
    self.pool = pool
    self.notices = notices
    definition = identity.definition
    opening = GameKind.opening(of: identity.definition)
  }

  private var readsClock: Bool { definition.traits.contains(.readsClock) }

  package func prepare(_ setup: GameConfiguration, chance: inout Chance) throws(GameError)
    -> GameConfiguration
  {
    guard definition.traits.contains(.drawsAtStart) else { return setup }
    let line = definition.line(of: setup)
    let copy = chance
    let (answer, process) = try exchange(nil, "open") { process throws(PluginError) in
      let answer = try process.ask(
        "open", Self.settings(copy, words: Self.words) + Self.settings(hidesSeed: setup), rest: line
      )
      return (answer, process)
    }
    var prepared = setup
    for member in answer["drawn"]?.fields ?? [:] {
      guard let option = definition.options.first(where: { $0.name == member.name }),
        let value = option.value(member.value)
      else { throw failure(.garbled("`drawn` has a value that fits no option", during: "open")) }
      prepared.options[option.name] = value
    }
    let root = PluginRoot(
      line: definition.line(of: prepared), hidesSeed: !setup.showsSeed,
      events: PluginEvent.all(answer["events"]))
    let state = PluginState(root, try snapshot(answer, "open"))
    process.position = state.position
    keep(state)
    pool.put(process)
    return prepared
  }

  package func start(_ setup: GameConfiguration) throws(GameError) -> PluginState {
    let line = definition.line(of: setup)
    let hash = PluginRoot.hash(of: line, !setup.showsSeed)
    if let known = starts.withLock({ $0.last { $0.root.hash == hash } }) { return known }
    let (answer, process) = try exchange(nil, "open") { process throws(PluginError) in
      (try process.ask("open", Self.settings(hidesSeed: setup), rest: line), process)
    }
    let root = PluginRoot(
      line: line, hidesSeed: !setup.showsSeed, events: PluginEvent.all(answer["events"]))
    let state = PluginState(root, try snapshot(answer, "open"))
    process.position = state.position
    keep(state)
    pool.put(process)
    return state
  }

  private func keep(_ state: PluginState) {
    starts.withLock { starts in
      starts.append(state)
      if starts.count > Self.startLimit { starts.removeFirst() }
    }
  }

  package func renewal(of state: PluginState) -> [Argument]? {
    state.snapshot.renewal.flatMap(checked)
  }

  package func players(in state: PluginState) -> [String]? { state.snapshot.players }

  package func opening(of state: PluginState) -> [PluginEvent] { state.root.events }

  package func command(
    _ call: Call, in state: PluginState, at time: GameTime
  ) throws(GameError) -> Intent<PluginMove, PluginEvent> {
    guard let command = definition.commands.first(where: { $0.verb == call.verb }) else {
      throw GameError(.unknownCommand, "there is no command `\(call.verb)`")
    }
    let line = command.line(of: call)
    guard command.isQuestion else {
      var move = PluginMove(line)
      move.time = time
      return .move(move)
    }
    let answer = try knowing(call.verb) { () throws(GameError) in
      try ask(state, "ask", settings(of: time), rest: line)
    }
    guard let words = answer["reopen"] else { return .answer(PluginEvent.all(answer["events"])) }
    guard let arguments = PluginSnapshot.words(words).flatMap(checked) else {
      throw failure(.garbled("`reopen` has words that open no game", during: "ask"))
    }
    return .reopen(arguments)
  }

  package func resolve(
    _ move: PluginMove, in state: PluginState, chance: inout Chance
  ) throws(GameError) -> Resolution<PluginMove> {
    if let failure = move.failure { throw failure }
    let time = readsClock ? move.time ?? state.time : .zero
    let copy = chance
    let verb = String(move.line.prefix { $0 != " " })
    let (answer, resolution) = try knowing(verb) { () throws(GameError) in
      try exchange(state, "play") { process throws(PluginError) in
        try self.play(move.line, in: state, at: time, copy, on: process)
      }
    }
    chance.skip(answer["used"]?.integer ?? 0)
    return resolution
  }

  package func apply(
    _ move: PluginMove, to state: inout PluginState, at time: GameTime,
    emit: (PluginEvent) -> Void
  ) {
    guard var outcome = move.outcome else { return }
    if outcome.origin != state.position || (readsClock && outcome.time != time) {
      // The move is repeated at another time, or after others; if the plugin cannot do it, what
      // came of it before stands.
      var again = PluginMove(move.line)
      again.time = time
      var none = Chance(seed: 0, draw: 0)
      if case .play(let repeated)? = try? resolve(again, in: state, chance: &none),
        repeated == move, let new = repeated.outcome
      {
        outcome = new
      }
    }
    state.make(move.line, at: readsClock ? time : .zero, outcome.snapshot)
    for event in outcome.events { emit(event) }
  }

  package func write(_ move: PluginMove, to line: inout TextWriter) { line.write(move.line) }

  package func writeMasked(_ move: PluginMove, to line: inout TextWriter) {
    line.write(move.masked ?? move.line)
  }

  package func describe(_ move: PluginMove, in state: PluginState) -> String { move.detail }

  package func traits(of move: PluginMove) -> MoveTraits { move.traits }

  package func resignation(in state: PluginState) throws(GameError) -> PluginMove {
    guard !state.snapshot.status.isOver else {
      throw GameError(.notNow, "the game is over")
    }
    return PluginMove("resign")
  }

  package func resumption(in state: PluginState) -> PluginMove? {
    state.snapshot.resumption.map { PluginMove($0) }
  }

  package func legalMoves(in state: PluginState) -> LegalMoves<PluginMove> {
    let moves = state.snapshot.legal.map { line, detail in
      var move = PluginMove(line)
      move.detail = detail
      return move
    }
    return LegalMoves(moves: moves, forms: state.snapshot.forms)
  }

  package func measures(of state: PluginState) -> [Metric] { state.snapshot.measures }

  package func status(of state: PluginState) -> GameStatus { state.snapshot.status }

  package func view(of state: PluginState, at time: GameTime) -> PluginView {
    let isDated = readsClock && time != state.time && !state.snapshot.status.isOver
    guard isDated, let answer = try? ask(state, "view", settings(of: time)) else {
      return PluginView(state, at: time, state.snapshot.view)
    }
    return PluginView(state, at: time, PluginPicture(answer["view"]))
  }

  /// What the plugin says, else the moves and what is seen of them.
  package func digest(_ state: PluginState, into digest: inout Digest) {
    if let hash = state.snapshot.digest { return digest.combine(hash: hash) }
    var own = Digest()
    own.combine(Int(truncatingIfNeeded: state.position.hash))
    own.combine(Value.object(state.snapshot.view.fields).json)
    digest.combine(hash: own.full)
  }

  /// Words, if the game can be opened with them.
  private func checked(_ words: [Argument]) -> [Argument]? {
    var line = Line()
    let text = (["new", definition.name] + definition.setup.words(of: words)).joined(separator: " ")
    guard (try? line.read(Array(text.utf8)[...])) != nil else { return nil }
    var reader = CallReader(line, as: opening)
    return try? reader.read().arguments
  }
}
