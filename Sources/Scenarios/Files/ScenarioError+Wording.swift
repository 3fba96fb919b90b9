import Platform

extension ScenarioError {
  /// The fault as a line: place, then what is wrong.
  package var message: String {
    let place = line.map { "\(path):\($0): " } ?? (path.isEmpty ? "" : "\(path): ")
    return place + fact.message
  }
}

extension ScenarioError.Fact {
  /// What is wrong, as a clause.
  package var message: String {
    switch self {
    case .io(let failure): failure.message
    case .unknownKind: "a scenario is a file *.scenario, *.md, or *.parlor with its *.golden"
    case .emptyFolder: "there is no scenario in this folder"
    case .noPaths: "name the files or folders to test"
    case .nothingSelected: "no path contains what `--filter` asks for"
    case .noCommand: "there is no command; a command is a line that starts with `> `"
    case .noBlock: "there is no fenced block marked `parlor`"
    case .noCommandThere: "there is no command at these lines"
    case .noPlace: "a place is written `FILE:LINE`"
    case .noGolden(let path): "its golden \(path) is missing"
    case .noScript(let path): "no script claims it: \(path) is missing"
    case .invalidUTF8: "this is not UTF-8"
    case .badPattern(let fault): "bad pattern: \(fault.message)"
    case .unknownSuffix(let word):
      "unknown suffix `(\(word))`; if it is plain text, add ` (literal)`"
    case .suffixClash(let one, let other):
      "`(\(one))` and `(\(other))` do not go together; for plain text, add ` (literal)`"
    case .countedAbsence(let word): "`! text` stands for no line, so `(\(word))` means nothing"
    case .unknownCode(let code): "there is no error code `\(code)`"
    case .strayKnown: "`(known: …)` stands right after a command"
    case .noReason: "say why it is known to fail: `(known: reason)`"
    case .openBlock: "`(unordered)` has no `(end)`"
    case .strayEnd: "`(end)` has no `(unordered)`"
    case .unfitForBlock: "between `(unordered)` and `(end)` each line stands for one line"
    case .unusedCapture(let name): "nothing uses the capture `\(name)`"
    case .uncertainCapture(let name): "`\(name)` is captured where it need not have one value"
    case .noNumber(let name): "`\(name)` is no number, so nothing can be added to it"
    case .noScenario: "only files *.scenario are formatted"
    case .unformattable: "it cannot be formatted without becoming wrong"
    case .blessingInCI: "nothing is blessed where `CI` is set"
    case .unblessable: "the replies cannot be written so that the file would pass; edit it by hand"
    }
  }
}
