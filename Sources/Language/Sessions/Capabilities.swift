/// What a session may touch. The front end grants it.
package struct Capabilities: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Files can be read and written.
  package static let files = Capabilities(rawValue: 1)
  /// Other programs can be started.
  package static let processes = Capabilities(rawValue: 2)
  /// Remote services can be called.
  package static let network = Capabilities(rawValue: 4)
  /// Results and settings are kept.
  package static let profile = Capabilities(rawValue: 8)

  /// What a terminal and a local script may touch.
  package static let local: Capabilities = [.files, .processes, .network, .profile]
}
