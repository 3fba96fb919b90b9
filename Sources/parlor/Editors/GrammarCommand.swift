import ArgumentParser
import GameCatalog
import LanguageServer
import ParlorEngine

/// `parlor grammar`: writes grammars for editors.
struct GrammarCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "grammar", abstract: "Write a grammar that colours scripts and scenarios.",
    usage: "parlor grammar FORMAT [--script | --detection]",
    discussion: """
      Examples:

        parlor grammar vim > ~/.vim/syntax/parlor-scenario.vim
        parlor grammar vim --script > ~/.vim/syntax/parlor.vim
        parlor grammar vim --detection > ~/.vim/ftdetect/parlor.vim
        parlor grammar pygments > parlor.py

      FORMAT is `vim`, also for Neovim; `textmate`, for Visual Studio Code; `sublime`, also for \
      bat; or `pygments`, a module with the lexers of both languages. The grammar is for \
      scenarios, with --script for scripts. It contains the commands, options and games of this \
      version of Parlor. scripts/install installs all grammars.
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case vim, textmate, sublime, pygments
  }

  @ArgumentParser.Argument(help: ArgumentHelp("The kind of grammar.", valueName: "format"))
  var format: Format

  @Flag(help: "Write the grammar of scripts (*.parlor).")
  var script = false

  @Flag(help: "With vim: write the file that detects the types of files by their names.")
  var detection = false

  func validate() throws {
    if detection, format != .vim || script {
      throw ValidationError("`--detection` is only for `vim`.")
    }
    if script, format == .pygments {
      throw ValidationError("The module for Pygments has the lexers of both languages.")
    }
  }

  func run() throws {
    let vocabulary = GrammarWords(
      commands: (HostCommand.all + Settings.programCommands.map(\.command)).map(\.declaration),
      games: GameCatalog.games.map(GameKind.init))
    let language = script ? GrammarLanguage.script : .scenario
    let text =
      switch format {
      case .vim where detection: VimGrammar.detection
      case .vim: VimGrammar(vocabulary).syntax(of: language)
      case .textmate: TextMateGrammar(vocabulary).textMate(of: language)
      case .sublime: TextMateGrammar(vocabulary).sublime(of: language)
      case .pygments: PygmentsLexer(vocabulary).module
      }
    StandardOutput.write(Array(text.utf8))
  }
}
