import ParlorKit
import Platform

extension GameEvent {
  /// The event that an object of a plugin describes, without what may not be shown.
  init(plugin object: JSONValue) {
    let name = object["type"]?.string ?? ""
    let isType = !name.isEmpty && name.utf8.allSatisfy(Self.isOfType)
    var fields = Fields(object["fields"])
    fields["type"] = nil
    var text = TextWriter(styled: true)
    PluginText(object["text"]?.string ?? "").write(to: &text)
    self.init(
      type: isType ? name : "event", fields: fields, text: text.bytes,
      bells: min(3, max(0, object["bells"]?.integer ?? 0)))
  }

  /// The events of an array.
  static func all(_ value: JSONValue?) -> [GameEvent] {
    (value?.array ?? []).map(GameEvent.init(plugin:))
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
