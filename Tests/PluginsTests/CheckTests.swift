import GameCatalog
import ParlorEngine
import ParlorKit
import Platform
import Plugins
import TestKit
import Testing

/// The checks that a plugin's author can run find what they are for.
@Suite(.blocking) struct CheckTests {
  @Test func `a plugin that keeps the protocol passes`() throws {
    let plugin = try ScriptedPlugin()
    let lines = plugin.session().reply("plugin check odd").split(separator: "\n")
    #expect(lines.count == 16)
    #expect(lines.allSatisfy { $0.hasPrefix("ok ") }, "\(lines)")
  }

  private static let hiding = ScriptedPlugin.hello(
    ScriptedPlugin.definition.replacing(#""title""#, with: #""traits":["hides-draws"],"title""#))

  @Test(arguments: [
    ("exit 1", "", 1, "stopped with exit code 1 during `hello`"),
    (ScriptedPlugin.hello(number: 3), "", 2, "speaks protocol 3"),
    ("", "?", 4, "at `play go 1` it refused: refused without a reason"),
    ("", #"{"line":"go 2","events":[],STATE}"#, 9, "the state differs"),
    ("", #"{"line":"why","events":[],STATE}"#, 5, "`go 1` became `why`"),
    ("", #"{"line":"go  1","events":[],STATE}"#, 5, "`go  1` is not canonical; that is `go 1`"),
    ("", #"{"line":"go 1 2 3","events":[],STATE}"#, 5, "is no call of `go`"),
    (
      "", #"{"line":"go 1","state":{"turn":0,"legal":{"moves":["go 1",["go 1","again"]]}}}"#, 6,
      "`go 1` is listed twice"
    ),
    (
      "", #"{"line":"go 1","used":2,STATE}"#, 7,
      "`go 1` uses 2 words of chance without `\"draws\":true`"
    ),
    (
      hiding, #"{"line":"go 1","draws":true,"used":1,STATE}"#, 7,
      "the game has the trait `hides-draws`, but no line is `masked`"
    ),
    (
      "",
      #"{"line":"go 1","state":{"turn":0,"view":{"fields":{}},"views":[{"fields":{"own":1}}],"legal":{"moves":["go 1"]}}}"#,
      7, "players see different things, but the game lacks the trait `hides-draws`"
    ),
    (
      "", #"{"line":"go 1","events":[{"type":"went","text":"a\u0007b"}],STATE}"#, 8,
      "`text` of the event `went` has a control character"
    ),
    ("", #"{"line":"go 1","used":1,"draws":true,STATE}"#, 9, "`go 1` draws"),
  ])
  func `a broken plugin fails`(hello: String, answer: String, number: Int, message: String) throws {
    // The state holds the number of the process, so that it differs in another process.
    let state = #""state":{"turn":0,"view":{"prompt":"'$$'"},"legal":{"moves":["go 1"]}}"#
    let object = answer.replacing("STATE", with: state)
    let play =
      switch answer {
      case "": ScriptedPlugin.play
      case "?": "printf '?%s {}\\n\\n' $id"
      default: "printf '=%s %s\\n\\n' $id '\(object)'"
      }
    let plugin = try ScriptedPlugin(
      hello: hello.isEmpty ? ScriptedPlugin.hello() : hello, play: play)
    let lines = plugin.session { $0.answer = 10_000 }.reply("plugin check odd").split(
      separator: "\n")
    let line = try #require(lines.first { $0.hasPrefix("not ok \(number) - ") }, "\(lines)")
    #expect(line.contains(message))
  }

  /// What a plugin answers to `advise`, and what the check or the hint says of it.
  @Test(arguments: [
    (#"{"unit":"chance","meaning":"luck","moves":[{"line":"go 1","value":0.5}]}"#, ""),
    (#"{"unit":"luck","meaning":"luck","moves":[]}"#, "`unit` is not chance"),
    (#"{"unit":"points","moves":[{"line":"go 1","value":1}]}"#, "`meaning` is missing"),
    (#"{"unit":"points","meaning":"x","moves":[]}"#, "`moves` has no move"),
    (
      #"{"unit":"points","meaning":"x","moves":[{"line":"go 2","value":1}]}"#,
      "`go 2` is not a legal move"
    ),
    (
      #"{"unit":"chance","meaning":"x","moves":[{"line":"go 1","value":2}]}"#,
      "the `value` of `go 1` is not a chance from 0 to 1"
    ),
  ])
  func `advice is checked`(answer: String, message: String) throws {
    let plugin = try ScriptedPlugin(
      hello: ScriptedPlugin.hello(capabilities: #","advise""#),
      others: "advise) printf '=%s %s\\n\\n' \"$id\" '\(answer)' ;;")
    let lines = plugin.session().reply("plugin check odd").split(separator: "\n")
    let line = try #require(
      lines.first { $0.contains("13 - `advise` values legal moves") }, "\(lines)")
    #expect(message.isEmpty ? line.hasPrefix("ok ") : line.contains(message))
    let session = plugin.session()
    _ = session.reply("new odd")
    let hint = session.reply("hint")
    #expect(hint.contains(message.isEmpty ? "go 1  50.00 %\nExact: luck." : message), "\(hint)")
  }

  /// Changes of Liar's Dice that break a rule of hiding, draws, playouts, moves or digests, and the
  /// number and the reason of the check that finds each.
  @Test(arguments: [
    ("", "", 0, ""),
    (
      #""All roll.", dice=total)"#, #"f"All roll {faces}.", dice=total)"#, 7,
      "the events of `roll` tell what is masked"
    ),
    (
      #""own": own}"#, #""own": own, "all": self.cups}"#, 7,
      "what everybody sees after `roll` tells what is masked"
    ),
    (
      "own = self.cups[player] if player", "own = sum(self.cups, []) if player", 7,
      "is in the views of all players"
    ),
    (
      #"return ["liar"] * bool"#, #"return ["liar"] * (self.cups[1][0] > 3 or bool"#, 7,
      "`legal` after `roll` depends on what the player does not see"
    ),
    (
      "[chance.die() for _ in range(total)]",
      "[chance.die() * 0 + 1 + n % 6 for n in range(total)]",
      10, "whatever it draws"
    ),
    (
      "if tuple(words) not in self.bids():", "if False:", 11,
      "is accepted, though it is not listed as legal"
    ),
    (
      "    def turn(self):", "    def digest(self): return \"0\" * 16\n\n    def turn(self):", 9,
      "two positions have the same digest"
    ),
  ])
  func `a plugin that breaks its own rules fails`(
    text: String, change: String, number: Int, reason: String
  ) throws {
    let report = try Self.report(of: "parlor-liars-dice") { program, _ in
      program = program.replacing(text.isEmpty ? "\u{0}" : text, with: change)
      if change.contains("self.cups[1][0] > 3") {
        program = program.replacing("bool(self.last) + [f", with: "bool(self.last)) + [f")
      }
    }
    if number == 0 {
      #expect(!report.contains("not ok"), "\(report)")
    } else {
      let line = report.split(separator: "\n").first { $0.hasPrefix("not ok \(number) - ") }
      #expect(line?.contains(reason) == true, "\(report)")
    }
  }

  @Test func `a playout that is another game fails`() throws {
    let report = try Self.report(of: "parlor-pig") { _, library in
      library = library.replacing("{seed ^ BOT_KEY}", with: "{seed ^ 5}")
    }
    #expect(report.contains("not ok 14 - "), "\(report)")
    #expect(report.contains("differs from the game move by move"), "\(report)")
  }

  @Test(arguments: [
    ("game.metrics()", true), ("[[name, value + 1] for name, value in game.metrics()]", false),
    ("[[\"x\" + name, value] for name, value in game.metrics()]", false),
  ])
  func `a playout has the metrics of its game`(_ metrics: String, _ isRight: Bool) throws {
    let report = try Self.report(of: "parlor-pig") { program, library in
      // So that the game is over soon.
      program = program.replacing(#""target", "integer", 100"#, with: #""target", "integer", 10"#)
      library = library.replacing(
        #""metrics": game.metrics() if over"#, with: #""metrics": \#(metrics) if over"#)
    }
    #expect(report.contains("not ok 14 - ") == !isRight, "\(report)")
    #expect(report.contains("differs from the game move by move") == !isRight, "\(report)")
  }

  /// What the checks say of an example plugin that was changed.
  private static func report(
    of name: String, _ change: (_ program: inout String, _ library: inout String) -> Void
  ) throws -> String {
    let folder = try TemporaryFolder()
    let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
    let examples = root.joined(separator: "/") + "/examples/plugins"
    func text(_ name: String) throws -> String {
      String(
        decoding: try FileSystem.read("\(examples)/\(name)"), as: UTF8.self)
    }
    var (program, library) = (try text(name), try text("parlor_plugin.py"))
    change(&program, &library)
    try folder.add("parlor_plugin.py", library)
    try folder.add(name, program, mode: 0o755)
    var settings = Settings(games: [])
    settings.capabilities = .local
    settings.commands = [HostCommand.Named("plugin") { .plugin }]
    settings.finder = PluginHost([folder.path], limits: .patient)
    return Interpreter(settings).reply("plugin check \(name.dropFirst(7))")
  }

  /// Programs that decide for players: how they answer `choose`, and the line of the report that it
  /// leads to.
  @Test(arguments: [
    (legal, "ok 3 - it plays legal moves in every game that it does not refuse"),
    (legal, "ok 4 - the same questions get the same answers"),
    (
      refused,
      "not ok 3 - it plays legal moves in every game that it does not refuse: it refuses to play farkle"
    ),
    (
      answered("bank"),
      "not ok 3 - it plays legal moves in every game that it does not refuse: in farkle, "
    ),
    (answered("roll 1 1 1 1 1 1"), "not ok 3 - "),
    ("case $rest in *'\"score\":0'*) kill $$ ;; esac; \(legal)", "not ok 3 - "),
    ("n=$((n+1)); case $n in 9) \(answered("resign")) ;; *) \(legal) ;; esac", "not ok 4 - "),
  ])
  func `a program for a seat is checked`(choose: String, line: String) throws {
    let folder = try TemporaryFolder()
    let program = try folder.add(
      "bot",
      """
      #!/bin/sh
      while read -r id verb rest; do
        case $verb in
        hello) printf '=%s {"protocol":2,"capabilities":["player"]}\\n\\n' "$id" ;;
        choose) \(choose) ;;
        quit) exit ;;
        *) printf '?%s {"code":"unknown-command","message":"no"}\\n\\n' "$id" ;;
        esac
      done
      """, mode: 0o755)
    var settings = Settings(games: GameCatalog.games.filter { $0.name == "farkle" })
    settings.capabilities = .local
    settings.commands = [HostCommand.Named("plugin") { .plugin }]
    settings.finder = PluginHost([], limits: .patient)
    let report = Interpreter(settings).reply("plugin check \(program)")
    #expect(report.split(separator: "\n").contains { $0.hasPrefix(line) }, "\(report)")
    #expect(report.contains("ok 1 - it starts"))
  }

  private static func answered(_ line: String) -> String {
    #"printf '=%s {"line":"\#(line)"}\n\n' "$id""#
  }
  private static let refused = #"printf '?%s {"message":"unknown game"}\n\n' "$id""#
  private static let legal = """
    case $rest in *'"bank"'*) line=bank ;; *'"hold '*) line='hold best' ;; *) line=roll ;; esac
    printf '=%s {"line":"%s"}\\n\\n' "$id" "$line"
    """

  @Test func `what is written beside answers fails`() throws {
    let plugin = try ScriptedPlugin(play: "echo hm; \(ScriptedPlugin.play)")
    let reply = plugin.session().reply("plugin check odd")
    #expect(reply.contains("not ok 15 - it writes only answers: `hm`\n"))
  }
}
