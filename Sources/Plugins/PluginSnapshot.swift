import LineSyntax
import ParlorEngine
package import ParlorKit

/// A plugin's description of the state after a move: everything that the host knows about it.
package final class PluginSnapshot: Sendable {
  package let status: GameStatus
  /// The view of everybody, or of the player to move; see ``views``.
  package var view: PluginPicture { deferredView.value }
  /// Each player's view, by number, if it differs from ``view``; empty in a game that shows
  /// everybody the same.
  var views: [PluginPicture?] { deferredViews.value }
  /// The legal moves, each with its effect.
  let legal: [(line: String, detail: String)]
  let forms: [String]
  /// The plugin's own digest of its state, if it computes one.
  let digest: UInt64?
  let players: [String]?
  let rematch: [Argument]?
  let resume: String?
  let metrics: [Metric]
  /// The moves whose full lines are public from now on.
  let published: PublishedMoves

  // Simulations look at no view.
  private let deferredView: Deferred<PluginPicture>
  private let deferredViews: Deferred<[PluginPicture?]>

  /// Moves that a plugin declares public.
  enum PublishedMoves: Equatable {
    /// All moves so far.
    case all
    /// The moves with these indices, counted from 0.
    case some([Int])
  }

  private static let maxMoves = 100_000

  /// Reads the value of the key `state`.
  ///
  /// - Parameter playerCount: the number of players of the game; `nil` if unknown.
  package convenience init(_ object: Value?, playerCount: Int? = nil) throws(PluginProtocolError) {
    try self.init(object.map { PluginAnswer($0) }, playerCount: playerCount)
  }

  /// The same for an object that is not read yet.
  package init(_ object: PluginAnswer?, playerCount: Int? = nil) throws(PluginProtocolError) {
    guard let object, object.isObject else {
      throw PluginProtocolError("`state` is missing")
    }
    deferredView = Deferred { PluginPicture(object["view"]) }
    deferredViews = Deferred {
      (object["views"]?.array ?? []).prefix(1000).map { $0 == .null ? nil : PluginPicture($0) }
    }
    (legal, forms) = try Self.legal(object)
    digest = Self.digest(object["digest"])
    players = try Self.players(object["players"])
    status = try Self.status(
      winners: object["winners"], turn: object["turn"], playerCount: players?.count ?? playerCount)
    rematch = (object["rematch"] ?? object["renewal"]).flatMap(Self.words)
    resume = (object["resume"] ?? object["resumption"])?.string
    metrics = Self.metrics(object["metrics"] ?? object["measures"])
    let marked = object["public"]
    published =
      marked?.bool == true
      ? .all
      : .some((marked?.array ?? []).compactMap { $0.integer.flatMap { $0 > 0 ? $0 - 1 : nil } })
  }

  /// The value of the key `legal`: moves and forms.
  private static func legal(
    _ object: PluginAnswer
  ) throws(PluginProtocolError) -> (moves: [(line: String, detail: String)], forms: [String]) {
    if let legal = object.object("legal"), let lines = legal.strings("moves"),
      lines.count <= maxMoves, lines.allSatisfy(PluginMove.isLine)
    {
      let forms = (legal["forms"]?.array ?? []).compactMap { $0.string.map(PluginText.line) }
      return (lines.map { ($0, "") }, forms)
    }
    let legal = object["legal"]
    let forms = (legal?["forms"]?.array ?? []).compactMap { $0.string.map(PluginText.line) }
    return (try legalMoves(legal), forms)
  }

  /// The words of an array of strings and integers.
  static func words(_ value: Value) -> [Argument]? {
    value.array?.compactMap { word in
      word.integer.map(Argument.integer) ?? word.string.map { .word(PluginText.line($0)) }
    }
  }

  /// The status from the keys `winners` and `turn` of an object.
  static func status(
    winners: Value?, turn: Value?, playerCount: Int? = nil
  ) throws(PluginProtocolError) -> GameStatus {
    let numbers = 0..<(playerCount ?? 1000)
    if let winners = winners?.array?.map(\.integer) {
      guard winners.allSatisfy({ numbers ~= $0 ?? -1 }), Set(winners).count == winners.count else {
        throw PluginProtocolError("`winners` are not different numbers of players")
      }
      return .over(winners: winners.compactMap(\.self))
    }
    guard let turn = turn?.integer, numbers ~= turn else {
      throw PluginProtocolError("`turn` is not the number of a player")
    }
    return .playing(turn: turn)
  }

  /// The value of the key `legal`.
  static func legalMoves(
    _ value: Value?
  ) throws(PluginProtocolError) -> [(line: String, detail: String)] {
    let moves = value?["moves"]?.array ?? []
    guard moves.count <= maxMoves else { throw PluginProtocolError("`legal` is too long") }
    var legal: [(line: String, detail: String)] = []
    for move in moves {
      let parts = move.array
      guard let line = move.string ?? parts?.first?.string, PluginMove.isLine(line) else {
        throw PluginProtocolError("a legal move is not a line of the game")
      }
      legal.append((line, parts?.dropFirst().first?.string.map(PluginText.line) ?? ""))
    }
    return legal
  }

  /// 16 hexadecimal digits.
  static func digest(_ value: Value?) -> UInt64? {
    value?.string.flatMap { $0.utf8.count == 16 ? UInt64($0, radix: 16) : nil }
  }

  /// Pairs of a name and a number.
  static func metrics(_ value: Value?) -> [Metric] {
    (value?.array ?? []).prefix(Metrics.limit).compactMap { pair in
      guard let parts = pair.array, parts.count == 2, let name = parts[0].string,
        let number = parts[1].number
      else { return nil }
      return Metric(PluginText.line(name), number)
    }
  }

  private static func players(_ value: Value?) throws(PluginProtocolError) -> [String]? {
    guard let names = value?.array else { return nil }
    let players = names.compactMap(\.string)
    guard players.count == names.count, Set(players).count == players.count,
      players.allSatisfy(PlayerName.isValid)
    else { throw PluginProtocolError("`players` are not different names") }
    return players
  }
}

/// A plugin's view of its game.
package struct PluginPicture: Sendable {
  let fields: Fields
  let caption: String
  let prompt: String
  let table: PluginText
  let situation: PluginText
  let picture: Picture?

  init(_ object: Value?) {
    fields = object?["fields"]?.fields ?? [:]
    caption = PluginText.line(object?["caption"]?.string ?? "")
    prompt = PluginText.line(object?["prompt"]?.string ?? "")
    table = PluginText(object?["table"]?.string ?? "")
    situation = PluginText(object?["situation"]?.string ?? "")
    picture = object?["picture"]?.array.map { Picture(plugin: $0) }
  }
}

extension Picture {
  /// A picture of a plugin; a piece that there is not is a gap. It has at most 200 rows and
  /// columns.
  fileprivate init(plugin rows: [Value]) {
    self.init(
      rows.prefix(200).map { row in
        let pieces = (row["pieces"]?.array ?? []).prefix(200).map { piece in
          Piece(PluginText.line(piece.string ?? "")) ?? .gap
        }
        return Row(
          PluginText.line(row["label"]?.string ?? ""), pieces,
          note: PluginText.line(row["note"]?.string ?? ""),
          isMarked: row["marked"]?.bool ?? false)
      })
  }
}

// MARK: - Events

extension GameEvent {
  /// An event of a plugin, without text that must not reach a terminal.
  convenience init(plugin object: Value) {
    let name = object["type"]?.string ?? ""
    let isType = !name.isEmpty && name.utf8.allSatisfy(Identifier.isNameByte)
    var fields = object["fields"]?.fields ?? [:]
    fields["type"] = nil
    var text = TextWriter(styled: true)
    PluginText(object["text"]?.string ?? "").write(to: &text)
    self.init(
      type: isType ? name : "event", fields: fields, text: text.bytes,
      bells: min(3, max(0, object["bells"]?.integer ?? 0)))
  }

  /// The events of an array.
  package static func all(_ value: Value?) -> [GameEvent] {
    (value?.array ?? []).map(GameEvent.init(plugin:))
  }
}
