import Language
import ParlorKit

extension GameKind {
  /// The setup that a `new` line asks for.
  func setup(of bytes: ArraySlice<UInt8>) throws(GameError) -> GameConfiguration {
    let call: Call
    do throws(CommandError) {
      var line = Line()
      try line.read(bytes)
      var reader = CallReader(line, as: opening)
      call = try reader.read()
    } catch {
      let diagnostic = error.diagnostic
      throw GameError(diagnostic.code, diagnostic.message, help: diagnostic.help)
    }
    var given = call.options
    let seed = given.removeValue(forKey: "seed")
    let rules = given.removeValue(forKey: "rules")
    var preset = definition.presets.first
    if case .text(let name)? = rules { preset = self.preset(name) }
    var key: UInt64 = 0
    if case .integer(let number)? = seed { key = UInt64(number) }
    return GameConfiguration(
      arguments: call.arguments,
      options: OptionValues(for: definition, preset: preset, given: given),
      preset: preset?.name, seed: key)
  }
}
