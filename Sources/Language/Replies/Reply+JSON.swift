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
