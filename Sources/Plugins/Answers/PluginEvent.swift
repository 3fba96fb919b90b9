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
  init(_ object: Value) {
    let name = object["type"]?.string ?? ""
    type = name.isEmpty || !name.utf8.allSatisfy(Identifier.isNameByte) ? "event" : name
    var fields = object["fields"]?.fields ?? [:]
    fields["type"] = nil
    self.fields = fields
    bells = min(3, max(0, object["bells"]?.integer ?? 0))
    text = PluginText(object["text"]?.string ?? "")
  }

  package func write(to text: inout TextWriter) { self.text.write(to: &text) }

  /// The events of an array.
  static func all(_ value: Value?) -> [PluginEvent] {
    (value?.array ?? []).map(PluginEvent.init)
  }
}
