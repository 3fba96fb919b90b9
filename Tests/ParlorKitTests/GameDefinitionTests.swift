import ParlorKit
import Testing

/// What is derived from a game's options, presets and commands.
struct GameDefinitionTests {
  private let game = Heap()

  @Test func `a game names only what differs from the defaults`() {
    let definition = game.definition
    #expect(definition.name == "heap" && definition.title == "Heap")
    #expect(definition.setup.map(\.usage) == ["NAME…"])
    #expect(definition.rules.isEmpty && definition.shortcuts.isEmpty && definition.traits == [])
    #expect(game.bots.isEmpty && game.statistics.statistics.isEmpty)
    #expect(!game.countsGivenOutcomes(GameConfiguration()))
  }

  /// The range comes from the option, the default from the initial value of its property.
  @Test func `options are declared by their properties`() {
    #expect(
      game.definition.options.map { "\($0.name): \($0.range) = \($0.text(of: $0.fallback))" } == [
        "sticks: 5 to 99 = 21", "most: 2, 3 or 5 = 3", "bonus: off or 10 to 20 = off",
        "free: on or off = on", "winner: last or not-last = last", "word: at most 8 bytes = ",
      ])
    #expect(game.definition.options.filter(\.isSecret).map(\.name) == ["word"])
  }

  @Test func `presets keep what differs`() {
    let presets = game.definition.presets
    #expect(presets.map(\.name) == ["usual", "short"])
    #expect(presets[0].values.isEmpty)
    #expect(presets[1].values == ["sticks": .integer(9), "winner": .text("not-last")])
    #expect(game.presets[1].options.sticks == 9 && game.presets[1].options.isFree)
  }

  @Test func `options are read by name and written back`() {
    var values = OptionValues(
      for: game.definition, preset: game.definition.presets[1],
      given: ["most": .integer(5), "word": .text("abc"), "free": .flag(false)])
    let options = game.options(from: values)
    #expect(options.sticks == 9 && options.most == 5 && options.bonus == 0)
    #expect(!options.isFree && options.winner == .other && options.word == "abc")
    #expect(game.values(of: options) == values)
    // A value of another type and a word that is none of the choices leave the default.
    values["sticks"] = .text("9")
    values["winner"] = .text("nobody")
    values["free"] = .integer(0)
    let wrong = game.options(from: values)
    #expect(wrong.sticks == 21 && wrong.winner == .last && wrong.isFree)
    #expect(game.options(from: OptionValues()).sticks == 21)
  }

  @Test func `options that are data only keep their values`() {
    let option = Option<OptionValues>(OptionDeclaration("n", .flag, "", default: .flag(true)))
    var values = OptionValues()
    #expect(option.name == "n" && option.value(in: values) == .flag(true))
    option.set(.flag(false), in: &values)
    #expect(option.value(in: values) == .flag(false) && values["n"] == .flag(false))
  }

  @Test func `commands list their forms and the options of all forms`() {
    let commands = game.definition.commands
    #expect(
      commands.flatMap(\.usages) == [
        "take all", "take N", "dice D…", "die D [N…]", "say to NAME [WORD…]", "say HOW [WORD]",
        "say all NAME…", "wait TIME", "count", "half", "again WORD", "toss",
      ])
    #expect(commands[0].aliases == ["t"] && commands[0].examples == ["take 2"])
    #expect(commands[0].forms.map(\.summary) == ["take what is left", ""])
    #expect(commands[0].options.map(\.name) == ["note"] && commands[0].options[0].isSecret)
    #expect(commands.filter(\.isQuestion).map(\.verb) == ["count"])
  }
}

/// What calls of commands mean.
struct CommandTests {
  private let driver: GameDriver<Heap>

  init() throws {
    driver = try GameDriver(Heap(), GameConfiguration(arguments: [.word("Ann"), .word("Bob")]))
  }

  private func call(
    _ verb: String, _ form: Int = 0, _ arguments: [Argument] = [],
    options: [String: OptionValue] = [:]
  ) throws -> Call {
    let command = try #require(Heap().commands.firstIndex { $0.declaration.verb == verb })
    return Call(verb: verb, command: command, form: form, arguments: arguments, options: options)
  }

  @Test(
    arguments: [
      ("take", 0, [], .take(99, nil)), ("take", 1, [.integer(7)], .take(7, nil)),
      ("dice", 0, [.integer(1), .integer(6)], .numbers([1, 6])),
      ("die", 0, [.integer(8)], .numbers([8])),
      ("die", 0, [.integer(8), .integer(0), .integer(9)], .numbers([8, 0, 9])),
      ("say", 0, [.word("Ann")], .say(["Ann"])),
      ("say", 0, [.word("Ann"), .word("a"), .word("b")], .say(["Ann", "a", "b"])),
      ("say", 1, [.word("yes")], .say(["yes", "-"])),
      ("say", 1, [.word("no"), .word("x")], .say(["no", "x"])),
      ("say", 2, [.word("A"), .word("B")], .say(["A", "B"])),
      ("wait", 0, [.integer(1500)], .numbers([1500])),
      ("half", 0, [], .take(10, nil)),
    ] as [(String, Int, [Argument], HeapState.Move)])
  func `forms read their values`(
    verb: String, form: Int, arguments: [Argument], move: HeapState.Move
  ) throws {
    #expect(try driver.move(call(verb, form, arguments)) == move)
  }

  @Test func `forms read options by name`() throws {
    let noted = try call("take", 1, [.integer(2)], options: ["note": .text("hi")])
    #expect(try driver.move(noted) == .take(2, "hi"))
  }

  @Test func `questions answer and are no moves`() throws {
    let count = try call("count")
    guard case .answer(let answer) = try driver.intent(of: count) else {
      Issue.record("no answer")
      return
    }
    var report = Reporter([.text, .data])
    try answer(driver.state, .zero, &report)
    #expect(report.events.map(\.type) == ["count"])
    #expect(report.events.first?.fields == ["left": .integer(21)])
    #expect(throws: GameError.illegal("`count` is not a move")) { try driver.move(count) }
  }

  @Test func `commands open other games`() throws {
    guard case .newGame(let words, _) = try driver.intent(of: call("again", 0, [.word("x")])) else {
      Issue.record("no game")
      return
    }
    #expect(words == [.word("x")])
  }

  @Test func `commands known as data have one meaning for all forms`() throws {
    let declaration = CommandDeclaration(
      "go", forms: [.init([.literal("a")]), .init([.literal("b")])], summary: "")
    let command = Command<HeapState>(declaration) { .move(.numbers([$0.form])) }
    for form in 0...1 {
      guard case .move(let move) = command.actions[form](Call(verb: "go", form: form)) else {
        Issue.record("no move")
        return
      }
      #expect(move == .numbers([form]))
    }
  }
}

/// Playing a game by its driver.
struct GameDriverTests {
  private func driver(seed: UInt64 = 0) throws -> GameDriver<Heap> {
    try GameDriver(
      Heap(), GameConfiguration(arguments: [.word("Ann"), .word("Bob")], seed: seed))
  }

  @Test func `moves and draws are counted`() throws {
    var driver = try driver()
    try driver.play(.take(2, nil), at: GameTime(milliseconds: 5))
    #expect(driver.state.left == 19 && driver.moveCount == 1 && driver.drawCount == 0)
    #expect(driver.time == GameTime(milliseconds: 5))
    guard case .play(.toss(.some)) = try driver.play(.toss(nil)) else {
      Issue.record("no outcome")
      return
    }
    #expect(driver.moveCount == 2 && driver.drawCount == 1 && driver.status == .playing(turn: 1))
    try driver.play(.take(19, nil))
    #expect(driver.status == .over(winners: [1]))
    #expect(driver.line(of: .take(19, nil)) == "take 19")
  }

  @Test func `errors and moves without effect change nothing`() throws {
    var driver = try driver()
    let digest = driver.digest.full
    #expect(throws: GameError.self) { try driver.play(.take(22, nil)) }
    guard case .ignore("no numbers") = try driver.play(.numbers([])) else {
      Issue.record("not ignored")
      return
    }
    #expect(driver.digest.full == digest && driver.moveCount == 0)
  }

  @Test func `a copy is a checkpoint`() throws {
    var driver = try driver(seed: 3)
    let copy = driver
    try driver.play(.toss(nil))
    var again = copy
    try again.play(.toss(nil))
    #expect(driver.digest.full == again.digest.full && copy.moveCount == 0)
  }

  /// A state that says nothing of these has the defaults.
  @Test func `states have defaults`() throws {
    let state = try driver().state
    #expect(state.players == nil && state.rematch == nil && state.resumption == nil)
    #expect(state.metrics.isEmpty && state.describe(.take(1, nil)).isEmpty)
    #expect(throws: GameError.notNow("nobody can resign from this game")) {
      try state.resignation
    }
    var chance = Chance(seed: 0, draw: 0)
    #expect(state.sampleMove(chance: &chance) == .take(1, nil))
    var report = Reporter([.text, .data])
    state.reportOpening(to: &report)
    #expect(report.events.isEmpty)
    var line = TextWriter()
    state.writeMasked(.take(4, "hi"), to: &line)
    #expect(line.string == "take 4")
  }

  @Test func `views are written out`() throws {
    let view = try driver().state.view(for: nil, at: .zero)
    #expect(view.caption == "Ann, Bob" && view.prompt == "21")
    #expect(view.fields == ["left": .integer(21)])
    var text = TextWriter()
    view.writeTable(to: &text)
    text.breakLine()
    view.writeSituation(to: &text)
    #expect(text.string == "21 sticks\nTake some.")
  }

  @Test func `errors point at the argument`() throws {
    let driver = try driver()
    let call = Call(verb: "take", command: 0, form: 1, arguments: [.word("a"), .integer(30)])
    #expect(GameError.illegal("x", at: .anyOf([30])).located(in: call).place == .argument(1))
    #expect(GameError.illegal("x", at: .anyOf([31])).located(in: call).place == .line)
    #expect(GameError.illegal("x", at: .argument(0)).located(in: call).place == .argument(0))
    #expect(driver.moveCount == 0)
  }
}
