import ParlorKit
import Platform

extension GameResult {
  /// Reads a line, of whatever version this program or an earlier one has written. Members that it
  /// does not know are passed over.
  package init(
    line: ArraySlice<UInt8>, schema: ResultSchema = .current
  ) throws(ResultError) {
    let value = try schema.read(line)
    let start = try value.text("start")
    let end = try value.text("end")
    guard let start = Timestamp(iso8601: start) else { throw .missing("start") }
    guard let end = Timestamp(iso8601: end) else { throw .missing("end") }
    guard let outcome = GameOutcome(rawValue: try value.text("outcome")) else {
      throw .missing("outcome")
    }
    let seed = try value.integer("seed")
    let milliseconds = try value.integer("milliseconds")
    guard seed >= 0 else { throw .missing("seed") }
    guard milliseconds >= 0 else { throw .missing("milliseconds") }
    var players: [PlayerRecord] = []
    for player in try value.values("players") {
      guard let result = PlayerResult(rawValue: try player.text("result")) else {
        throw .missing("result")
      }
      players.append(
        PlayerRecord(try player.text("name"), result, try player.measures("measures")))
    }
    self.init(
      id: try value.text("id"), game: try value.text("game"),
      options: try value.texts("options"), seed: UInt64(seed),
      record: GameRecord(
        mode: try value.text("mode"), players: players, measures: try value.measures("measures")),
      outcome: outcome, bots: try value.texts("bots"), start: start, end: end,
      milliseconds: Int64(milliseconds))
  }
}

extension JSONValue {
  fileprivate func text(_ name: String) throws(ResultError) -> String {
    guard let text = self[name]?.string else { throw .missing(name) }
    return text
  }

  fileprivate func integer(_ name: String) throws(ResultError) -> Int {
    guard let integer = self[name]?.integer else { throw .missing(name) }
    return integer
  }

  fileprivate func values(_ name: String) throws(ResultError) -> [JSONValue] {
    guard case .array(let values)? = self[name] else { throw .missing(name) }
    return values
  }

  fileprivate func texts(_ name: String) throws(ResultError) -> [String] {
    var texts: [String] = []
    for value in try values(name) {
      guard let text = value.string else { throw .missing(name) }
      texts.append(text)
    }
    return texts
  }

  fileprivate func measures(_ name: String) throws(ResultError) -> Metrics {
    guard let members = self[name]?.members else { throw .missing(name) }
    var measures: Metrics = [:]
    for member in members {
      guard let integer = member.value.integer else { throw .missing(member.name) }
      measures[member.name] = integer
    }
    return measures
  }
}
