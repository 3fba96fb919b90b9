import GameCatalog
import ParlorKit
import TestKit
import Testing

@testable import ParlorEngine

/// `help`.
struct HelpTests {
  private let session = Session()

  /// The list names the verbs, so that a start makes no command that is not used.
  @Test func `the list of commands has the verbs that they declare`() {
    for named in HostCommand.named {
      let declaration = named.command.declaration
      #expect(named.verbs == [declaration.verb] + declaration.aliases)
    }
  }

  /// The games, the commands of the current game, and the host's under their headings; each of
  /// these is checked below.
  @Test func `the overview lists games and commands`() {
    session.say("new pile Ann")
    let page = session.say("help")
    #expect(
      page.hasPrefix(
        """
        Type a command and press Enter. Example: `new pile Ann Bob`.
        Open another game
          new pile NAME…  Add to a pile until it is full.
          new tally       Count up.
        Pile
          add N          add to the pile
          draw | draw D  add what a die shows
          note WORD      note a word
          wait           do nothing
          total          show the total
        Games
          new …      open a game and make it the current one
          daily …    open the game of the day, the same for everybody
          games      list the open games

        """))
    let lines = page.split(separator: "\n")
    #expect(
      lines.dropFirst().filter { !$0.hasPrefix(" ") } == [
        "Open another game", "Pile", "Games", "Play", "Session",
        "`help GAME` teaches a game, `help WORD` explains a command or searches all help,",
        "`help keys` lists the keys of the prompt, `help programs` what programs need.",
      ])
    session.say("close")
    #expect(
      session.say("help").hasPrefix(
        "Type a command and press Enter. Example: `new pile Ann Bob`.\nOpen a game\n  new pile"))
  }

  @Test func `help of a game teaches it`() {
    #expect(
      session.say("help pile")
        == """
        Pile: Add to a pile until it is full.
        Example
          new pile Ann Bob
          add 2
          draw
          note hello
        Usage
          new pile NAME… [OPTION=VALUE…]
        Rules
          rules=plain  a pile of 20
          rules=low    a pile of 5
        Options
          limit=20  5 to 100               how much the pile holds
          motto=    at most 12 bytes       words for the table
          seed=0    0 to 9007199254740991  the seed of the game's random draws
        Commands
          add N          add to the pile
          draw | draw D  add what a die shows
          note WORD      note a word
          wait           do nothing
          total          show the total
        Bots
          random  a legal move at random
        """)
  }

  @Test func `help of a command explains it`() {
    let page = """
      close: close the current game, or open game N
      Usage
        close [N]
      At the prompt it asks first if the game is unfinished and not saved. Until the
      session ends, `load closed=1` reopens the game that was closed last.
      Examples
        close
        close 2
      """
    #expect(session.say("help close") == page)
    #expect(session.say("? close") == page)
    #expect(
      session.say("help switch")
        == "use: make an open game the current one\nUsage\n  use N\nAlso\n  switch\nExamples\n"
        + "  use 1")
  }

  @Test func `help explains commands of games that are not open`() {
    let page =
      "draw: add what a die shows\nUsage\n  draw\n  draw D\nAlso\n  pull\nExamples\n"
      + "  draw\n  draw 4"
    #expect(session.say("help draw") == page)
    #expect(session.say("help pull") == page)
  }

  @Test func `help for an unknown word is refused with a suggestion`() {
    #expect(session.code(of: "help cloze") == .badArgument)
    #expect(session.say("help cloze").contains("did you mean `close`?"))
    #expect(
      session.code(of: "help xyzzy") == .badArgument)
  }

  /// What a player has in mind, with a line that the answer must show, and where it is from.
  @Test(
    arguments: [
      ("patch", "Farkle\n  new farkle … rules=patch"), ("target", "new farkle … target="),
      ("best", "Farkle\n  seat NAME best"), ("straight", "new farkle … straight="),
      ("pager", "Settings\n  set pager on|off"), ("random", "seat NAME random"),
      ("peg", "Mastermind"), ("mines", "Minesweeper"), ("scoring", "Farkle"),
      ("computer", "help new"),
      ("opening", "new farkle … opening="), ("color", "new mastermind … colors="),
      ("clipboard", "Settings"), ("hot dice", "help farkle"), ("Ctrl-R", "Keys of the prompt"),
    ])
  func `help searches for other words`(word: String, part: String) {
    let page = Session(games: GameCatalog.games).say("help \(word)")
    #expect(page.hasPrefix("Help about `\(word)`\n"))
    #expect(page.contains(part))
  }

  /// Every verb and alias of the host has a page that names it, says how it is written, and shows
  /// an example that is no syntax error.
  @Test(arguments: HostCommand.all.map(\.declaration.verb))
  func `every command of the host has a help page, usages and an example`(verb: String) throws {
    let command = try #require(HostCommand.all.first { $0.declaration.verb == verb })
    let declaration = command.declaration
    let session = Session(games: GameCatalog.farkle, folder: try TemporaryFolder())
    let page = session.say("help \(verb)")
    #expect(page.unwrapped.hasPrefix("\(verb): \(declaration.summary) Usage \(verb)"))
    #expect(declaration.usages.allSatisfy { page.contains("\n  \($0)") })
    #expect(declaration.details.allSatisfy { page.unwrapped.contains($0) })
    #expect(page.split(separator: "\n").allSatisfy { DisplayWidth.of($0) <= 80 })
    #expect(declaration.aliases.allSatisfy { session.say("help \($0)") == page })
    #expect(!declaration.examples.isEmpty)
    for example in declaration.examples {
      let code = Session(games: GameCatalog.farkle, folder: try TemporaryFolder()).code(of: example)
      #expect([nil, .noGame, .notNow, .io, .plugin, .badArgument].contains(code), "\(example)")
      #expect(example.hasPrefix(verb))
    }
    // Commands with several forms are listed by their verb.
    let isForPrograms = command.group == .programs
    #expect(session.say("help").contains("\n  \(verb) ") != isForPrograms)
    #expect(session.say("help programs").contains("\n\(verb) ") == isForPrograms)
  }
}

extension String {
  /// The text on one line, with single spaces.
  fileprivate var unwrapped: String {
    split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
