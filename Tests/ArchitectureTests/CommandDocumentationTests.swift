import GameCatalog
import ParlorEngine
import ParlorKit
import Testing

@Suite struct CommandDocumentationTests {
  /// The codes of lines that cannot be read; a line that the moment or the rules forbid is fine.
  private let unreadable: Set<ErrorCode> = [
    .syntax, .unknownCommand, .badArgument, .badOption, .noGame, .limit, .internal,
  ]

  @Test(arguments: CommandCatalog.games)
  func `every command has a summary, a form and an example`(_ game: String) {
    let commands = CommandCatalog.session(of: game).router.declarations
    #expect(commands.contains { $0.verb == "help" })
    for command in commands {
      #expect(!command.summary.isEmpty, "\(command.verb) has no summary")
      #expect(!command.summary.hasSuffix("."), "the summary of \(command.verb) ends in a full stop")
      #expect(!command.forms.isEmpty, "\(command.verb) has no form")
      #expect(!command.examples.isEmpty, "\(command.verb) has no example")
    }
  }

  @Test(arguments: CommandCatalog.games)
  func `every example can be read`(_ game: String) {
    let declarations = CommandCatalog.session(of: game).router.declarations
    let own = Set(
      GameCatalog.games.first { $0.definition.name == game }?.definition.commands.map(\.verb) ?? [])
    // The examples of the host speak of a game with players, which the first one has.
    let isFirst = game == CommandCatalog.games.first
    for command in declarations where isFirst || own.contains(command.verb) {
      for example in command.examples {
        let session = CommandCatalog.session(of: game)
        let reply = session.transcribe(Array(example.utf8)[...])
        let isReadable = reply.code.map { !unreadable.contains($0) } ?? true
        #expect(isReadable, "\(example): \(String(decoding: reply.text, as: UTF8.self))")
      }
    }
  }

  @Test(arguments: CommandCatalog.games)
  func `no game takes a verb of the host`(_ game: String) {
    let commands = CommandCatalog.session(of: game).router.declarations
    let words = commands.flatMap { [$0.verb] + $0.aliases }
    let repeated = Dictionary(grouping: words) { $0 }.filter { $1.count > 1 }.keys
    #expect(repeated.isEmpty, "declared twice: \(repeated.sorted())")
  }
}
