import LineSyntax
package import ParlorKit

/// One form of the command of a line that is being typed, for editors that show it beside the line.
package struct CommandSignature: Sendable, Equatable {
  /// The form as help shows it, such as `undo [N]`.
  package var usage: String
  /// What the form does.
  package var summary: String
  /// The parameters as in the usage, each with what it accepts.
  package var parameters: [(usage: String, expectation: String)]
  /// The index of the parameter at the cursor; `nil` if the words typed do not fit.
  package var active: Int?

  package static func == (one: CommandSignature, other: CommandSignature) -> Bool {
    one.usage == other.usage && one.active == other.active
  }
}

extension Assistant {
  /// The forms of the command of a line, those that fit the words first.
  ///
  /// - Parameter line: the line up to the cursor.
  package func signatures(of line: ArraySlice<UInt8>) -> [CommandSignature] {
    let start = Self.startOfLastCommand(in: line)
    guard let unfinished = UnfinishedLine(line[start...]) else { return [] }
    let (assistant, typed) = amending(unfinished) ?? (self, unfinished)
    guard let verb = typed.words.first, let command = assistant.declaration(verb, typed) else {
      return []
    }
    let given = Array(typed.words.dropFirst())
    let signatures = zip(command.forms, command.usages).map { form, usage in
      CommandSignature(
        usage: usage, summary: form.summary.isEmpty ? command.summary : form.summary,
        parameters: form.parameters.map { ($0.usage, $0.expectation) },
        active: Self.rest(of: form.parameters, after: given).map { rest in
          min(form.parameters.count - rest.count, max(0, form.parameters.count - 1))
        })
    }
    return signatures.filter { $0.active != nil } + signatures.filter { $0.active == nil }
  }

  /// The declaration of the command of a line, by the line's first word.
  package func command(of line: ArraySlice<UInt8>) -> CommandDeclaration? {
    var words = Line()
    guard (try? words.read(line)) != nil, let verb = words.tokens.first,
      let unfinished = UnfinishedLine(line)
    else { return nil }
    return declaration(words.text(verb).lowercased(), unfinished)
  }
}
