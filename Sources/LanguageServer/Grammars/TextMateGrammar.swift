import ParlorKit

/// Grammars for TextMate and Visual Studio Code (`*.tmLanguage.json`), and for Sublime Text and bat
/// (`*.sublime-syntax`).
package struct TextMateGrammar {
  private let rules: GrammarRules

  package init(_ vocabulary: GrammarWords) { rules = GrammarRules(vocabulary) }

  // MARK: - TextMate

  /// The grammar as JSON.
  package func textMate(of language: GrammarLanguage) -> String {
    let scope = "source.\(language.name)"
    func all(_ rules: [GrammarRules.Rule]) -> [Value] {
      rules.map {
        ["match": .string($0.pattern), "name": .string("\($0.scope).\(language.name)")]
      }
    }
    let command: [Value] = [
      [
        "begin": #"\G(?=\S)"#, "end": "$",
        "patterns": .array(
          // The first rule is the number, which the others have in front.
          rules.verbs.dropFirst().map { rule in
            [
              "match": .string(#"\G(?:(\d+) +)?("# + rule.pattern + ")"),
              "captures": [
                "1": ["name": .string("constant.numeric.\(language.name)")],
                "2": ["name": .string("\(rule.scope).\(language.name)")],
              ],
            ]
          } + all(rules.words)),
      ]
    ]
    let patterns: [Value]
    switch language {
    case .script:
      patterns = [
        ["match": #"^\s*#.*$"#, "name": "comment.line.number-sign.parlor"],
        ["begin": #"^\s*"#, "end": "$", "patterns": .array(command)],
      ]
    case .scenario:
      let line: Value = [
        "begin": #"^\s*(>) "#, "end": "$",
        "beginCaptures": ["1": ["name": "punctuation.section.prompt.parlor-scenario"]],
        "patterns": .array(command),
      ]
      patterns =
        all(rules.prose) + [
          [
            "begin": #"^(?=\s*> )"#, "end": #"^(?=\s*$|\s*```)"#,
            "name": "meta.step.parlor-scenario",
            "patterns": .array([line] + all(rules.patterns)),
          ]
        ]
    }
    let grammar: Value = [
      "name": .string(language.title), "scopeName": .string(scope),
      "fileTypes": [.string(language.fileExtension)], "patterns": .array(patterns),
    ]
    return grammar.json + "\n"
  }

  // MARK: - Sublime Text

  /// The grammar as YAML.
  package func sublime(of language: GrammarLanguage) -> String {
    var text = """
      %YAML 1.2
      ---
      # Written by `parlor grammar sublime`.
      name: \(language.title)
      file_extensions: [\(language.fileExtension)]
      scope: source.\(language.name)
      contexts:
        main:

      """
    func add(_ pattern: String, _ scope: String?, _ action: String? = nil) {
      text += "    - match: \(Self.quoted(pattern))\n"
      if let scope { text += "      scope: \(scope).\(language.name)\n" }
      if let action { text += "      \(action)\n" }
    }
    switch language {
    case .script:
      add(#"^\s*#.*$"#, "comment.line.number-sign")
      add(#"^\s*(?=\S)"#, nil, "push: verb")
    case .scenario:
      for rule in rules.prose { add(rule.pattern, rule.scope) }
      add(#"^(?=\s*> )"#, nil, "push: step")
      text += "  step:\n    - meta_scope: meta.step.\(language.name)\n"
      add(#"^(?=\s*$|\s*```)"#, nil, "pop: true")
      add(#"^\s*> "#, "punctuation.section.prompt", "push: verb")
      for rule in rules.patterns { add(rule.pattern, rule.scope) }
    }
    text += "  verb:\n"
    for (index, rule) in rules.verbs.enumerated() {
      // A number may precede the verb.
      add(rule.pattern, rule.scope, index == 0 ? nil : "set: words")
    }
    add("$", nil, "pop: true")
    add(#"\S+"#, nil, "set: words")
    text += "  words:\n"
    add("$", nil, "pop: true")
    for rule in rules.words { add(rule.pattern, rule.scope) }
    return text
  }

  private static func quoted(_ text: String) -> String {
    "'\(text.replacing("'", with: "''"))'"
  }
}
