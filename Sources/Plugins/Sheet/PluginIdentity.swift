package import ParlorKit
import Platform

/// Who a plugin says it is.
package struct PluginIdentity: Sendable {
  /// The version of the plugin.
  package var version: String
  /// Whether it stands for something outside, so that nothing of it can be repeated.
  package var isRemote: Bool
  /// Whether it plays the bot `random` itself.
  package var samples: Bool
  /// The facts of its game.
  package var definition: GameDefinition
  /// The bots of its game.
  package var bots: [PluginBot]

  /// A bot of a plugin.
  package struct PluginBot: Sendable {
    /// The name that `seat` takes.
    package var name: String
    /// How it plays.
    package var summary: String
    /// What may follow the name after `=`.
    package var parameter: OptionDeclaration?
  }

  /// Reads the answer to `hello`.
  ///
  /// - Parameter reserved: the verbs of the host, which no game may have.
  init(_ answer: Value, reserved: Set<String>) throws(PluginError) {
    guard let number = answer["protocol"]?.integer else {
      throw .badSheet("`protocol` is missing")
    }
    guard number == PluginProcess.protocolNumber else { throw .otherProtocol(number) }
    let capabilities = (answer["capabilities"]?.array ?? []).compactMap(\.string)
    isRemote = capabilities.contains("remote")
    samples = capabilities.contains("random")
    guard isRemote != capabilities.contains("game") else {
      throw .badSheet("`capabilities` has to name either `game` or `remote`")
    }
    version = PluginText.line(answer["version"]?.string ?? "")
    do throws(PluginDefect) {
      (definition, bots) = try SheetReader(reserved: reserved).read(answer["sheet"])
    } catch {
      throw .badSheet(error.reason)
    }
  }
}
