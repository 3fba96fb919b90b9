import ParlorEngine
import ParlorKit
import Platform
import Plugins
import TestKit
import Testing

/// What protocol 2 adds, and that plugins of protocol 1 still work.
@Suite(.blocking) struct ProtocolTests {
  /// A state that is written by the shell, with further keys.
  private static func state(_ keys: String) -> String {
    #""state":{"turn":0,"view":{"fields":{"sees":"all"}},"legal":{"moves":["go 1"]}\#(keys)}"#
  }

  /// Answers a request with an object.
  private static func answer(_ object: String) -> String {
    "printf '=%s %s\\n\\n' $id '\(object)'"
  }

  private static let configuration = GameConfiguration<OptionValues>(seed: 3)

  @Test func `a plugin of protocol 1 plays, is checked, and has its old names read`() throws {
    let folder = #filePath.split(separator: "/").dropLast().joined(separator: "/")
    let path = "/\(folder)/Fixtures/parlor-pig"
    let session = try ScriptedPlugin().session()
    #expect(session.reply("plugin add \(path)").hasPrefix("`new pig` opens a game"))
    let checks = session.reply("plugin check pig").split(separator: "\n")
    #expect(checks.count == 16)
    #expect(checks.allSatisfy { $0.hasPrefix("ok ") }, "\(checks)")
    #expect(session.reply("new pig Ann Bob target=10 seed=7").contains("First to 10."))
    _ = session.replies("roll 6", "roll 5")
    #expect(session.reply("hold") == "Ann holds 11 and has 11.\nAnn wins.\n")
    #expect(session.reply("log").hasSuffix("roll 6\nroll 5\nhold\n"))

    let host = PluginHost(limits: .patient)
    host.add(PluginProgram(path: path))
    let game = try #require(try host.plugin(named: "pig")?.game)
    var driver = try GameDriver(
      game, GameConfiguration(arguments: [.word("Ann"), .word("Bob")], options: OptionValues()))
    while !driver.status.isOver {
      let moves = driver.state.legalMoves.moves
      try driver.play(try #require(moves.last))
    }
    #expect(driver.state.metrics.map(\.name) == ["winning score", "rolls"])
  }

  @Test func `each player sees what the state says`() throws {
    let views = #","views":[{"fields":{"sees":"one"}},null]"#
    let plugin = try ScriptedPlugin(
      hello: ScriptedPlugin.hello(number: 2),
      play: Self.answer("{\"line\":\"go 1\",\(Self.state(views))}"))
    var driver = try GameDriver(try plugin.game(), Self.configuration)
    try driver.play(try #require(driver.state.legalMoves.moves.first))
    func seen(by player: Int?) -> Value? {
      driver.state.view(for: player, at: .zero).fields["sees"]
    }
    #expect(seen(by: 0) == .string("one"))
    #expect(seen(by: 1) == .string("all"))
    #expect(seen(by: nil) == .string("all"))
  }

  @Test func `the host asks what a player sees whose turn it is not`() throws {
    let plugin = try ScriptedPlugin(
      hello: ScriptedPlugin.hello(number: 2, capabilities: #","views""#),
      others: """
        view)
          case $rest in
          *player=2*) printf '?%s {"message":"no"}\\n\\n' $id ;;
          *) printf '=%s {"view":{"caption":"<%s>"}}\\n\\n' $id "$rest" ;;
          esac ;;
        """)
    let state = try GameDriver(try plugin.game(), Self.configuration).state
    #expect(state.view(for: 0, at: .zero).caption == "x")
    #expect(state.view(for: 1, at: .zero).caption == "<player=1>")
    #expect(state.view(for: nil, at: .zero).caption == "<>")
    // Nothing of another player's view is shown in place of an answer.
    #expect(state.view(for: 2, at: .zero).caption.isEmpty)
  }

  @Test func `masked words open once the plugin says that they are public`() throws {
    let plugin = try ScriptedPlugin(
      hello: ScriptedPlugin.hello(number: 2),
      play: """
        case $rest in
        *'go 5') \(Self.answer("{\"line\":\"go 5\",\"masked\":\"go ?\",\(Self.state(""))}")) ;;
        *'go 2') \(Self.answer("{\"line\":\"go 2\",\(Self.state(#","public":[1]"#))}")) ;;
        *'go 3') \(Self.answer("{\"line\":\"go 3\",\(Self.state(#","public":true"#))}")) ;;
        *) \(Self.answer("{\"line\":\"go 1\",\(Self.state(""))}")) ;;
        esac
        """)
    let session = plugin.session()
    _ = session.replies("new odd", "go 5", "go 5")
    #expect(session.reply("log") == "new odd seed=0\ngo ?\ngo ?\n")
    _ = session.reply("go 2")
    #expect(session.reply("log") == "new odd seed=0\ngo 5\ngo ?\ngo 2\n")
    _ = session.replies("go 3", "go 1")
    #expect(session.reply("log") == "new odd seed=0\ngo 5\ngo 5\ngo 2\ngo 3\ngo 1\n")
    _ = session.reply("undo 3")
    #expect(session.reply("log") == "new odd seed=0\ngo ?\ngo ?\n")
  }

  /// A plugin that adds up the numbers of its moves, and notes in the file `opened` each time it begins.
  private static func adding() throws -> ScriptedPlugin {
    let state = #"""
      "state":{"turn":0,"view":{"caption":"x","situation":"Sum '$sum'."},"legal":{"moves":["go 1"]}}
      """#
    return try ScriptedPlugin(
      hello: ScriptedPlugin.hello(number: 2), open: "sum=0; echo open >>$here/opened",
      play: "n=${rest##* }; sum=$((sum + n)); " + answer(#"{"line":"go '$n'",\#(state)}"#))
  }

  @Test func `a process that has followed the game is not begun again`() throws {
    let plugin = try Self.adding()
    let session = plugin.session()
    _ = session.replies("new odd", "go 1")
    let before = try FileSystem.read(plugin.folder + "/opened")
    _ = session.replies("go 2", "go 3", "go 4")
    #expect(session.reply("show") == "Sum 10.\n")
    #expect(try FileSystem.read(plugin.folder + "/opened") == before)
  }

  @Test func `a move that is repeated after others has the outcome that it then has`() throws {
    let plugin = try Self.adding()
    var driver = try GameDriver(try plugin.game(), Self.configuration)
    let first = try #require(driver.state.legalMoves.moves.first)
    guard case .play(let move) = try driver.play(first) else {
      Issue.record("the move has no effect")
      return
    }
    for _ in 0..<2 { driver.apply(move) }
    var situation = TextWriter()
    driver.state.view(for: nil, at: .zero).writeSituation(to: &situation)
    #expect(situation.string == "Sum 3.")
  }

  @Test func `a move says what the host must know of it`() throws {
    let keys = #""line":"go 1","reveals":true,"draws":true,"undoStop":false"#
    let plugin = try ScriptedPlugin(
      hello: ScriptedPlugin.hello(number: 2),
      play: Self.answer("{\(keys),\(Self.state(#","resume":"go 4""#))}"))
    var driver = try GameDriver(try plugin.game(), Self.configuration)
    let move = try #require(driver.state.legalMoves.moves.first)
    guard case .play(let resolved) = try driver.play(move) else {
      Issue.record("the move has no effect")
      return
    }
    #expect(driver.state.traits(of: resolved) == [.draws, .reveals])
    #expect(driver.state.resumption.map(driver.state.line(of:)) == "go 4")
  }

  @Test func `records and statistics come from the plugin`() throws {
    let definition =
      ScriptedPlugin.definition.dropLast() + """
        ,"statistics":{"modes":["easy"],"statistics":[\
        {"key":"pace","title":"Pace","aggregation":["ratio","points","turns"],"unit":"points"},\
        {"key":"high","title":"High wins","aggregation":["wins","points",500]}],\
        "ranking":{"definition":"More is better.","columns":[{"key":"points","prefersMore":true}]}}}
        """
    let record = """
      {"mode":"easy","players":[{"result":"lost","metrics":{"points":7,"x":"no"}}],\
      "metrics":{"turns":2},"milliseconds":1500}
      """
    let plugin = try ScriptedPlugin(
      hello: ScriptedPlugin.hello(String(definition), number: 2, capabilities: #","record""#),
      others: "record) \(Self.answer(record)) ;;")
    let game = try plugin.game()
    let statistics = game.statistics
    #expect(statistics.statistics.map(\.key) == ["pace", "high"])
    #expect(
      statistics.statistics.map(\.fold) == [
        .ratio("points", to: "turns"), .wins(with: "points", atLeast: 500),
      ])
    #expect(statistics.ranking?.columns.first?.prefersMore == true)
    var driver = try GameDriver(game, Self.configuration)
    guard
      case .play(let move) = try driver.play(try #require(driver.state.legalMoves.moves.first))
    else { return }
    let history = try GameHistory(game, driver.configuration, steps: [.init(move)])
    let expected = GameRecord(
      mode: "easy", players: [PlayerRecord("1", .lost, ["points": 7])], metrics: ["turns": 2],
      milliseconds: 1500)
    #expect(game.record(of: history) == expected)
  }

  @Test func `a plugin that does not record a game is told about`() throws {
    let plugin = try ScriptedPlugin(
      hello: ScriptedPlugin.hello(number: 2, capabilities: #","record""#))
    let host = PluginHost([plugin.folder], limits: .patient)
    let game = try #require(try host.plugin(named: "odd")?.game)
    let history = try GameHistory(game, Self.configuration, steps: [])
    #expect(game.record(of: history) == GameRecord(history))
    var text = TextWriter()
    for event in host.news() { event.write(to: &text) }
    #expect(text.string == "The plugin odd does not record the game: no.")
  }

  @Test func `a playout is one request`() throws {
    let plugin = try ScriptedPlugin(
      hello: ScriptedPlugin.hello(number: 2, capabilities: #","playout""#),
      others: """
        playout)
          case $rest in
          'limit=9 bots="hold 20,random" new odd seed=3')
            \(Self.answer(#"{"winners":[1],"moves":4,"metrics":[["a",2]],"digest":"00000000000000ff"}"#)) ;;
          *) \(Self.answer(#"{"turn":0,"moves":10}"#)) ;;
          esac ;;
        """)
    let game = try plugin.game()
    let playout = try #require(
      try game.playouts(Self.configuration, bots: ["hold=20", "random"], limit: 9)?(
        Self.configuration.seed))
    #expect(playout.status == .over(winners: [1]))
    #expect(playout.moves == 4)
    #expect(playout.metrics == [Metric("a", 2)])
    #expect(playout.digest == 255)
    #expect(throws: GameError.self) {
      try game.playouts(Self.configuration, bots: ["random"], limit: 9)?(
        Self.configuration.seed)
    }
  }
}
