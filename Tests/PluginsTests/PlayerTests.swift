import GameCatalog
import Language
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

    init(_ choose: String) throws {
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
      settings.finder = PluginHost([])
      session = Interpreter(settings)
      _ = session.reply("new farkle Ann Bob")
    }
  }

  private static let bank = """
    case $rest in *'"bank"'*) line=bank ;; *'"hold '*) line='hold best' ;; *) line=roll ;; esac
    printf '=%s {"line":"%s"}\\n\\n' "$id" "$line"
    """

  @Test func aProgramPlays() throws {
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

  @Test func aProgramWithoutAMoveLosesItsSeat() throws {
    let table = try Table(#"printf '=%s {"line":"bank"}\n\n' "$id""#)
    _ = table.session.reply("seat Ann exec \(table.folder.path)/bot")
    let seats = table.session.reply("seat")
    #expect(!seats.contains("exec"), "\(seats)")
  }

  @Test func aProgramThatIsNoPlayerDoesNotSitDown() throws {
    let plugin = try ScriptedPlugin()
    let table = try Table(Self.bank)
    let reply = table.session.reply("seat Ann exec \(plugin.folder)/parlor-odd")
    #expect(reply == "error[bad-argument]: the program odd does not decide for players\n")
    #expect(
      table.session.reply("seat Ann exec").hasPrefix("error[bad-argument]: `seat` needs a file"))
  }

  @Test func aLogStartsNoProgram() throws {
    let table = try Table("touch $here/started; exit")
    let saved = "\(table.folder.path)/saved"
    _ = table.session.replies("new farkle Ann Bob", "roll 1 2 3 4 5 6", "save \(saved)")
    let text = String(decoding: try FileSystem.read(saved), as: UTF8.self)
    let digest = try #require(text.split(separator: "\n").last).suffix(8)
    let changed = text + "seat Ann exec \(table.folder.path)/bot # =\(digest)\n"
    try FileSystem.write(Array(changed.utf8), to: saved)
    #expect(!table.session.reply("load \(saved)").hasPrefix("error"))
    #expect(FileSystem.kind(of: "\(table.folder.path)/started") == .missing)
    #expect(!table.session.reply("seat").contains("exec"))
  }
}
