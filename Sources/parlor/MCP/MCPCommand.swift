import ArgumentParser
import GameCatalog
import JSONRPC
import LibC
import LineEditing
import MCP
import ParlorEngine
import ParlorKit
import Platform

/// `parlor mcp`: lets agents play through the Model Context Protocol over standard input and
/// output.
struct MCPCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mcp", abstract: "Let agents play through the Model Context Protocol.",
    usage: "parlor mcp [--no-advice] [--sessions N] [--idle MINUTES]",
    discussion: """
      A client starts this command and talks to it over standard input and output. The configuration \
      for most clients:

        {"mcpServers": {"parlor": {"command": "parlor", "args": ["mcp"]}}}

      It offers tools that open a game, make moves, list the legal ones, show the table and the log, \
      give advice, take back moves and play bots against each other; resources that teach the games; and \
      prompts to play and to write a scenario. It speaks the revisions 2026-07-28, 2025-11-25 and \
      2025-06-18.

      Each game has its own session, which reads and writes no files, starts no programs and calls no \
      services. The sessions end with the command. A call is stopped after a minute.

      Exit codes: 0 end of input, 2 invalid arguments, 3 unreadable input or unwritable output.
      """)

  @Flag(help: "Offer no hints and no reviews.")
  var noAdvice = false

  @Option(
    help: ArgumentHelp("The maximum number of open sessions.", valueName: "n"))
  var sessions = 64

  @Option(
    help: ArgumentHelp(
      "Close a session after this many minutes without use.", valueName: "minutes"))
  var idle = 1440

  func validate() throws {
    if !(1...10_000 ~= sessions) {
      throw ValidationError("`--sessions` takes a number from 1 to 10,000.")
    }
    if !(1...525_600 ~= idle) {
      throw ValidationError("`--idle` takes a number from 1 to 525,600.")
    }
  }

  func run() throws {
    if Terminal.isTerminal(STDIN_FILENO) {
      StandardOutput.complain(
        "`mcp` waits for messages of the Model Context Protocol; `parlor mcp --help` explains it")
    }
    let input = MCPInput(STDIN_FILENO)
    var options = MCPOptions(
      version: Parlor.version, kinds: Settings.builtInGames.map(\.kind))
    options.allowsAdvice = !noAdvice
    options.mostSessions = sessions
    options.idleMilliseconds = Int64(idle) * 60_000
    options.isCancelled = { input.isCancelled }
    options.simulate = MCPSimulation.run
    let server = MCPServer(options)
    var client = MCPClient()
    do throws(FileError) {
      while let message = try input.next() {
        guard input.begin(message) else { continue }
        let answers = server.answer(message, from: &client)
        // A cancelled request gets no response.
        guard input.end() else { continue }
        for answer in answers {
          StandardOutput.write(answer.json(omittingNullID: true) + [0x0A])
        }
      }
    } catch {
      StandardOutput.end(with: error)
    }
  }
}
