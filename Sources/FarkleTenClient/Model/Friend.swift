import ParlorKit
import Platform
import RemoteTransport

/// A friend of the player.
package struct Friend: Sendable, Equatable {
  /// The number of the player.
  package var id: Int
  /// The name.
  package var name: String
  /// A title, if the friend has one.
  package var title: String?

  init?(_ value: Value) {
    guard let id = value["playerid"]?.looseInteger, let name = value["username"]?.looseText else {
      return nil
    }
    self.id = id
    self.name = name
    title = value["playertitle"]?.something?.looseText
  }

  /// Reads a list of friends; an object with a message means that there are none.
  static func list(_ value: Value) -> [Friend] { value.elements.compactMap(Friend.init) }
}
