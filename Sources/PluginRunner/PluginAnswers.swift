import ParlorEngine
import ParlorKit

extension JSONWriter {
  /// Writes a key and its value.
  mutating func write(_ key: String, _ value: Value) {
    write(key: key)
    write(value)
  }

  /// Writes a key and an array of events.
  mutating func write(_ key: String, _ events: [any Event]) {
    write(key: key)
    writeArray { json in
      for event in events {
        json.writeObject { event.writeKeys(to: &$0) }
      }
    }
  }

  /// Writes the keys `turn` or `winners`.
  mutating func write(_ status: GameStatus) {
    switch status {
    case .playing(let turn): write("turn", .integer(turn))
    case .over(let winners): write("winners", .integers(winners))
    }
  }

  /// Writes the key `metrics`.
  mutating func write(_ metrics: [Metric]) {
    write("metrics", .array(metrics.map { .array([.string($0.name), .number($0.value)]) }))
  }

  /// Writes the keys of advice.
  mutating func write(_ advice: Advice<String>) {
    write("unit", .string(advice.unit.rawValue))
    write("meaning", .string(advice.meaning))
    if let estimate = advice.estimate { write("estimate", .string(estimate)) }
    write("ranked", .bool(true))
    if advice.tolerance > 0 { write("tolerance", .number(min(advice.tolerance, 1e9))) }
    if advice.spent != 0 { write("spent", .number(advice.spent)) }
    if advice.isOfStep { write("step", .bool(true)) }
    write(
      "moves",
      .array(
        advice.moves.map { move in
          .object([
            "line": .string(move.move), "value": .number(move.value), "note": .string(move.note),
          ])
        }))
    write("reasons", .strings(advice.reasons))
  }

  /// Writes the keys of a record.
  mutating func write(_ record: GameRecord) {
    if !record.mode.isEmpty { write("mode", .string(record.mode)) }
    write(
      "players",
      .array(
        record.players.map { player in
          .object([
            "name": .string(player.name), "result": .string(player.result.rawValue),
            "metrics": .object(player.metrics.fields),
          ])
        }))
    write("metrics", .object(record.metrics.fields))
    if let milliseconds = record.milliseconds { write("milliseconds", .integer(Int(milliseconds))) }
  }

  /// Writes the key `view`.
  mutating func write(_ view: any GameView) {
    write(key: "view")
    writeObject { json in
      json.write("fields", .object(view.fields))
      json.write("caption", .string(view.caption))
      json.write("prompt", .string(view.prompt))
      var table = TextWriter(styled: true)
      view.writeTable(to: &table)
      json.write("table", .string(table.textForHosts))
      var situation = TextWriter(styled: true)
      view.writeSituation(to: &situation)
      json.write("situation", .string(situation.textForHosts))
      if let picture = view.picture { json.write("picture", picture.value) }
    }
  }
}

extension Picture {
  /// The rows as data.
  fileprivate var value: Value {
    .array(
      rows.map { row in
        [
          "label": .string(row.label), "pieces": .strings(row.pieces.map(\.description)),
          "note": .string(row.note), "marked": .bool(row.isMarked),
        ]
      })
  }
}

extension Event {
  /// Writes the keys of the event's object.
  func writeKeys(to json: inout JSONWriter) {
    json.write("type", .string(type))
    json.write("fields", .object(fields))
    var text = TextWriter(styled: true)
    write(to: &text)
    json.write("text", .string(text.textForHosts))
    if bells > 0 { json.write("bells", .integer(bells)) }
  }
}

extension TextWriter {
  /// The text with the escape sequences of the protocol.
  fileprivate var textForHosts: String {
    Style.allCases.reduce(string) { $0.replacing($1.start, with: $1.startInPlugins) }
  }
}

extension Metrics {
  fileprivate var fields: Fields { Fields(entries.map { ($0.key, $0.value) }) }
}

extension Argument {
  var data: Value {
    switch self {
    case .integer(let number): .integer(number)
    case .word(let word): .string(word)
    }
  }
}

/// Answers in the frames of the protocol.
enum AnswerFrame {
  /// `=ID OBJECT` and an empty line; `body` writes the keys of the object.
  static func accepted(_ id: Int, _ body: (inout JSONWriter) -> Void) -> [UInt8] {
    framed(mark: "=", id) { $0.writeObject(body) }
  }

  /// `?ID OBJECT` and an empty line.
  static func refused(_ id: Int, _ error: GameError) -> [UInt8] {
    framed(mark: "?", id) { json in
      json.writeObject { json in
        json.write(key: "code")
        json.write(error.code.rawValue)
        json.write(key: "message")
        json.write(error.message)
        switch error.place {
        case .line, .anyOf: break
        case .argument(let index): json.write("place", .object(["argument": .integer(index)]))
        case .option(let name): json.write("place", .object(["option": .string(name)]))
        }
        if !error.help.isEmpty { json.write("help", .strings(error.help)) }
      }
    }
  }

  /// `! OBJECT`: news between answers.
  static func news(_ event: any Event, _ state: (inout JSONWriter) -> Void) -> [UInt8] {
    var json = JSONWriter()
    json.writeObject { json in
      event.writeKeys(to: &json)
      json.write(key: "state")
      state(&json)
    }
    return Array("! ".utf8) + json.bytes + [UInt8(ascii: "\n")]
  }

  private static func framed(
    mark: String, _ id: Int, _ body: (inout JSONWriter) -> Void
  ) -> [UInt8] {
    var json = JSONWriter()
    body(&json)
    return Array("\(mark)\(id) ".utf8) + json.bytes + Array("\n\n".utf8)
  }
}
