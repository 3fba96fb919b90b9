import GameCatalog
import ParlorEngine
import ParlorKit
import Testing

@testable import LanguageServer

@Suite struct GrammarTests {
  private let vocabulary = GrammarWords(
    commands: HostCommand.all.map(\.declaration), games: GameCatalog.games.map(GameKind.init))

  @Test func `the words are those of the declarations`() {
    #expect(vocabulary.hostVerbs.contains("new") && vocabulary.gameVerbs.contains("reveal"))
    #expect(!vocabulary.gameVerbs.contains("show"))
    #expect(vocabulary.games == GameCatalog.games.map(\.definition.name).sorted())
    #expect(vocabulary.options.contains("target") && vocabulary.options.contains("seed"))
    #expect(vocabulary.words.contains("best"))
  }

  @Test func `a word comes before its beginnings`() throws {
    for words in [
      vocabulary.hostVerbs, vocabulary.gameVerbs, vocabulary.games, vocabulary.options,
      vocabulary.words,
    ] {
      for (index, word) in words.enumerated() {
        #expect(!words[..<index].contains { word.hasPrefix($0) }, "\(word)")
      }
    }
  }

  @Test(arguments: GrammarLanguage.allCases)
  func `the grammar of TextMate is JSON`(_ language: GrammarLanguage) throws {
    let text = TextMateGrammar(vocabulary).textMate(of: language)
    let grammar = try JSONReader.read(Array(text.utf8))
    #expect(grammar["scopeName"]?.string == "source.\(language.name)")
    #expect(grammar["patterns"]?.array?.isEmpty == false)
  }

  @Test func `grammars have a line for each group of words`() {
    let vim = VimGrammar(vocabulary).syntax(of: .scenario)
    for group in ["HostVerb", "GameVerb", "Game", "Option", "Word", "Placeholder", "Suffix"] {
      #expect(vim.contains("\nsyn match parlor\(group) \""), "\(group)")
      #expect(vim.contains("\nhi def link parlor\(group) "), "\(group)")
    }
    #expect(PygmentsLexer(vocabulary).module.contains("\nclass ParlorScenarioLexer(RegexLexer):"))
    let sublime = TextMateGrammar(vocabulary).sublime(of: .script)
    #expect(sublime.hasPrefix("%YAML 1.2\n---\n"))
  }
}
