import Language
import ParlorKit
import Platform

/// What a plugin tells of its game after a move: all that the host must know of it.
final class PluginSnapshot: Sendable {
  let status: GameStatus
  let view: PluginPicture
  /// The legal moves, each with what it would bring.
  let legal: [(line: String, detail: String)]
  let forms: [String]
  /// The digest, if the plugin makes one.
  let digest: UInt64?
  let players: [String]?
  let renewal: [Argument]?
  let resumption: String?
  let metrics: [Metric]

  /// The most moves that a list may have.
  private static let limit = 100_000

  /// The snapshot that an answer holds.
  init(_ object: Value?) throws(PluginDefect) {
    guard let object, object.fields != nil else { throw PluginDefect("`state` is missing") }
    status = try Self.status(object)
    view = PluginPicture(object["view"])
    let moves = object["legal"]?["moves"]?.array ?? []
    guard moves.count <= Self.limit else { throw PluginDefect("`legal` is too long") }
    var legal: [(line: String, detail: String)] = []
    for move in moves { legal.append(try Self.move(move)) }
    self.legal = legal
    forms = (object["legal"]?["forms"]?.array ?? []).compactMap { $0.string.map(PluginText.line) }
    digest = object["digest"]?.string.flatMap { $0.utf8.count == 16 ? UInt64($0, radix: 16) : nil }
    players = try Self.players(object["players"])
    renewal = object["renewal"].flatMap(Self.words)
    resumption = object["resumption"]?.string
    metrics = (object["measures"]?.array ?? []).compactMap(Self.measure)
  }

  /// The words of an array of strings and integers.
  static func words(_ value: Value) -> [Argument]? {
    value.array?.compactMap { word in
      word.integer.map(Argument.integer) ?? word.string.map { .word(PluginText.line($0)) }
    }
  }

  private static func status(_ object: Value) throws(PluginDefect) -> GameStatus {
    if let winners = object["winners"]?.array?.map(\.integer) {
      guard winners.allSatisfy({ 0..<1000 ~= $0 ?? -1 }) else {
        throw PluginDefect("`winners` are not numbers of players")
      }
      return .over(winners: winners.compactMap(\.self))
    }
    guard let turn = object["turn"]?.integer, 0..<1000 ~= turn else {
      throw PluginDefect("`turn` is not the number of a player")
    }
    return .playing(turn: turn)
  }

  private static func move(_ value: Value) throws(PluginDefect) -> (
    line: String, detail: String
  ) {
    let parts = value.array
    let line = value.string ?? parts?.first?.string
    guard let line, PluginMove.isLine(line) else {
      throw PluginDefect("a legal move is no line of the game")
    }
    return (line, parts?.dropFirst().first?.string.map(PluginText.line) ?? "")
  }

  private static func players(_ value: Value?) throws(PluginDefect) -> [String]? {
    guard let names = value?.array else { return nil }
    let players = names.compactMap(\.string)
    guard players.count == names.count, Set(players).count == players.count,
      players.allSatisfy(PlayerName.isValid)
    else { throw PluginDefect("`players` are not names that differ") }
    return players
  }

  private static func measure(_ value: Value) -> Metric? {
    guard let parts = value.array, parts.count == 2, let name = parts[0].string,
      let number = parts[1].number
    else { return nil }
    return Metric(PluginText.line(name), number)
  }
}

/// What a plugin shows of its game.
struct PluginPicture: Sendable {
  let fields: Fields
  let caption: String
  let prompt: String
  let table: PluginText
  let situation: PluginText

  init(_ object: Value?) {
    fields = object?["fields"]?.fields ?? [:]
    caption = PluginText.line(object?["caption"]?.string ?? "")
    prompt = PluginText.line(object?["prompt"]?.string ?? "")
    table = PluginText(object?["table"]?.string ?? "")
    situation = PluginText(object?["situation"]?.string ?? "")
  }
}

/// What is wrong with an object of a plugin, as one clause.
struct PluginDefect: Error, Equatable {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}
