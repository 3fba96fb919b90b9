import ParlorKit
import Platform

extension GameResult {
  /// The version of the schema that is written.
  package static let schemaVersion = 1

  /// The result as a line of the file, ended by a line break.
  package var line: [UInt8] {
    var json = JSONWriter()
    json.writeObject { json in
      json.write(key: "schemaVersion")
      json.write(Self.schemaVersion)
      json.write(key: "id")
      json.write(id)
      json.write(key: "game")
      json.write(game)
      json.write(key: "mode")
      json.write(record.mode)
      json.write(key: "options")
      json.write(strings: options)
      json.write(key: "seed")
      json.write(Int(clamping: seed))
      json.write(key: "outcome")
      json.write(outcome.rawValue)
      json.write(key: "start")
      json.write(start.iso8601)
      json.write(key: "end")
      json.write(end.iso8601)
      json.write(key: "milliseconds")
      json.write(Int(milliseconds))
      json.write(key: "bots")
      json.write(strings: bots)
      json.write(key: "players")
      json.writeArray { json in
        for player in record.players { json.write(player) }
      }
      json.write(key: "measures")
      json.write(record.measures)
    }
    return json.bytes + [UInt8(ascii: "\n")]
  }
}

extension JSONWriter {
  fileprivate mutating func write(strings: [String]) {
    writeArray { json in
      for string in strings { json.write(string) }
    }
  }

  fileprivate mutating func write(_ player: PlayerRecord) {
    writeObject { json in
      json.write(key: "name")
      json.write(player.name)
      json.write(key: "result")
      json.write(player.result.rawValue)
      json.write(key: "measures")
      json.write(player.measures)
    }
  }

  fileprivate mutating func write(_ measures: Metrics) {
    writeObject { json in
      for entry in measures.entries {
        json.write(key: entry.key)
        json.write(entry.value)
      }
    }
  }
}
