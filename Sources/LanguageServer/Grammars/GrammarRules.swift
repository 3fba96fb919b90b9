/// The common parts of the grammars for TextMate, Sublime Text and Pygments: regular expressions
/// that Oniguruma and Python read alike.
struct GrammarRules {
  struct Rule {
    let pattern: String
    /// The scope in TextMate.
    let scope: String
    /// The token type of Pygments.
    let token: String

    init(_ pattern: String, _ scope: String, _ token: String) {
      self.pattern = pattern
      self.scope = scope
      self.token = token
    }
  }

  private let vocabulary: GrammarWords

  init(_ vocabulary: GrammarWords) { self.vocabulary = vocabulary }

  /// The first word of a command, after an optional number.
  var verbs: [Rule] {
    [
      Rule(#"\d+(?= )"#, "constant.numeric", "Number"),
      Rule(Self.oneOf(vocabulary.hostVerbs) + Self.end, "keyword.control", "Keyword"),
      Rule(Self.oneOf(vocabulary.gameVerbs) + Self.end, "entity.name.function", "Name.Function"),
    ]
  }

  /// The words after the verb.
  var words: [Rule] {
    [
      Rule(#"(?<=\s)#.*$"#, "comment.line.number-sign", "Comment.Single"),
      Rule(#""(?:[^"\\\n]|\\.)*"?"#, "string.quoted.double", "String.Double"),
      Rule(
        #"(?<=new )"# + Self.oneOf(vocabulary.games) + Self.end, "entity.name.type", "Name.Class"),
      Rule(
        #"(?<=\s)"# + Self.oneOf(vocabulary.options) + "(?==)", "variable.parameter",
        "Name.Attribute"),
      Rule(
        #"(?<=[\s=])[+-]?\d+(?:[.,]\d+)*(?:ms|[smh])?"# + Self.end, "constant.numeric", "Number"),
      Rule(
        #"(?<=[\s=])"# + Self.oneOf(vocabulary.words) + Self.end, "constant.language",
        "Name.Constant"),
    ]
  }

  /// The patterns of an expected line. Those of a whole line begin with `^`.
  var patterns: [Rule] {
    [
      Rule(#"^\s*\.\.\.$"#, "keyword.operator", "Operator"),
      Rule(#"^\s*! "#, "keyword.operator", "Operator"),
      Rule(
        #"^\s*\((?:unordered|end|known:[^\n]*)\)$"#, "meta.preprocessor", "Comment.Preproc"),
      Rule(#"^\s*json [^\n]* == "#, "keyword.operator", "Operator"),
      Rule(
        #"^\s*error\["# + Self.oneOf(vocabulary.codes) + #"\]:?"#, "markup.deleted",
        "Generic.Error"),
      Rule(
        "<(?:[a-z][a-z0-9_]*:)?" + Self.oneOf(vocabulary.placeholders) + ">",
        "constant.character.escape", "String.Interpol"),
      Rule(
        "<[a-z][a-z0-9_]*(?:[+-][a-z0-9_]+)*>", "constant.character.escape", "String.Interpol"),
      Rule(
        #" \((?:"# + Self.oneOf(vocabulary.notations) + #"[?*+]?|[?*+]|\d+ times)\)$"#,
        "keyword.operator", "Operator"),
    ]
  }

  /// Lines of prose with a meaning.
  var prose: [Rule] {
    [
      Rule(#"^#+ [^\n]*$"#, "markup.heading", "Generic.Heading"),
      Rule(
        #"^\((?:(?:tags|timeout|skip):|for each )[^\n]*\)$"#, "meta.preprocessor",
        "Comment.Preproc"),
    ]
  }

  private static let end = #"(?![^\s])"#

  private static func oneOf(_ words: [String]) -> String {
    words.isEmpty ? "(?!)" : "(?:" + words.joined(separator: "|") + ")"
  }
}
