import ParlorKit
import Testing

/// Options of `new`: what they take, and which value is in force.
struct OptionTests {
  private static let kinds: [String: OptionDeclaration] = [
    "integer": .integer("n", -5...500, default: 7, ""),
    "integers": OptionDeclaration("n", .integers([300, 1000]), "", default: .integer(300)),
    "points": OptionDeclaration("n", .points(50...10_000), ""),
    "choice": OptionDeclaration(
      "n", .choice(["may-bank", "must-roll", "x"]), "", default: .text("x")),
    "flag": .flag("n", default: true, ""),
    "text": .text("n", limit: 4, ""),
  ]

  @Test(
    arguments: [
      ("integer", "-5", .integer(-5)), ("integer", "+500", .integer(500)),
      ("integer", "007", .integer(7)), ("integers", "1000", .integer(1000)),
      ("points", "off", .integer(0)), ("points", "0", .integer(0)), ("points", "50", .integer(50)),
      ("points", "10000", .integer(10_000)), ("choice", "must-roll", .text("must-roll")),
      ("flag", "on", .flag(true)), ("flag", "off", .flag(false)), ("text", "", .text("")),
      ("text", "a b", .text("a b")), ("text", "éé", .text("éé")),
    ] as [(String, String, OptionValue)])
  func `values in range are read`(kind: String, text: String, value: OptionValue) throws {
    #expect(try #require(Self.kinds[kind]).value(of: text) == value)
  }

  @Test(
    arguments: [
      (
        "integer",
        ["", "-6", "501", "1.0", "5x", " 5", "x", "9223372036854775808", "0x5", "1_0", "١"]
      ),
      ("integers", ["", "301", "0", "300 "]),
      ("points", ["", "1", "49", "10001", "-1", "on", "OFF"]),
      ("choice", ["", "may", "May-bank", "x "]),
      ("flag", ["", "yes", "true", "ON", "1"]),
      ("text", ["abcde", "ééé"]),
    ] as [(String, [String])])
  func `values out of range are refused`(kind: String, texts: [String]) throws {
    let option = try #require(Self.kinds[kind])
    for text in texts { #expect(option.value(of: text) == nil, "\(text)") }
  }

  @Test(
    arguments: [
      ("integer", "-5 to 500"), ("integers", "300 or 1000"), ("points", "off or 50 to 10000"),
      ("choice", "may-bank, must-roll or x"), ("flag", "on or off"),
      ("text", "at most 4 bytes"),
    ] as [(String, String)])
  func `the range is said in words`(kind: String, range: String) throws {
    let option = try #require(Self.kinds[kind])
    #expect(option.range == range)
  }

  @Test(
    arguments: [
      ("integer", .integer(0), "0"), ("integer", .integer(-5), "-5"),
      ("points", .integer(0), "off"),
      ("points", .integer(50), "50"), ("flag", .flag(true), "on"), ("flag", .flag(false), "off"),
      ("choice", .text("x"), "x"), ("text", .text("a b"), "a b"),
    ] as [(String, OptionValue, String)])
  func `written values are read back`(kind: String, value: OptionValue, text: String) throws {
    let option = try #require(Self.kinds[kind])
    #expect(option.text(of: value) == text)
    #expect(option.value(of: text) == value)
  }

  private static let definition = GameDefinition(
    name: "x", title: "X", summary: "",
    options: [
      .integer("a", 0...9, default: 1, ""), .integer("b", 0...9, default: 2, ""),
      .flag("c", default: false, ""),
      OptionDeclaration("d", .choice(["p", "q"]), "", default: .text("p")),
    ],
    presets: [
      PresetDeclaration("first", "", values: ["b": .integer(3)]),
      PresetDeclaration("second", "", values: ["a": .integer(4), "c": .flag(true)]),
    ],
    commands: [])

  /// What is given wins over the preset, and the preset over the default.
  @Test func `given values win over presets, and presets over defaults`() {
    let first = OptionValues(for: Self.definition)
    #expect(first["a"] == .integer(1) && first["b"] == .integer(3))
    #expect(first["c"] == .flag(false) && first["d"] == .text("p") && first["e"] == nil)
    let second = OptionValues(
      for: Self.definition, preset: Self.definition.presets[1],
      given: ["a": .integer(9), "d": .text("q")])
    #expect(second["a"] == .integer(9) && second["b"] == .integer(2))
    #expect(second["c"] == .flag(true) && second["d"] == .text("q"))
    #expect(first != second)
    #expect(first == OptionValues(for: Self.definition, given: ["b": .integer(3)]))
  }
}
