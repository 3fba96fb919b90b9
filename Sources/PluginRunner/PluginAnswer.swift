import ParlorKit
import Platform

/// Answers as the protocol frames them.
enum PluginAnswer {
  /// `=ID OBJECT` and an empty line; `body` writes the keys of the object.
  static func accepted(_ id: Int, _ body: (inout JSONWriter) -> Void) -> [UInt8] {
    framed(mark: "=", id) { $0.writeObject(body) }
  }

  /// `?ID OBJECT` and an empty line.
  static func refused(_ id: Int, _ refusal: GameError) -> [UInt8] {
    framed(mark: "?", id) { json in
      json.writeObject { json in
        json.write(key: "code")
        json.write(refusal.code.rawValue)
        json.write(key: "message")
        json.write(refusal.message)
        switch refusal.place {
        case .line: break
        case .argument(let index): json.write("place", .object(["argument": .integer(index)]))
        case .option(let name): json.write("place", .object(["option": .string(name)]))
        }
        if !refusal.help.isEmpty { json.write("help", .strings(refusal.help)) }
      }
    }
  }

  /// `! OBJECT`: news that nobody asked for.
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
