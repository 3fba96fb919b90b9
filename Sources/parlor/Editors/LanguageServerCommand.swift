import ArgumentParser
import GameCatalog
import LanguageServer
import LibC
import ParlorEngine
import ParlorKit
import Platform

/// `parlor lsp`: runs a language server for editors.
struct LanguageServerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lsp", abstract: "Start a language server for editors.",
    usage: "parlor lsp [OPTIONS]",
    discussion: """
      An editor starts it and speaks the Language Server Protocol, revision 3.17, over standard input \
      and output. In Neovim:

        lua vim.lsp.start({name = 'parlor', cmd = {'parlor', 'lsp'}})

      While you type in a *.scenario, *.parlor or Markdown file, it runs the file and shows the \
      failures that `parlor test` would report, or the rejected lines of a script without a golden \
      file. It completes commands, options and legal moves, explains commands and patterns, \
      blesses replies, formats files and renames players. `parlor grammar` writes the colours for \
      an editor.

      A file runs as in `parlor test`: it reads files below its own folder, writes to a temporary \
      one, and starts no program and calls no service unless --allow permits it.

      Exit codes: 0 the editor has shut the server down, 1 the input ended before that, 2 invalid \
      arguments.
      """)

  @Option(
    help: ArgumentHelp(
      "Stop and report a command without a reply after this time, such as 5s; 0s means never.",
      valueName: "time"))
  var timeout = TimeArgument(milliseconds: 10_000)

  @Option(
    help: ArgumentHelp(
      "What the files may do: `exec` starts programs, `network` calls services.",
      valueName: "exec,network"))
  var allow: AllowArgument?

  @Flag(help: "Use standard input and output. This is the default; some editors pass it.")
  var stdio = false

  func run() throws {
    if Terminal.isTerminal(STDIN_FILENO) {
      StandardOutput.complain(
        "`lsp` waits for messages of an editor; `parlor lsp --help` explains it")
    }
    let allowed = allow?.capabilities ?? []
    let beside = BesideComputations()
    var host = ServerHost(timeout: timeout.milliseconds, version: Parlor.version) {
      folder, isStopped in
      var settings = Settings.program(isInterrupted: isStopped)
      settings.runAsData(below: folder, allowing: allowed)
      settings.use(.ofOneSession)
      settings.advice.runBeside = { beside.run($0, $1, $2) }
      return settings
    }
    host.isComputing = { beside.isRunning }
    ServerLoop(LanguageServer(host)).run().exit()
  }
}
