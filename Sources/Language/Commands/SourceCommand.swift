import ParlorKit

extension HostCommand {
  static let source = HostCommand(
    CommandDeclaration(
      "source", [Parameter("FILE", .file)], summary: "run the lines of a script",
      details: [
        "Of a scenario (`*.scenario`) the commands are run, its expectations are not checked.",
        "The first line that is refused ends it.",
      ],
      examples: ["source opening.parlor"]), .files, needs: .files, suggest: files
  ) { interpreter, call throws(CommandError) in
    try interpreter.source(call.word(0) ?? "")
  }
}

extension Interpreter {
  fileprivate func source(_ path: String) throws(CommandError) -> CommandResult {
    guard depth < Interpreter.depthLimit else { throw .tooDeep }
    let bytes = try files.read(path)
    // A saved game is a script, whatever it is called.
    let isScenario = path.hasSuffix(".scenario") && !SavedGame.isOne(bytes)
    let script = Script(bytes, isScenario: isScenario)
    if isScenario && script.lines.isEmpty { throw .noCommands(path) }
    depth += 1
    defer { depth -= 1 }
    for line in script.lines {
      if isInterrupted() { throw .interrupted }
      var problem: CommandError?
      var hasEnded = false
      perform(line.bytes) { reply, fault in
        problem = fault
        hasEnded = reply.endsSession
        if fault == nil { deliver(reply) }
      }
      if let problem { throw .inSource(path: path, line: line.number, problem) }
      if hasEnded { return CommandResult(endsSession: true) }
    }
    return CommandResult(events: [HostEvent.sourced(path: path, lines: script.lines.count)])
  }
}
