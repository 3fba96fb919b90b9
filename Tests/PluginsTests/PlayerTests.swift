import GameCatalog
import ParlorEngine
import ParlorKit
import Platform
import Plugins
import TestKit
import Testing

/// Programs at seats.
@Suite(.blocking) struct PlayerTests {
  /// A folder with a program that answers `choose`, and a session that is to find it.
  private final class Table {
    let folder: TemporaryFolder
    let session: Interpreter

    init(_ choose: String, game: String = "farkle Ann Bob", clock: SessionClock.Kind = .virtual)
      throws
    {
      folder = try TemporaryFolder()
      let script = """
        #!/bin/sh
        here=\(folder.path)
        while read -r id verb rest; do
          case $verb in
          hello) printf '=%s {"protocol":1,"capabilities":["player"]}\\n\\n' "$id" ;;
          choose) \(choose) ;;
          *) exit ;;
          esac
        done
        """
      try folder.add("bot", script, mode: 0o755)
      var settings = Settings(games: GameCatalog.games)
      settings.capabilities = .local
      settings.finder = PluginHost([], limits: .patient)
      settings.clock = clock
      session = Interpreter(settings)
      _ = session.reply("new \(game)")
    }
  }

  private static let bank = """
    case $rest in *'"bank"'*) line=bank ;; *'"hold '*) line='hold best' ;; *) line=roll ;; esac
    printf '=%s {"line":"%s"}\\n\\n' "$id" "$line"
    """

  @Test func `a program plays`() throws {
    let table = try Table(Self.bank)
    #expect(
      table.session.reply("seat Bob exec \(table.folder.path)/bot").hasPrefix(
        "Bob: the bot exec \(table.folder.path)/bot\n"))
    _ = table.session.replies("roll", "hold best")
    let reply = table.session.reply("bank")
    #expect(reply.contains("Bob rolls ") && reply.hasSuffix("Ann to roll.\n"), "\(reply)")
    // A program that has stopped is started again.
    #expect(table.session.reply("seat Bob human").hasPrefix("Bob: "))
  }

  @Test func `a program is told nothing of a fair game that its dice do not show`() throws {
    // Two games with other secrets; the program notes what it is asked.
    let games = try [5, 6].map { seed in
      let table = try Table("echo \"$rest\" >> \"$here/seen\"; \(Self.bank)", clock: .real)
      _ = table.session.replies("seed \(seed)", "new farkle Ann Bob target=500 fair")
      let bot = "\(table.folder.path)/bot"
      let replies = table.session.replies("seat Ann exec \(bot)", "seat Bob exec \(bot)")
      let end = try #require(replies.split(separator: "Secret ").last?.prefix(64))
      return (secret: String(end), seen: try table.folder.text("seen").split(separator: "\n"))
    }
    #expect(games[0].secret != games[1].secret)
    for (secret, seen) in games {
      #expect(secret.count == 64 && seen.count > 2)
      #expect(seen.allSatisfy { !$0.contains(secret) })
    }
    // Before the first roll there is nothing to see but random words of the program's own.
    let first = games.map { $0.seen[0].drop { $0 != "{" } }
    #expect(first[0] == first[1])
  }

  @Test func `a program without a move loses its seat`() throws {
    let table = try Table(#"printf '=%s {"line":"bank"}\n\n' "$id""#)
    _ = table.session.reply("seat Ann exec \(table.folder.path)/bot")
    let seats = table.session.reply("seat")
    #expect(!seats.contains("exec"), "\(seats)")
  }

  /// The settings of the requests for moves in a game of Mastermind, which hides its code.
  private func requests(clock: SessionClock.Kind, game: String) throws -> [String] {
    let table = try Table(
      """
      echo "$rest" >>$here/requests
      printf '=%s {"line":"guess 1 2 3 4"}\\n\\n' "$id"
      """, game: game, clock: clock)
    for _ in 0..<2 {
      _ = table.session.reply("seat 1 exec \(table.folder.path)/bot")
      _ = table.session.reply("seat 1 human")
      _ = table.session.reply("undo 100")
    }
    return try table.folder.lines("requests").map { String($0.prefix { $0 != "{" }) }
  }

  /// With the seed, a program could play the game beforehand and read the code.
  @Test func `a program is told nothing of the seed`() throws {
    let seed: UInt64 = 123_456_789_012
    let game = "mastermind guesses=5 seed=\(seed)"
    let scripted = try requests(clock: .virtual, game: game)
    #expect(scripted.count > 1)
    #expect(try requests(clock: .virtual, game: game) == scripted)
    let free = try requests(clock: .real, game: game)
    #expect(Set(free).isDisjoint(with: scripted))
    let secrets = [seed, seed ^ 0x243F_6A88_85A3_08D3]
    for request in scripted + free {
      let numbers = request.split { !$0.isNumber }.compactMap { UInt64($0) }
      #expect(!secrets.contains(where: numbers.contains), "\(request)")
      // The key gives the words, so that programs can compute more of them.
      let key = try #require(numbers.first)
      var chance = Chance(seed: key, draw: 0)
      let words = (0..<8).map { _ in UInt64(chance.word()) }
      #expect(numbers.dropFirst(4).elementsEqual(words), "\(request)")
    }
  }

  @Test(arguments: ["roll 1 1 1 1 1 1", "roll 1 1 1 1 1 2"])
  func `a program cannot say what is rolled`(line: String) throws {
    let table = try Table(#"printf '=%s {"line":"\#(line)"}\n\n' "$id""#)
    let reply = table.session.reply("seat Ann exec \(table.folder.path)/bot")
    #expect(reply.contains("a program cannot give the outcome of `\(line)`"), "\(reply)")
    #expect(!table.session.reply("seat").contains("exec"))
    #expect(!table.session.reply("log").contains("roll"))
  }

  @Test func `a program cannot say where the mines are`() throws {
    let layout = "........................................................................."
    let table = try Table(
      #"printf '=%s {"line":"reveal 1 1 layout=\#(layout)"}\n\n' "$id""#, game: "minesweeper easy")
    _ = table.session.reply("seat 1 exec \(table.folder.path)/bot")
    #expect(!table.session.reply("log").contains("reveal"))
  }

  @Test func `a program that is no player does not sit down`() throws {
    let plugin = try ScriptedPlugin()
    let table = try Table(Self.bank)
    let reply = table.session.reply("seat Ann exec \(plugin.folder)/parlor-odd")
    #expect(reply.hasPrefix("error[bad-argument]: "))
    #expect(
      table.session.reply("seat Ann exec").hasPrefix("error[bad-argument]: "))
  }

  @Test func `a log starts no program`() throws {
    let table = try Table("touch $here/started; exit")
    let saved = "\(table.folder.path)/saved"
    _ = table.session.replies("new farkle Ann Bob", "roll 1 2 3 4 5 6", "save \(saved)")
    // A file without a checksum of the whole is read as well.
    let text = String(decoding: try FileSystem.read(saved), as: UTF8.self).split(separator: "\n")
      .filter { !$0.hasPrefix("# checked by") && !$0.hasPrefix("# sum ") }
    let digest = try #require(text.last).suffix(8)
    let changed =
      text.joined(separator: "\n") + "\nseat Ann exec \(table.folder.path)/bot # =\(digest)\n"
    try FileSystem.write(Array(changed.utf8), to: saved)
    #expect(!table.session.reply("load \(saved)").hasPrefix("error"))
    #expect(FileSystem.kind(of: "\(table.folder.path)/started") == .missing)
    #expect(!table.session.reply("seat").contains("exec"))
  }
}
