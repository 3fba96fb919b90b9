package import Language
package import ParlorKit

extension GameKind {
  /// What a line of the game calls.
  package func call(of bytes: ArraySlice<UInt8>) throws(Refusal) -> Call {
    do throws(Fault) {
      var line = Line()
      try line.read(bytes)
      guard let verb = line.tokens.first, let command = command(line.bytes[verb.content]) else {
        throw Fault.unknownCommand(
          line.tokens.first.map(line.text) ?? "", range: 0..<0, near: [], games: [])
      }
      var reader = CallReader(line, as: command)
      return try reader.read()
    } catch {
      throw Refusal(error.diagnostic)
    }
  }

  /// The setup that a `new` line asks for.
  func setup(of bytes: ArraySlice<UInt8>) throws(Refusal) -> Setup {
    let call: Call
    do throws(Fault) {
      var line = Line()
      try line.read(bytes)
      var reader = CallReader(line, as: opening)
      call = try reader.read()
    } catch {
      throw Refusal(error.diagnostic)
    }
    var given = call.options
    let seed = given.removeValue(forKey: "seed")
    let rules = given.removeValue(forKey: "rules")
    var preset = sheet.presets.first
    if case .text(let name)? = rules { preset = self.preset(name) }
    var key: UInt64 = 0
    if case .integer(let number)? = seed { key = UInt64(number) }
    return Setup(
      arguments: call.arguments, options: OptionValues(for: sheet, preset: preset, given: given),
      preset: preset?.name, seed: key)
  }
}

extension Refusal {
  /// A fault as a refusal of the line as a whole.
  init(_ diagnostic: Diagnostic) {
    self.init(diagnostic.code, diagnostic.message, help: diagnostic.help)
  }
}
