import Language
import ParlorKit
import Platform

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

  /// Writes the key `view`.
  mutating func write(_ view: any GameView) {
    write(key: "view")
    writeObject { json in
      json.write("fields", .object(view.fields))
      json.write("caption", .string(view.caption))
      json.write("prompt", .string(view.prompt))
      var table = TextWriter(styled: true)
      view.writeTable(to: &table)
      json.write("table", .string(table.string))
      var situation = TextWriter(styled: true)
      view.writeSituation(to: &situation)
      json.write("situation", .string(situation.string))
    }
  }
}

extension Event {
  /// Writes the keys of the event's object.
  func writeKeys(to json: inout JSONWriter) {
    json.write("type", .string(type))
    json.write("fields", .object(fields))
    var text = TextWriter(styled: true)
    write(to: &text)
    json.write("text", .string(text.string))
    if bells > 0 { json.write("bells", .integer(bells)) }
  }
}

extension Argument {
  /// The argument as data.
  var data: Value {
    switch self {
    case .integer(let number): .integer(number)
    case .word(let word): .string(word)
    }
  }
}
