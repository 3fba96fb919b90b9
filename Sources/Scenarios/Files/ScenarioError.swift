import ParlorKit
package import Platform

/// An error in a file or a path. A file with an error never runs and never passes.
package struct ScenarioError: Error, Sendable, Equatable {
  /// The path in messages; empty if the arguments as a whole are wrong.
  package var path: String
  /// The line number, from 1; `nil` if the error concerns the whole file.
  package var line: Int?
  package var reason: Reason

  /// The message with its place, such as `a.scenario:2: unknown error code `oops``.
  package var message: String {
    let place = line.map { "\(path):\($0): " } ?? (path.isEmpty ? "" : "\(path): ")
    return (place + reason.message).visible
  }

  package enum Reason: Error, Sendable, Equatable {
    case io(FileError)
    /// The file name has an extension that no scenario has.
    case unknownKind
    case emptyFolder
    case noPaths
    /// `--filter` or `--tag` excludes every file.
    case nothingSelected(byTags: Bool)
    case noCommand
    /// The Markdown file has no block marked `parlor`.
    case noBlock
    /// `FILE:LINE` selects no command.
    case noCommandAtLine
    /// The text is not of the form `FILE:LINE`.
    case invalidPlace
    /// The file has only this many lines.
    case noSuchLine(of: Int)
    /// The file has only this many rows of parameters.
    case noSuchRow(of: Int)
    /// The script has no golden file; its path.
    case missingGolden(String)
    /// The golden file has no script; its path.
    case missingScript(String)
    case invalidUTF8
    case invalidPattern(PatternError)
    /// A word in parentheses, and the suffix that was probably meant.
    case unknownSuffix(String, suggestion: String?, mayMatchNone: Bool = false)
    /// `(unorderd)`; the right spelling.
    case misspelledMarker(String, suggestion: String)
    /// A fenced block such as `for eac`; the right words.
    case misspelledBlock(String, String)
    /// `<name>` in a line that may match nothing, where nothing captures the name.
    case unknownPlaceholder(String)
    /// `>roll` or `  > roll` in prose.
    case almostCommand
    /// A line such as `(skip: reason)` after the first command.
    case lateHeader(String)
    case invalidTags
    case invalidTimeout(String)
    /// `(skip:)` without a reason.
    case missingSkipReason
    case invalidParameter(String)
    case repeatedParameter(String)
    /// A parameter that no command and no expectation uses.
    case unusedParameter(String)
    case emptyValue
    case emptyTable
    /// The rows of a table do not have as many values as there are parameters.
    case unevenTable(Int)
    case tooManyRows(limit: Int)
    /// A `setup.scenario` has parameters.
    case parametersInSetup
    /// A fenced block `file` or `for each` without its end.
    case openFence(String)
    /// A fenced block `file` without a name.
    case namelessFile
    /// A file of the scenario cannot be written; why.
    case unwritableFile(String)
    /// `json PATH == VALUE` with a value that is neither JSON nor a pattern.
    case notJSON(String)
    case conflictingSuffixes(String, String)
    /// `! text` with a count such as `(*)`.
    case countedAbsence(String)
    case unknownCode(String)
    /// `(known: reason)` that does not follow a command.
    case misplacedExpectedFailure
    /// `(known:)` without a reason.
    case missingReason
    /// `(unordered)` without `(end)`.
    case openBlock
    /// `(end)` without `(unordered)`.
    case strayEnd
    /// A line in an `(unordered)` block that does not match exactly one line.
    case notOneLine
    case unusedCapture(String)
    /// A capture in a line that may match no line, or several.
    case ambiguousCapture(String)
    /// `<name+1>` where the captured value is not a number.
    case notANumber(String)
    /// A file given to `parlor fmt` that is not `*.scenario`.
    case notAScenario
    /// The formatted file would have errors.
    case unformattable
    case blessingInCI
    /// A command was refused for lack of permission; which one and why.
    case notGranted(String)
    /// The blessed file would not pass.
    case unblessable
    /// The mode of the file forbids writing to it.
    case readOnly
    /// The session has ended before this command.
    case noReply

    /// The reason as a clause, without the place.
    package var message: String {
      switch self {
      case .io(let failure): failure.message
      case .unknownKind:
        "not a scenario; expected *.scenario, *.md, or *.parlor with its *.golden"
      case .emptyFolder: "no scenarios in this folder"
      case .noPaths: "name the files or folders to test"
      case .nothingSelected(false): "no path contains the text of `--filter`"
      case .nothingSelected(true): "no file matches `--tag` and `--skip-tag`"
      case .noCommand: "no command in this file; a command is a line that starts with `> `"
      case .noBlock: "no fenced block marked `parlor` in this file"
      case .noCommandAtLine: "no command at the selected lines"
      case .invalidPlace: "expected `FILE:LINE` or `FILE:LINE[ROW]`"
      case .noSuchLine(let count): "the file has only \(Plural(count, "line"))"
      case .noSuchRow(1): "the file has no parameters, so it has no rows"
      case .noSuchRow(let count): "the file has only \(Plural(count, "row")) of parameters"
      case .missingGolden(let path): "its golden file \(path) is missing; `--bless` creates it"
      case .missingScript(let path): "a golden file without its script \(path)"
      case .invalidUTF8: "invalid UTF-8"
      case .invalidPattern(let error): "invalid pattern: \(error.message)"
      case .unknownSuffix(let word, let suggestion, let mayMatchNone):
        "unknown suffix `(\(word))`; " + (suggestion.map { "expected `\($0)`, or " } ?? "")
          + "for plain text, "
          + (mayMatchNone ? "write `\\(\(word)\\) (re)`" : "append ` (literal)`")
      case .misspelledMarker(let text, let suggestion):
        "unknown marker `\(text)`; expected `\(suggestion)`, or for plain text, append ` (literal)`"
      case .misspelledBlock(let text, let suggestion):
        "unknown block `\(text)`; expected `\(suggestion)`"
      case .unknownPlaceholder(let text):
        "nothing captures `\(text)`; for plain text, write `\\\(text) (re)`"
      case .almostCommand:
        "a command starts with `> ` at the start of the line; for plain text, write `\\>`"
      case .lateHeader(let text): "`\(text)` must come before the first command"
      case .invalidTags: "tags are words, as in `(tags: slow, farkle)`"
      case .invalidTimeout(let text): "`\(text)` is not a time; expected one such as `10s`"
      case .missingSkipReason: "missing reason; expected `(skip: reason)`"
      case .invalidParameter(let name):
        "`\(name)` cannot be the name of a parameter; names have lower-case letters, digits and `_`, and those of placeholders are taken"
      case .repeatedParameter(let name): "the parameter `\(name)` is given twice"
      case .unusedParameter(let name): "the parameter `\(name)` is never used; write `<\(name)>`"
      case .emptyValue: "a value is missing, or a quote has no end"
      case .emptyTable:
        "expected a line with the names of the parameters, then lines with their values"
      case .unevenTable(let count): "each row needs \(Plural(count, "value"))"
      case .tooManyRows(let limit): "more than \(limit.grouped) runs"
      case .parametersInSetup: "a setup.scenario cannot have parameters"
      case .openFence(let info): "the block `\(info)` has no end"
      case .namelessFile: "a block `file` needs a name, as in `file notes.txt`"
      case .unwritableFile(let reason): reason
      case .notJSON(let text):
        "`\(text)` is not a JSON value; text has quotes, as in `json state.players.0.name == \"Ann\"`"
      case .conflictingSuffixes(let one, let other):
        "`(\(one))` and `(\(other))` cannot be combined; for plain text, append ` (literal)`"
      case .countedAbsence(let word):
        "`! text` cannot have the count `(\(word))`, because it matches no line"
      case .unknownCode(let code): "unknown error code `\(code)`"
      case .misplacedExpectedFailure: "`(known: reason)` must be the line after a command"
      case .missingReason: "missing reason; expected `(known: reason)`"
      case .openBlock: "`(unordered)` without `(end)`"
      case .strayEnd: "`(end)` without `(unordered)`"
      case .notOneLine: "between `(unordered)` and `(end)` every line must match exactly one line"
      case .unusedCapture(let name): "the capture `\(name)` is never used"
      case .ambiguousCapture(let name):
        "`\(name)` cannot be captured in a line that may match no line or several"
      case .notANumber(let name): "`\(name)` is not a number, so nothing can be added to it"
      case .notAScenario: "only *.scenario files can be formatted"
      case .unformattable: "formatting would break this file; it was left as it is"
      case .blessingInCI: "`--bless` is disabled because `CI` is set"
      case .notGranted(let reason): reason
      case .readOnly: "the file is read-only"
      case .noReply: "no reply, because the session has ended"
      case .unblessable: "no expectation would match this reply; edit it by hand"
      }
    }
  }
}
