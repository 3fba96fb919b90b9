/// A module of Python with lexers for Pygments.
package struct PygmentsLexer {
  private let rules: GrammarRules

  package init(_ vocabulary: GrammarWords) { rules = GrammarRules(vocabulary) }

  /// The module. `pygmentize -x -l parlor.py:ParlorScenarioLexer` uses it.
  package var module: String { tables + lexers }

  /// The patterns that both lexers have.
  private var tables: String {
    """
    \"\"\"Lexers of Pygments for scripts and scenarios of Parlor. Written by `parlor grammar pygments`.\"\"\"

    from re import MULTILINE

    from pygments.lexer import RegexLexer, bygroups
    from pygments.token import Comment, Generic, Keyword, Name, Number, Operator, String, Text

    __all__ = ["ParlorLexer", "ParlorScenarioLexer"]

    VERBS = [
    \(lines(of: rules.verbs, then: "words"))
        (r"\\n", Text, "#pop"),
        (r"\\S+", Text, "words"),
        (r"[ \\t\\r]+", Text),
    ]

    WORDS = [
        (r"\\n", Text, "#pop:2"),
    \(lines(of: rules.words))
        (r"[^\\s=]+|.", Text),
    ]

    PATTERNS = [
    \(lines(of: rules.patterns))
    ]



    """
  }

  /// The lexers of scripts and of scenarios.
  private var lexers: String {
    """
    class ParlorLexer(RegexLexer):
        \"\"\"Scripts, of which every line is a command.\"\"\"

        name = "Parlor script"
        aliases = ["parlor"]
        filenames = ["*.parlor"]
        flags = MULTILINE
        tokens = {
            "root": [
                (r"^[ \\t]*#.*\\n", Comment.Single),
                (r"\\n", Text),
                (r"[ \\t\\r]*(?=\\S)", Text, "verb"),
                (r"[ \\t\\r]+", Text),
            ],
            "verb": VERBS,
            "words": WORDS,
        }


    class ParlorScenarioLexer(RegexLexer):
        \"\"\"Scenarios: commands after `> `, the expected replies under them, and prose.\"\"\"

        name = "Parlor scenario"
        aliases = ["parlor-scenario"]
        filenames = ["*.scenario"]
        flags = MULTILINE
        tokens = {
            "root": [
                (r"^([ \\t]*)(>)( )", bygroups(Text, Generic.Prompt, Text), ("step", "verb")),
    \(lines(of: rules.prose, indent: "            "))
                (r".+|\\n", Text),
            ],
            "step": [
                (r"^[ \\t\\r]*\\n", Text, "#pop"),
                (r"^(?=[ \\t]*```)", Text, "#pop"),
                (r"^([ \\t]*)(>)( )", bygroups(Text, Generic.Prompt, Text), "verb"),
            ]
            + PATTERNS
            + [(r"\\n", Text), (r"[^<( \\n]+|.", Generic.Output)],
            "verb": VERBS,
            "words": WORDS,
        }

    """
  }

  private func lines(
    of rules: [GrammarRules.Rule], then state: String? = nil, indent: String = "    "
  ) -> String {
    rules.enumerated().map { index, rule in
      let next = state == nil || index == 0 ? "" : ", \"\(state ?? "")\""
      return "\(indent)(r\"\"\"\(rule.pattern)\"\"\", \(rule.token)\(next)),"
    }.joined(separator: "\n")
  }
}
