import LibC
import TestKit
import Testing

/// The program is killed in the middle, again and again, and goes on where it was.
@Suite(.blocking) struct JournalKillTests {
  /// Each part kills it after each of so many lines.
  private static let lines = 50
  /// With a seed, since otherwise `undo` asks the other players before it takes back a draw.
  private static let options = ["--color", "never", "--seed", "1", "--profile"]

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `no acknowledged line is lost`(seed: UInt64) throws {
    let folder = try TemporaryFolder()
    let shadow = try Shadow()
    var player = RandomPlayer(seed: seed)
    for _ in 0..<Self.lines {
      let line = try player.line(for: shadow)
      try typeAndKill(line, folder["p"])
      // What is over is not taken up again; a paused timer runs on.
      if try shadow.ask("games").contains(where: { $0.hasPrefix("*") && $0.hasSuffix("over") }) {
        _ = try shadow.ask("close")
      }
      if line == "pause" { _ = try shadow.ask("resume") }
      let expected = SessionPicture(games: try shadow.ask("games"), log: try shadow.ask("log"))
      let found = try picture(folder["p"])
      #expect(found == expected, "after \(line)")
      if found != expected { return }
    }
  }

  /// Types a line, waits for the prompt after the reply, and kills the program at once.
  private func typeAndKill(_ line: String, _ profile: String) throws {
    let terminal = try Pseudoterminal.parlor(Self.options + [profile])
    try terminal.expect("> ")
    try terminal.send("\(line)\r")
    try terminal.expectAnswer(to: line, before: "> ")
    terminal.signal(SIGKILL)
    #expect(try terminal.waitForExit() == .killed(SIGKILL))
  }

  /// What a program that starts now has.
  private func picture(_ profile: String) throws -> SessionPicture {
    let terminal = try Pseudoterminal.parlor(Self.options + [profile])
    try terminal.expect("> ")
    func ask(_ line: String) throws -> [String] {
      try terminal.send("\(line)\r")
      let reply = try terminal.expectAnswer(to: line, before: "> ")
      return reply.split(separator: "\n").dropLast().map(String.init)
    }
    // A log of more rows than the screen has would be shown page by page.
    _ = try ask("set pager off")
    let picture = SessionPicture(games: try ask("games"), log: try ask("log"))
    #expect(try terminal.leave() == .exited(0))
    return picture
  }
}

/// Somebody who types lines at random, all of which are accepted.
struct RandomPlayer {
  private var numbers: RandomNumbers
  private var nextSeed: Int

  init(seed: UInt64) {
    numbers = RandomNumbers(seed: seed)
    nextSeed = Int(seed) * 1000
  }

  /// A line that the shadow has accepted.
  mutating func line(for shadow: Shadow) throws -> String {
    while true {
      let line = try candidate(for: shadow)
      if try shadow.accepts(line) { return line }
    }
  }

  private mutating func candidate(for shadow: Shadow) throws -> String {
    switch numbers.below(15) {
    case 0: opening
    case 1: "undo"
    case 2: "redo"
    case 3: "goto \(numbers.below(6))"
    case 4: numbers.below(2) == 0 ? "seat Bob random" : "seat Bob human"
    case 5: "guess " + (0..<4).map { _ in String(numbers.below(6) + 1) }.joined(separator: " ")
    case 6: numbers.below(3) == 0 ? "resign" : "pause"
    case 7: numbers.below(2) == 0 ? "player rename Bob Rob" : "player rename Rob Bob"
    case 8: "player join \(["Eve", "Flo", "Rob"][numbers.below(3)]) score=\(numbers.below(3) * 50)"
    case 9: "player leave \(numbers.below(4) + 1)"
    default:
      if let moves = try? shadow.legalMoves, !moves.isEmpty {
        moves[numbers.below(moves.count)]
      } else {
        opening
      }
    }
  }

  private var opening: String {
    mutating get {
      let games = ["farkle Ann Bob", "counter Cy Di", "minesweeper easy", "mastermind"]
      nextSeed += 1
      return "new \(games[numbers.below(games.count)]) seed=\(nextSeed)"
    }
  }
}

/// SplitMix64, as in Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators".
struct RandomNumbers {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func below(_ limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(limit))
  }
}
