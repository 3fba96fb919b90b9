import ParlorKit
import TestKit
import Testing

@testable import LineSyntax

/// Words as calls: which form is taken, and which word is at fault.
struct CallReaderTests {
  private static let declaration = CommandDeclaration(
    "do",
    forms: [
      .init(),
      .init([.literal("all")]),
      .init([Parameter("D", .die(sides: 6), count: 1...3)]),
      .init([.literal("by"), Parameter("TIME", .duration)]),
      .init([Parameter("KIND", .choice(["red", "blue"])), Parameter("N", .integer(-5...5))]),
      .init([Parameter("NAME", .name, count: 1...2), Parameter("FILE", .file)]),
    ],
    options: [.integer("limit", 1...9, default: 5, "a limit"), .flag("fast", default: false, "")],
    summary: "")

  private static func read(_ text: String) throws(LineError) -> Call {
    var line = Line()
    try line.read(Array(text.utf8)[...])
    var reader = CallReader(line, as: DeclaredCommand(declaration))
    return try reader.read()
  }

  @Test(
    arguments: [
      ("do", 0, []),
      ("do # all", 0, []),
      ("do all", 1, []),
      ("do 6", 2, [.integer(6)]),
      ("do 1 +2 03", 2, [.integer(1), .integer(2), .integer(3)]),
      ("do by +1.5s", 3, [.integer(1500)]),
      ("do red -5", 4, [.word("red"), .integer(-5)]),
      ("do Ann a.txt", 5, [.word("Ann"), .word("a.txt")]),
      ("do Ann Bob a.txt", 5, [.word("Ann"), .word("Bob"), .word("a.txt")]),
      (#"do "all" x"#, 5, [.word("all"), .word("x")]),
      (#"do "red" "5""#, 5, [.word("red"), .word("5")]),
      ("do red 6", 5, [.word("red"), .word("6")]),
      ("7 do all", 1, []),
    ] as [(String, Int, [Argument])])
  func `the first form that fits is taken`(line: String, form: Int, arguments: [Argument]) throws {
    let call = try Self.read(line)
    #expect(call.verb == "do")
    #expect(call.form == form)
    #expect(call.arguments == arguments)
  }

  @Test(
    arguments: [
      (3, [1, 0, 1, 1]), (4, [1, 1, 1, 1]), (6, [1, 3, 1, 1]), (7, [1, 3, 2, 1]),
    ] as [(Int, [Int])])
  func `a parameter takes as many words as leave enough for the others`(
    _ words: Int, _ counts: [Int]
  ) {
    let parameters = [
      Parameter("A", .name), Parameter("B", .name, count: 0...3),
      Parameter("C", .name, count: 1...2), Parameter("D", .file),
    ]
    #expect(parameters.shares(of: words).map(\.count) == counts)
  }

  @Test func `options stand anywhere`() throws {
    let call = try Self.read("do limit=9 red fast=on 0")
    #expect(call.form == 4)
    #expect(call.arguments == [.word("red"), .integer(0)])
    #expect(call.options == ["limit": .integer(9), "fast": .flag(true)])
  }

  /// The word at fault, and what would have fitted there.
  @Test(
    arguments: [
      ("do by", 5..<5, "`do` needs a time such as 10s, 1.5s, 2m or 1h or a file"),
      ("do by 10s x y", 12..<13, "unexpected argument `y`"),
      ("do red", 6..<6, "`do` needs a number from -5 to 5 or a file"),
      ("do all all all all", 15..<18, "unexpected argument `all`"),
      ("do 1 2 3 4", 9..<10, "unexpected argument `4`: at most 3 dice"),
      ("do 1234", 6..<7, "unexpected argument `4`: at most 3 dice"),
      ("do 19", 4..<5, "`9` is not the face of a die, 1 to 6"),
      (
        "do 7", 3..<4,
        "`7` is not `all`, the face of a die, 1 to 6, `by`, red or blue or a name"
      ),
      ("do 1 9", 5..<6, "`9` is not the face of a die, 1 to 6"),
      (
        #"do """#, 3..<5,
        "`\"\"` is not `all`, the face of a die, 1 to 6, `by`, red or blue or a name"
      ),
      ("do x=1", 3..<4, "there is no option `x`"),
      ("do limit=10", 9..<11, "`limit` takes 1 to 9"),
      ("do limit=", 9..<9, "`limit` takes 1 to 9"),
      (#"do fast="yes""#, 9..<12, "`fast` takes on or off"),
      ("do fast=on fast=on", 11..<18, "option `fast` is given twice"),
    ] as [(String, Range<Int>, String)])
  func `an error tells its place and what would be right`(
    line: String, range: Range<Int>, message: String
  ) throws {
    let diagnostic = #expect(throws: LineError.self) { try Self.read(line) }
    #expect(diagnostic?.range == range)
    #expect(diagnostic?.message == message)
  }

  /// Other spellings of a line, as far as they can mean one thing only.
  @Test(
    arguments: [
      ("do 123", 2, [.integer(1), .integer(2), .integer(3)]),
      ("do 1,2,3", 2, [.integer(1), .integer(2), .integer(3)]),
      ("do 12 3", 2, [.integer(1), .integer(2), .integer(3)]),
      ("do ALL", 1, []),
      // A name and a file come first as they are written.
      ("do ALL x", 5, [.word("ALL"), .word("x")]),
    ] as [(String, Int, [Argument])])
  func `other spellings mean the same call`(line: String, form: Int, arguments: [Argument]) throws {
    let call = try Self.read(line)
    #expect(call.form == form)
    #expect(call.arguments == arguments)
  }

  private static let points = CommandDeclaration(
    "points", forms: [.init([Parameter("N", .integer(-1_000_000...1_000_000))])], summary: "")

  @Test(
    arguments: [
      ("1,000", 1000), ("-25", -25), ("+7", 7), ("1,000,000", 1_000_000), ("-12,345", -12_345),
      ("+1,000", 1000), ("1,00", nil), ("1000,000", nil), (",000", nil), ("1,", nil), ("12", 12),
      ("1,000,00", nil), ("--1", nil), ("10 00", nil), ("\"1,000\"", nil),
    ] as [(String, Int?)])
  func `commas may separate thousands`(word: String, number: Int?) throws {
    var line = Line()
    try line.read(Array("points \(word)".utf8)[...])
    var reader = CallReader(line, as: DeclaredCommand(Self.points))
    #expect((try? reader.read())?.integers == number.map { [$0] })
  }

  /// Names that are typed are checked for slips; those of logs are not.
  @Test(
    arguments: [
      ("Ann", true), ("Ann,", false), ("Ann,Bob", false), ("A=b", false), ("\"Ann,\"", true),
      ("\"A=b\"", true),
    ])
  func `a typed name that is probably a slip is refused`(name: String, isTyped: Bool) throws {
    let named = DeclaredCommand(
      CommandDeclaration("seat", forms: [.init([Parameter("NAME", .name)])], summary: ""))
    var line = Line()
    try line.read(Array("seat \(name)".utf8)[...])
    var typed = CallReader(line, as: named, isTyped: true)
    var logged = CallReader(line, as: named)
    #expect(((try? typed.read()) != nil) == isTyped)
    #expect(throws: Never.self) { try logged.read() }
  }

  @Test func `joined digits have their places`() throws {
    var joined = Line()
    try joined.read(Array("do 123".utf8)[...])
    var reader = CallReader(joined, as: DeclaredCommand(Self.declaration))
    #expect(
      reader.places(of: try reader.read()).arguments.map(\.range) == [3..<4, 4..<5, 5..<6])
  }

  @Test func `places are those of words and options`() throws {
    var line = Line()
    try line.read(Array(#"7 do "a b" limit=3 c"#.utf8)[...])
    var reader = CallReader(line, as: DeclaredCommand(Self.declaration))
    let places = reader.places(of: try reader.read())
    #expect(places.verb == 2..<4)
    #expect(places.arguments.map(\.range) == [5..<10, 19..<20])
    #expect(places.options == ["limit": 11..<18])
  }

  @Test func `literal words are no arguments`() throws {
    var line = Line()
    try line.read(Array("do by 5s".utf8)[...])
    var reader = CallReader(line, as: DeclaredCommand(Self.declaration))
    #expect(reader.places(of: try reader.read()).arguments.map(\.range) == [6..<8])
  }
}
