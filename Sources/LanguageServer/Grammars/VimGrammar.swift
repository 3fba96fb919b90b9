/// Files for Vim and Neovim.
package struct VimGrammar {
  private let vocabulary: GrammarWords

  package init(_ vocabulary: GrammarWords) { self.vocabulary = vocabulary }

  /// The file `ftdetect/parlor.vim`.
  package static let detection = """
    " Scripts and scenarios of Parlor. Written by `parlor grammar vim --detection`.
    autocmd BufNewFile,BufRead *.parlor setfiletype parlor
    autocmd BufNewFile,BufRead *.scenario setfiletype parlor-scenario

    """

  /// The file `syntax/parlor.vim` or `syntax/parlor-scenario.vim`.
  package func syntax(of language: GrammarLanguage) -> String {
    """
    " Vim syntax file of the \(language.title). Written by `parlor grammar vim`.
    if exists('b:current_syntax')
      finish
    endif
    let s:cpo_save = &cpo
    set cpo&vim

    \(language == .scenario ? scenario : script)
    syn match parlorId "\\d\\+\\ze " contained nextgroup=@parlorVerbs skipwhite
    \(keywords("parlorHostVerb", vocabulary.hostVerbs))
    \(keywords("parlorGameVerb", vocabulary.gameVerbs))
    syn cluster parlorVerbs contains=parlorId,parlorHostVerb,parlorGameVerb
    syn match parlorGame "\\%(\\<new\\s\\+\\)\\@<=\(alternatives(vocabulary.games))\(end)" contained
    syn match parlorOption "\\%(^\\|\\s\\)\\@<=\(alternatives(vocabulary.options))\\ze=" contained
    syn match parlorWord "\\%(\\s\\|=\\)\\@<=\(alternatives(vocabulary.words))\(end)" contained
    syn match parlorNumber "\\%(\\s\\|=\\)\\@<=[+-]\\?\\d\\+\\%([.,]\\d\\+\\)*\\%(ms\\|[smh]\\)\\?\\ze\\%(\\s\\|$\\)" contained
    syn region parlorString start=+"+ skip=+\\\\.+ end=+"+ end=+$+ contained
    syn match parlorComment "\\%(^\\|\\s\\)\\@<=#.*$" contained
    syn cluster parlorWords contains=parlorGame,parlorOption,parlorWord,parlorNumber,parlorString,parlorComment

    hi def link parlorPrompt Special
    hi def link parlorId Number
    hi def link parlorHostVerb Statement
    hi def link parlorGameVerb Function
    hi def link parlorGame Type
    hi def link parlorOption Identifier
    hi def link parlorWord Constant
    hi def link parlorNumber Number
    hi def link parlorString String
    hi def link parlorComment Comment
    hi def link parlorHeading Title
    hi def link parlorHeader PreProc
    hi def link parlorMarker PreProc
    hi def link parlorSuffix PreProc
    hi def link parlorPlaceholder Special
    hi def link parlorError Exception

    let b:current_syntax = '\(language.name)'
    let &cpo = s:cpo_save
    unlet s:cpo_save

    """
  }

  private var script: String {
    """
    syn match parlorLine "^.*$" contains=parlorStart,@parlorWords
    syn match parlorStart "^\\s*" contained nextgroup=@parlorVerbs
    """
  }

  private var scenario: String {
    """
    syn sync minlines=200
    syn match parlorHeading "^#\\+ .*$"
    syn match parlorHeader "^(\\%(tags\\|timeout\\|skip\\):.*)$"
    syn match parlorHeader "^(for each .*)$"
    syn region parlorStep start="^\\ze\\s*> " end="^\\s*$" end="^\\ze\\s*```" keepend contains=parlorLine,@parlorPatterns
    syn match parlorLine "^\\s*> .*$" contained contains=parlorPrompt,@parlorWords
    syn match parlorPrompt "^\\s*>" contained nextgroup=@parlorVerbs skipwhite
    syn match parlorPlaceholder "<\\%([a-z][a-z0-9_]*:\\)\\?\(alternatives(vocabulary.placeholders))>" contained
    syn match parlorPlaceholder "<[a-z][a-z0-9_]*\\%([+-][a-z0-9_]\\+\\)*>" contained
    syn match parlorSuffix " (\\%(\(alternatives(vocabulary.notations))[?*+]\\?\\|[?*+]\\|\\d\\+ times\\))$" contained
    syn match parlorMarker "^\\s*\\.\\.\\.$" contained
    syn match parlorMarker "^\\s*! " contained
    syn match parlorMarker "^\\s*(\\%(unordered\\|end\\|known:.*\\))$" contained
    syn match parlorMarker "^\\s*json .* == " contained
    syn match parlorError "^\\s*error\\[\(alternatives(vocabulary.codes))\\]:\\?" contained
    syn cluster parlorPatterns contains=parlorPlaceholder,parlorSuffix,parlorMarker,parlorError
    """
  }

  private let end = "\\ze\\%(\\s\\|$\\)"

  private func keywords(_ group: String, _ words: [String]) -> String {
    "syn match \(group) \"\(alternatives(words))\(end)\" contained"
  }

  /// Alternatives in the syntax of Vim.
  private func alternatives(_ words: [String]) -> String {
    words.isEmpty ? "\\%(\\_^\\_^\\)" : "\\%(" + words.joined(separator: "\\|") + "\\)"
  }
}
