import LibC
import Platform
import TestKit
import Testing

/// Random keys in windows of random sizes, which change at any time: nothing may bring the editor
/// down. The variable PARLOR_TERMINALS says how many sessions run, `scripts/fuzz --terminals N`.
@Suite(.blocking) struct RandomResizeTests {
  private static let sessions = Int(FileSystem.environment("PARLOR_TERMINALS") ?? "") ?? 24
  private static let first = UInt64(FileSystem.environment("PARLOR_TERMINALS_SEED") ?? "") ?? 1

  /// SplitMix64 (Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", 2014).
  private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var word = state
      word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
      word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
      return word ^ word >> 31
    }
  }

  /// Keys of emacs mode, and of the insert mode of vi.
  private static let keys =
    [
      "a", "b", "1", "5", " ", "é", "漢", "e\u{301}", "👍", "\u{7F}", "\u{1B}[A", "\u{1B}[B",
      "\u{1B}[C", "\u{1B}[D", "\u{1B}[F", "\u{1B}[H", "\u{1B}[3~", "\u{1B}[1;5C", "\u{1B}[3;5~",
      "\u{1B}[Z", "\u{1B}5", "\u{1B}9", "\u{1B}", "\u{1A}", "\r",
    ]
    // Ctrl with a letter, without those that end or stop the program. Alt with any character.
    + (1...0x1F).filter { ![3, 4, 26, 27, 28].contains($0) }
    .compactMap { Unicode.Scalar($0).map(String.init) }
    + (0x20...0x7F).compactMap { Unicode.Scalar($0).map { "\u{1B}\($0)" } }
    + ["\u{1B}\u{1F}", "\u{1B}\u{8}"]
  /// Keys of the command mode of vi.
  private static let viKeys =
    "0123456789dddyyyccc$^%wWbBeEfFtT;,xXpPuUrRsSiIaAcCDY~..jkJKGnN/?_-+|#@v:".map(String.init)
    + Array(repeating: "\u{1B}", count: 12)

  private static func key(_ random: inout Generator, isVi: Bool) -> String {
    let keys = isVi && Bool.random(using: &random) ? viKeys : keys
    let key = keys[Int.random(in: keys.indices, using: &random)]
    return switch Int.random(in: 0..<12, using: &random) {
    case 0: String(repeating: "x", count: Int.random(in: 1..<200, using: &random))
    case 1:
      Key.pasteBegin + String(repeating: "word 漢字\n", count: Int.random(in: 1..<40, using: &random))
        + Key.pasteEnd
    case 2: "\u{1B}\(Int.random(in: 1..<3000, using: &random))\(key)"
    case 3: "some words (of [a {line} b] c) "
    default: key
    }
  }

  private static func size(_ random: inout Generator) -> (rows: UInt16, columns: UInt16) {
    let small = Bool.random(using: &random)
    return (
      UInt16.random(in: 1...(small ? 4 : 30), using: &random),
      UInt16.random(in: 1...(small ? 12 : 120), using: &random)
    )
  }

  @Test(arguments: 0..<sessions)
  func `the editor survives`(number: Int) throws {
    var random = Generator(state: Self.first &+ UInt64(number))
    let isVi = Bool.random(using: &random)
    let home = try TemporaryFolder()
    if isVi { try home.add(".editrc", "bind -v\n") }
    let start = Self.size(&random)
    let terminal = try probe(
      environment: [
        "PROBE_ASSISTS": Bool.random(using: &random) ? "1" : nil, "HOME": home.path,
        "TERM": Int.random(in: 0..<8, using: &random) == 0 ? "vt52" : "xterm",
      ])
    terminal.resize(rows: start.rows, columns: start.columns)
    do {
      for _ in 0..<Int.random(in: 10..<120, using: &random) {
        if Int.random(in: 0..<5, using: &random) == 0 {
          let size = Self.size(&random)
          terminal.resize(rows: size.rows, columns: size.columns)
        } else {
          try terminal.send(Self.key(&random, isVi: isVi))
        }
      }
      terminal.resize(rows: 24, columns: 80)
      // Whatever it is in the middle of, it ends with its terminal.
      terminal.hangUp()
    } catch {
      // It may have ended by a key: how, the status says.
      terminal.hangUp()
    }
    let status = try terminal.waitForExit()
    // The probe says by its exit code how its last line ended.
    if case .exited = status { return }
    #expect(status == .killed(SIGHUP), "session \(number)")
  }

  /// Sessions that crashed: 24 rows of 80 columns, a long line, and then a small window.
  @Test(arguments: [(1, 80), (9, 24), (3, 20), (2, 40), (1, 1)] as [(UInt16, UInt16)])
  func `a window may become smaller than its line`(rows: UInt16, columns: UInt16) throws {
    let terminal = try probe()
    for size in [(rows, columns), (24, 80), (rows, columns)] {
      try terminal.send(String(repeating: "x", count: 95))
      terminal.resize(rows: size.0, columns: size.1)
      try terminal.send("\u{1}y\u{5}z")
    }
    terminal.resize(rows: 24, columns: 80)
    try terminal.type("\u{15}done\r", prints: "got [done] 4\r\n")
  }

  @Test func `a small window takes any line`() throws {
    let terminal = try probe(rows: 3, columns: 30)
    for count in 1...60 {
      try terminal.send(String(repeating: "漢a", count: count % 7) + (count % 5 == 0 ? "\u{1}" : ""))
    }
    try terminal.type("\u{1}\u{B}done\r", prints: "got [done] 4\r\n")
  }

  @Test(arguments: ["\u{1B}999999x", "\u{1B}1000y"])
  func `a key may be repeated very often`(keys: String) throws {
    let terminal = try probe(rows: 5, columns: 20)
    try terminal.send("ab\u{17}" + keys)
    try terminal.type("\u{15}done\r", prints: "got [done] 4\r\n")
  }

  @Test func `settings that are a pipe do not block`() throws {
    let home = try TemporaryFolder()
    #expect(mkfifo(home[".editrc"], 0o600) == 0)
    let terminal = try probe(environment: ["HOME": home.path])
    try terminal.enter("hello")
  }
}
