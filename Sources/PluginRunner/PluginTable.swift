import ParlorKit
import Platform

/// What a plugin can be asked about its game: one implementation knows the rules, the other stands
/// for something outside.
protocol PluginTable: AnyObject {
  /// What an accepted request is answered: it writes the keys of the object.
  typealias Answer = (inout JSONWriter) -> Void

  /// The capabilities that the handshake names.
  var capabilities: [String] { get }
  /// The sheet as the handshake tells it.
  var definition: Value { get }

  /// Answers a request.
  func answer(_ request: PluginRequest) throws(GameError) -> Answer

  /// Called before the plugin waits for a request; takes what is to be written meanwhile.
  func wait(write: ([UInt8]) -> Void)
}

extension PluginTable {
  func wait(write: ([UInt8]) -> Void) {}
}
