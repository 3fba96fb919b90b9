import Language
import ParlorKit

/// The commands that the Go Text Protocol asks of every engine; `quit` is the language's own.
enum GTPCommand: String, CaseIterable {
  case protocolVersion = "protocol_version"
  case name
  case version
  case knownCommand = "known_command"
  case listCommands = "list_commands"

  /// The answer.
  ///
  /// - Parameter word: what follows the command, if anything does.
  func answer(_ word: String?, in interpreter: Interpreter) -> String {
    switch self {
    case .protocolVersion: "2"
    case .name: "Parlor"
    case .version: Parlor.version
    case .knownCommand: Self.all(in: interpreter).contains(word ?? "") ? "true" : "false"
    case .listCommands: Self.all(in: interpreter).joined(separator: "\n")
    }
  }

  /// Every command that can be called, those of games that are not open included.
  private static func all(in interpreter: Interpreter) -> [String] {
    var seen: Set<String> = []
    let verbs =
      allCases.map(\.rawValue) + interpreter.commandDeclarations.map(\.verb)
      + interpreter.kinds.flatMap { $0.definition.commands.map(\.verb) }
    return verbs.filter { seen.insert($0).inserted }
  }
}
