package import ParlorKit

/// The answer of a plugin to `hello`.
package struct PluginIdentity: Sendable {
  package var version: String
  package var capabilities: Capabilities
  package var definition: GameDefinition
  package var bots: [PluginBot]
  package var statistics: StatisticsDefinition

  /// Whether the game is remote, so that none of it can be repeated.
  package var isRemote: Bool { capabilities.contains(.remote) }

  /// The requests that a plugin answers besides those for every game.
  package struct Capabilities: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A remote game.
    package static let remote = Capabilities(rawValue: 1)
    /// The plugin chooses the moves of the bot `random`.
    package static let random = Capabilities(rawValue: 2)
    /// The players have different views, and `view player=N` answers them.
    package static let views = Capabilities(rawValue: 4)
    /// `record` gives a record of the game.
    package static let record = Capabilities(rawValue: 8)
    /// `playout` plays a whole game between bots.
    package static let playout = Capabilities(rawValue: 16)
    /// `advise` values moves.
    package static let advise = Capabilities(rawValue: 32)

    fileprivate static let names: [String: Capabilities] = [
      "remote": .remote, "random": .random, "views": .views, "record": .record,
      "playout": .playout, "advise": .advise,
    ]
  }

  package struct PluginBot: Sendable {
    /// The name that `seat` takes.
    package var name: String
    /// How it plays, in a few words.
    package var summary: String
    /// The value that can follow the name after `=`.
    package var parameter: OptionDeclaration?
  }

  /// Reads the answer to `hello`.
  ///
  /// - Parameter reserved: the verbs of the host, which no game may have.
  package init(_ answer: Value, reserved: Set<String>) throws(PluginError) {
    guard let number = answer["protocol"]?.integer else {
      throw .badDefinition("`protocol` is missing")
    }
    guard PluginProcess.protocols.contains(number) else { throw .otherProtocol(number) }
    let names = (answer["capabilities"]?.array ?? []).compactMap(\.string)
    capabilities = Capabilities(names.compactMap { Capabilities.names[$0] })
    guard names.contains("remote") != names.contains("game") else {
      throw .badDefinition("`capabilities` must contain either `game` or `remote`")
    }
    version = PluginText.line(answer["version"]?.string ?? "")
    do throws(PluginProtocolError) {
      let declared = answer["definition"] ?? answer["sheet"]
      (definition, bots) = try DefinitionReader(reserved: reserved).read(declared)
      statistics = try DefinitionReader.statistics(declared?["statistics"])
    } catch {
      throw .badDefinition(error.reason)
    }
  }
}
