import ParlorKit
import Platform

extension GameEvent {
  /// The event that an object of a plugin describes, without what may not be shown.
  init(plugin object: Value) {
    let name = object["type"]?.string ?? ""
    let isType = !name.isEmpty && name.utf8.allSatisfy(Identifier.isNameByte)
    var fields = object["fields"]?.fields ?? [:]
    fields["type"] = nil
    var text = TextWriter(styled: true)
    PluginText(object["text"]?.string ?? "").write(to: &text)
    self.init(
      type: isType ? name : "event", fields: fields, text: text.bytes,
      bells: min(3, max(0, object["bells"]?.integer ?? 0)))
  }

  /// The events of an array.
  static func all(_ value: Value?) -> [GameEvent] {
    (value?.array ?? []).map(GameEvent.init(plugin:))
  }
}
