import Language
package import ParlorKit
import Platform

/// What happened in the game of a plugin, as the plugin tells it.
package struct PluginEvent: Event {
  package let type: String
  package let fields: Fields
  package let bells: Int
  private let text: PluginText

  /// The event that an object tells of.
  init(_ object: JSONValue) {
    let name = object["type"]?.string ?? ""
    type = name.isEmpty || !name.utf8.allSatisfy(Self.isOfType) ? "event" : name
    var fields = Fields(object["fields"])
    fields["type"] = nil
    self.fields = fields
    bells = min(3, max(0, object["bells"]?.integer ?? 0))
    text = PluginText(object["text"]?.string ?? "")
  }

  package func write(to text: inout TextWriter) { self.text.write(to: &text) }

  /// The events of an array.
  static func all(_ value: JSONValue?) -> [PluginEvent] {
    (value?.array ?? []).map(PluginEvent.init)
  }

  private static func isOfType(_ byte: UInt8) -> Bool {
    0x61...0x7A ~= byte || 0x30...0x39 ~= byte || byte == UInt8(ascii: "-")
  }
}

extension Fields {
  /// The members of an object; of members with one name the last.
  init(_ object: JSONValue?) {
    self = [:]
    for member in object?.members ?? [] { self[member.name] = Value(member.value) }
  }
}

extension Value {
  /// The data of a JSON value.
  init(_ value: JSONValue) {
    switch value {
    case .null: self = .null
    case .bool(let flag): self = .bool(flag)
    case .integer(let number): self = .integer(number)
    case .number(let number): self = .number(number)
    case .string(let text): self = .string(text)
    case .array(let values): self = .array(values.map { Value($0) })
    case .object: self = .object(Fields(value))
    }
  }
}
