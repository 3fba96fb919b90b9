package import Platform

/// What makes a file wrong, and where. A wrong file is an error, never a pass.
package struct ScenarioError: Error, Sendable, Equatable {
  /// The path as messages show it.
  package var path: String
  /// The number of the line, from 1; nothing if it is the file as a whole.
  package var line: Int?
  /// What is wrong.
  package var fact: Fact

  /// What can be wrong.
  package enum Fact: Error, Sendable, Equatable {
    /// The system refused to read the file, or to write it.
    case io(FileError)
    /// The name ends in nothing that is known.
    case unknownKind
    /// The folder holds no scenario.
    case emptyFolder
    /// No path was given.
    case noPaths
    /// Of the files that were found none is to be run.
    case nothingSelected
    /// There is no command in the file.
    case noCommand
    /// There is no block marked `parlor` in the Markdown file.
    case noBlock
    /// There is no command at the lines that were asked for.
    case noCommandThere
    /// A place that is not `FILE:LINE`.
    case noPlace
    /// A script has no golden beside it, at the path given.
    case noGolden(String)
    /// A golden has no script beside it, at the path given.
    case noScript(String)
    /// The bytes are no UTF-8.
    case invalidUTF8
    /// A pattern cannot be read.
    case badPattern(PatternError)
    /// A word in parentheses at the end that looks like a suffix and is none.
    case unknownSuffix(String)
    /// Two suffixes that do not go together.
    case suffixClash(String, String)
    /// A count, such as `(*)`, on a line `! text`.
    case countedAbsence(String)
    /// `error[CODE]` with a code that does not exist.
    case unknownCode(String)
    /// `(known: …)` elsewhere than right after a command.
    case strayKnown
    /// `(known:)` without a reason.
    case noReason
    /// `(unordered)` without `(end)`.
    case openBlock
    /// `(end)` without `(unordered)`.
    case strayEnd
    /// A line between `(unordered)` and `(end)` that is not one line exactly.
    case unfitForBlock
    /// A capture that nothing uses.
    case unusedCapture(String)
    /// A capture where it might take no value or several.
    case uncertainCapture(String)
    /// A number added to a capture that is none.
    case noNumber(String)
    /// A file that is to be formatted and is no scenario.
    case noScenario
    /// What was formatted would be wrong.
    case unformattable
    /// Blessing while the variable `CI` is set.
    case blessingInCI
    /// What was blessed would not pass.
    case unblessable
  }
}
