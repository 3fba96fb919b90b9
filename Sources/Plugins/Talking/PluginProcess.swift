import ParlorKit
import Platform
import Synchronization

/// A running plugin, which any thread may ask, one at a time.
final class PluginProcess: Sendable {
  /// The protocol that is spoken.
  static let protocolNumber = 1

  /// Takes what a plugin writes without being asked.
  typealias Listener = @Sendable (Unasked) -> Void

  /// What a plugin writes without being asked.
  enum Unasked: Sendable {
    /// An event, and the state after it if that is told.
    case news(Value)
    /// A line that is nothing at all.
    case stray(String)
  }

  private let wire: Mutex<PluginWire>
  private let place = Mutex<PluginPosition?>(nil)

  /// Starts a program.
  ///
  /// - Parameter listener: takes what it writes without being asked, while it is asked.
  init(
    _ program: PluginProgram, limits: PluginLimits, listener: @escaping Listener
  ) throws(PluginError) {
    wire = Mutex(try PluginWire(program, limits: limits, listener: listener))
  }

  /// Where the game in the process stands.
  var position: PluginPosition? {
    get { place.withLock { $0 } }
    set { place.withLock { $0 = newValue } }
  }

  /// Who the plugin is.
  ///
  /// - Parameter reserved: the verbs of the host, which no game may have.
  func hello(reserved: Set<String>) throws(PluginError) -> PluginIdentity {
    try PluginIdentity(ask("hello", rest: "\(Self.protocolNumber)"), reserved: reserved)
  }

  /// Asks for something; see ``PluginWire/ask(_:_:rest:patience:)``.
  func ask(
    _ verb: String, _ settings: [(String, String)] = [], rest: String = "",
    patience: Int64? = nil
  ) throws(PluginError) -> Value {
    try wire.withLock { wire throws(PluginError) in
      try wire.ask(verb, settings, rest: rest, patience: patience)
    }
  }

  /// Hands out what has come without being asked.
  func listen() { wire.withLock { $0.listen() } }

  /// What came on standard error last.
  var errorText: String { wire.withLock { $0.errorText } }

  /// How the process ended, if it has.
  var hasEnded: Bool { wire.withLock { $0.hasEnded } }

  /// Ends the process in good order.
  func end() { wire.withLock { $0.end() } }

  /// Ends the input.
  ///
  /// - Returns: whether the process ended by itself, without an error.
  func endsByItself() -> Bool { wire.withLock { $0.endsByItself() } }
}
