import ParlorKit
import Testing

/// Parameters and commands as help and errors put them.
struct ParameterTests {
  @Test(
    arguments: [
      (.literal("all"), "all", "`all`"),
      (.init("N", .integer(1...6)), "N", "a number from 1 to 6"),
      (.init("N", .integer(1...Int.max), count: 0...1), "[N]", "a number from 1 up"),
      (.init("D", .die(sides: 6), count: 1...6), "D…", "the face of a die, 1 to 6"),
      (.init("D", .die(sides: 20), count: 0...6), "[D…]", "the face of a die, 1 to 20"),
      (.init("KIND", .choice(["a", "b"])), "KIND", "a or b"),
      (.init("NAME", .name, count: 2...8), "NAME…", "a name"),
      (.init("KIND", .choice(["a", "b", "c"])), "KIND", "a, b or c"),
      (.init("FILE", .file), "FILE", "a file"),
      (.init("WORD", .word), "WORD", "a word"),
      (.init("TIME", .duration), "TIME", "a time such as 10s, 1.5s, 2m or 1h"),
      (.init("TOKEN", .secret), "TOKEN", "a secret, given as @FILE"),
    ] as [(Parameter, String, String)])
  func `usages and expectations are written`(
    parameter: Parameter, usage: String, expectation: String
  ) {
    #expect(parameter.usage == usage)
    #expect(parameter.expectation == expectation)
  }

  @Test func `commands list their forms`() {
    let command = CommandDeclaration(
      "hold", aliases: ["keep"],
      forms: [.init([.literal("all")]), .init([Parameter("D", .die(sides: 6), count: 1...6)])],
      summary: "")
    #expect(command.usages == ["hold all", "hold D…"])
    #expect(CommandDeclaration("bank", summary: "").usages == ["bank"])
    #expect(CommandDeclaration("x", [.literal("y")], summary: "").usages == ["x y"])
  }

  @Test func `calls hand out their arguments`() {
    let call = Call(verb: "x", arguments: [.integer(3), .word("a"), .integer(-1)])
    #expect(call.integers == [3, -1])
    #expect(
      [call.integer(0), call.integer(1), call.integer(2), call.integer(3)] == [3, nil, -1, nil])
    #expect([call.word(0), call.word(1), call.word(9), call.word(-1)] == [nil, "a", nil, nil])
  }

  @Test func `setups name their players`() {
    let definition = GameDefinition(name: "x", title: "X", summary: "", commands: [])
    let setup = GameConfiguration(
      arguments: [.word("Ann"), .integer(3), .word("Bob")], options: OptionValues(for: definition))
    #expect(setup.names == ["Ann", "Bob"])
    #expect(setup.seed == 0 && setup.preset == nil)
  }

  @Test func `standings and times are shown`() {
    #expect(GameStatus.over(winners: []).isOver && !GameStatus.playing(turn: 0).isOver)
    #expect(GameTime.zero < GameTime(milliseconds: 1))
    #expect(!(GameTime(milliseconds: 1) < GameTime(milliseconds: 1)))
  }
}
