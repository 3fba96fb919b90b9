package import ParlorKit
package import Platform

extension Reply {
  /// Writes the reply as one JSON object on a line, its keys in a fixed order.
  func writeJSON(to text: inout TextWriter) {
    var json = JSONWriter()
    json.writeObject { json in
      if let id {
        json.write(key: "id")
        json.write(id)
      }
      json.write(key: "ok")
      json.write(problem == nil)
      if let problem {
        json.write(key: "error")
        problem.write(to: &json)
      } else {
        json.write(key: "command")
        json.write(command)
        json.write(key: "events")
        json.writeArray { json in
          for event in events { Self.write(event, to: &json) }
        }
        json.write(key: "state")
        json.write(game.map { .object($0.view.fields) } ?? .null)
      }
    }
    text.bytes.append(contentsOf: json.bytes)
    text.breakLine()
  }

  private static func write(_ event: any Event, to json: inout JSONWriter) {
    json.writeObject { json in
      json.write(key: "type")
      json.write(event.type)
      json.write(fields: event.fields)
    }
  }
}

extension Diagnostic {
  fileprivate func write(to json: inout JSONWriter) {
    json.writeObject { json in
      json.write(key: "code")
      json.write(code.rawValue)
      json.write(key: "message")
      json.write(message)
      if let range {
        json.write(key: "column")
        json.write(range.lowerBound + 1)
      }
      json.write(key: "legal")
      json.write(.strings(legal))
    }
  }
}

extension JSONWriter {
  /// Writes data.
  package mutating func write(_ value: Value) {
    switch value {
    case .null: writeNull()
    case .bool(let flag): write(flag)
    case .integer(let number): write(number)
    case .number(let number): write(number)
    case .string(let string): write(string)
    case .array(let values):
      writeArray { json in
        for value in values { json.write(value) }
      }
    case .object(let fields): writeObject { $0.write(fields: fields) }
    }
  }

  /// Writes the keys and values of an object that is open.
  package mutating func write(fields: Fields) {
    for field in fields.all {
      write(key: field.name)
      write(field.value)
    }
  }
}

extension Value {
  /// The data as JSON.
  package var json: String {
    var json = JSONWriter()
    json.write(self)
    return String(decoding: json.bytes, as: UTF8.self)
  }
}
