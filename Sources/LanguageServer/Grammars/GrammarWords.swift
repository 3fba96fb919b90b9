import LineSyntax
package import ParlorEngine
package import ParlorKit

/// The words of scripts and scenarios, from the declarations of commands and games, for the
/// grammars of editors.
package struct GrammarWords: Sendable {
  /// The verbs of Parlor, with their aliases.
  let hostVerbs: [String]
  /// The verbs of games that Parlor itself does not have.
  let gameVerbs: [String]
  let games: [String]
  /// The names of options.
  let options: [String]
  /// Fixed words of commands, such as `best` of `hold best`.
  let words: [String]
  let placeholders = TranscriptSyntax.PlaceholderKind.allCases.map(\.rawValue)
  /// The notations at the ends of expected lines, such as `glob`.
  let notations = TranscriptSyntax.Notation.allCases.map(\.rawValue)
  let codes = ErrorCode.allCases.map(\.rawValue)

  package init(commands: [CommandDeclaration], games kinds: [GameKind]) {
    let definitions = kinds.map(\.definition)
    let own = definitions.flatMap(\.commands)
    let all = commands + own + kinds.map(\.opening.declaration)
    hostVerbs = Self.sorted(commands.flatMap { [$0.verb] + $0.aliases })
    gameVerbs = Self.sorted(own.flatMap { [$0.verb] + $0.aliases })
      .filter { [hostVerbs] in !hostVerbs.contains($0) }
    games = Self.sorted(definitions.map(\.name))
    options = Self.sorted(
      all.flatMap(\.options).map(\.name) + definitions.flatMap(\.options).map(\.name))
    let names = games
    words = Self.sorted(
      all.flatMap(\.forms).flatMap(\.parameters).flatMap { parameter -> [String] in
        switch parameter.kind {
        case .literal(let word): [word]
        case .choice(let words): words
        default: []
        }
      }
    ).filter { !names.contains($0) }
  }

  /// Words of letters, digits and `-`, each once; a longer one before its prefix, so that
  /// alternatives find it.
  private static func sorted(_ words: [String]) -> [String] {
    let plain = words.filter { word in
      word.first.map { $0.isASCII && $0.isLetter } ?? false
        && word.utf8.allSatisfy {
          0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || $0 == UInt8(ascii: "-")
        }
    }
    return Set(plain).sorted { one, other in
      one.hasPrefix(other) ? true : other.hasPrefix(one) ? false : one < other
    }
  }
}

package enum GrammarLanguage: String, Sendable, CaseIterable {
  /// `*.scenario`, and the `parlor` blocks of Markdown.
  case scenario
  /// `*.parlor`, in which every line is a command.
  case script

  /// The name of the language in editors.
  var name: String { self == .scenario ? "parlor-scenario" : "parlor" }
  var fileExtension: String { self == .scenario ? "scenario" : "parlor" }
  var title: String { self == .scenario ? "Parlor scenario" : "Parlor script" }
}
