import ParlorKit

extension HostCommand {
  static let requires = HostCommand(
    CommandDeclaration(
      "requires", [.literal("plugin"), Parameter("NAME", .word)],
      summary: "go on only if a plugin is there",
      details: ["`parlor test` passes over a scenario that requires a plugin which is missing."],
      examples: ["requires plugin go"]), .files, needs: .processes
  ) { interpreter, call throws(CommandError) in
    let name = call.word(0) ?? ""
    guard interpreter.hasPlugin(name) else { throw .noPlugin(name) }
    return .silent
  }
}
