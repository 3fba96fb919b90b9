import LibC
import Platform
import TestKit
import Testing

/// Random keys in windows of random sizes, which change at any time: no size may bring the editor
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

  /// Keys that type, delete, and move in the line.
  private static let plainKeys = [
    "a", "b", "1", "5", " ", "é", "漢", "e\u{301}", "👍", "\u{8}", "\u{7F}", "\u{1}", "\u{5}",
    "\u{2}", "\u{6}", "\u{C}", "\u{1B}[C", "\u{1B}[D", "\u{1B}b", "\u{1B}f", "\r",
  ]
  /// Keys with which libedit itself can leave its line in disorder, most of all in vi mode and with
  /// numbers before keys.
  private static let wildKeys = [
    "\u{B}", "\u{15}", "\u{19}", "\u{17}", "\u{14}", "\t", "\u{12}", "\u{1F}", "\u{1B}[A",
    "\u{1B}[B", "\u{1B}d", "\u{1B}.", "\u{1B}5", "\u{1B}9", "\u{1B}", "\u{16}", "\u{1A}",
  ]
  /// Whether all keys are tried, by `scripts/fuzz`.
  private static let isWild = FileSystem.environment("PARLOR_TERMINALS") != nil
  private static let keys = plainKeys + (isWild ? wildKeys : [])

  private static func key(_ random: inout Generator) -> String {
    switch Int.random(in: 0..<12, using: &random) {
    case 0: String(repeating: "x", count: Int.random(in: 1..<200, using: &random))
    case 1:
      Key.pasteBegin + String(repeating: "word 漢字\n", count: Int.random(in: 1..<40, using: &random))
        + Key.pasteEnd
    case 2 where isWild: "\u{1B}\(Int.random(in: 1..<3000, using: &random))y"
    default: keys[Int.random(in: keys.indices, using: &random)]
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
    let isVi = Self.isWild && Int.random(in: 0..<6, using: &random) == 0
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
          try terminal.send(Self.key(&random))
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
    try terminal.send("\u{15}done\r")
    try terminal.expect("got [done] 4\r\n")
  }

  @Test func `a small window takes any line`() throws {
    let terminal = try probe(rows: 3, columns: 30)
    for count in 1...60 {
      try terminal.send(String(repeating: "漢a", count: count % 7) + (count % 5 == 0 ? "\u{1}" : ""))
    }
    try terminal.send("\u{1}\u{B}done\r")
    try terminal.expect("got [done] 4\r\n")
  }

  @Test(arguments: ["\u{1B}999999x", "\u{1B}1000y"])
  func `a key may be repeated very often`(keys: String) throws {
    let terminal = try probe(rows: 5, columns: 20)
    try terminal.send("ab\u{17}" + keys)
    try terminal.send("\u{15}done\r")
    try terminal.expect("got [done] 4\r\n")
  }

  @Test func `settings that are a pipe do not block`() throws {
    let home = try TemporaryFolder()
    #expect(mkfifo(home[".editrc"], 0o600) == 0)
    let terminal = try probe(environment: ["HOME": home.path])
    try terminal.enter("hello")
  }
}
