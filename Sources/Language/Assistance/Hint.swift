import ParlorKit
package import Platform

extension Interpreter {
  /// The hint for a line whose end is under the cursor.
  ///
  /// An earlier line that begins the same comes first, unless it is a move that is not legal now;
  /// then the likeliest candidate; then how the command is written.
  ///
  /// - Parameter history: earlier lines, the last first.
  package func hint(
    for line: ArraySlice<UInt8>, history: some Sequence<[UInt8]>
  ) -> Hint? {
    guard line.contains(where: { !Line.isBlank($0) }) else { return nil }
    if let earlier = history.first(where: {
      $0.count > line.count && $0.starts(with: line) && isPlayable($0)
    }) {
      return Hint(
        text: String(decoding: earlier.dropFirst(line.count), as: UTF8.self), isInsertable: true)
    }
    guard let unfinished = UnfinishedLine(line) else { return nil }
    let completion = completion(of: line)
    if let first = completion.suggestions.first,
      first.text.utf8.count > unfinished.current.utf8.count,
      unfinished.range.count == unfinished.current.utf8.count,
      !unfinished.current.isEmpty || unfinished.isInGameMove(self)
    {
      return Hint(text: String(first.text.dropFirst(unfinished.current.count)), isInsertable: true)
    }
    return usage(of: unfinished)
  }

  /// Whether a line could be accepted now: a command of the host, a question, or a legal move.
  private func isPlayable(_ line: [UInt8]) -> Bool {
    let words = String(decoding: Line.trimmed(line[...]), as: UTF8.self)
    let verb = String(words.prefix { $0 != " " })
    if grantedCommands.contains(where: { $0.declared.declaration.answers(to: verb) }) {
      return true
    }
    guard let game = shelf.current,
      let command = game.kind.definition.commands.first(where: { $0.answers(to: verb) })
    else { return false }
    return command.isQuestion || game.legalMoves().moves.contains { $0.line == words }
  }

  /// How a command is written, once its verb stands alone.
  private func usage(of line: UnfinishedLine) -> Hint? {
    guard line.words.count == 1, line.current.isEmpty, line.options.isEmpty,
      let declaration = commandDeclarations.first(where: { $0.answers(to: line.words[0]) })
    else { return nil }
    let forms = declaration.forms.map { $0.parameters.map(\.usage).joined(separator: " ") }
      .filter { !$0.isEmpty }
    return forms.isEmpty ? nil : Hint(text: forms.joined(separator: " | "), isInsertable: false)
  }
}

extension UnfinishedLine {
  /// Whether the words belong to a move of the current game.
  fileprivate func isInGameMove(_ interpreter: Interpreter) -> Bool {
    guard let verb = words.first, let game = interpreter.shelf.current else { return false }
    return game.kind.definition.commands.contains { $0.answers(to: verb) && !$0.isQuestion }
  }
}
