import Language
package import ParlorKit
import Synchronization

/// What is to be told of plugins, until somebody takes it.
package final class PluginNotices: Sendable {
  private let all = Mutex<[PluginNotice]>([])

  /// Nothing to tell.
  package init() {}

  /// Adds a notice.
  func post(_ notice: PluginNotice) { all.withLock { $0.append(notice) } }

  /// A plugin stopped, was started again, and stands where it stood.
  func restarted(_ name: String, _ failure: PluginError) {
    post(PluginNotice(plugin: name, text: "\(failure.clause), was started again and told the game"))
  }

  /// The notices so far, which are the caller's now.
  package func take() -> [any Event] {
    all.withLock { all in
      defer { all = [] }
      return all
    }
  }
}

/// Something about a plugin that its user should know.
struct PluginNotice: Event {
  /// The name of the plugin.
  let plugin: String
  /// What it did, after its name.
  let text: String

  var type: String { "plugin-notice" }
  var fields: Fields { ["plugin": .string(plugin), "text": .string(text)] }
  func write(to text: inout TextWriter) {
    text.write(Styled(.notice, "The plugin \(plugin) \(self.text)."))
  }
}
