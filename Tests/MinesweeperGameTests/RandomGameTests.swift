import GameTesting
import ParlorKit
import Testing

@testable import MinesweeperGame

@Suite("Random games")
struct RandomGameTests {
  static let setups = [
    "", "easy", "hard", "custom rows=8 cols=8 mines=10", "easy first=open", "easy guess=no",
    "layout=....../...*../....../*.....", "custom rows=8 cols=30 mines=30 first=open",
  ]

  private static func text(of layout: Layout) -> String { written { layout.write(to: &$0) } }

  /// Makes a legal move, mostly a reveal, so that boards get somewhere.
  private func step(_ match: inout Match, _ choice: inout Chance) throws {
    match.milliseconds += Int64(choice.below(2000))
    if choice.below(150) == 0 {
      try match.make(match.state.resignation)
      return
    }
    let legal = match.state.legalMoves.moves
    if choice.below(3) == 0, !match.state.isOver {
      let safe = legal.filter {
        guard case .reveal(let cell, _) = $0, let layout = match.state.layout else { return false }
        return !layout.isMine(cell)
      }
      if !safe.isEmpty {
        try match.make(safe[Int(choice.below(UInt32(safe.count)))])
        return
      }
    }
    try match.make(legal[Int(choice.below(UInt32(legal.count)))])
  }

  @Test(arguments: setups)
  func `Games end, soundly; their lines played again give the same`(setup: String) throws {
    for seed in 0..<24 as Range<UInt64> {
      var match = try Match(setup, seed: seed)
      var choice = Chance(seed: seed, draw: 1 << 20)
      var digests: [UInt64] = []
      while !match.state.isOver, match.log.count < 5000 {
        try step(&match, &choice)
        digests.append(match.digest)
        let faults = match.state.checkInvariants()
        guard faults.isEmpty else {
          Issue.record(
            "seed \(seed): \(faults) after \(match.log.map { match.state.line(of: $0.move) })")
          return
        }
      }
      #expect(match.state.isOver)
      var copy = try Match(setup, seed: seed &+ 1000)
      for (index, step) in match.log.enumerated() {
        let line = match.state.line(of: step.move)
        copy.milliseconds = step.time.milliseconds
        if line != "resign", try copy.move(of: line) != step.move {
          Issue.record("`\(line)` is not read as \(step.move)")
          return
        }
        try copy.play(line)
        if copy.digest != digests[index] { Issue.record("`\(line)` differs, seed \(seed)") }
      }
      #expect(match.state.status == copy.state.status)
    }
  }

  @Test
  func `Every move that is listed is legal and has an effect, what is not listed has none`() throws
  {
    for seed in 0..<6 as Range<UInt64> {
      var match = try Match("custom rows=8 cols=8 mines=10", seed: seed)
      var choice = Chance(seed: seed, draw: 1 << 20)
      while !match.state.isOver {
        let legal = match.state.legalMoves.moves
        for cell in match.state.plan.shape.indices.map(match.state.plan.shape.cell) {
          for move in [MinesweeperMove.reveal(cell, nil), .flag(cell), .chord(cell), .mark(cell)] {
            var chance = Chance(seed: 0, draw: 0)
            var isPlayed = false
            if case .play = try? match.state.resolve(move, chance: &chance) {
              isPlayed = true
            }
            if isPlayed != legal.contains(move) {
              Issue.record("\(match.state.line(of: move)), seed \(seed)")
            }
          }
        }
        try step(&match, &choice)
      }
    }
  }

  @Test(arguments: ["", "easy", "hard"])
  func `Nothing tells the mines or the seed before the end`(setup: String) throws {
    for seed in 0..<(setup == "easy" ? 1700 : 150) as Range<UInt64> {
      let secret = 7_654_321_987 + seed
      var match = try Match(setup, seed: secret, showsSeed: false)
      var choice = Chance(seed: seed, draw: 1 << 20)
      var said = match.opening
      said += match.openingEvents.map { json($0) }.joined()
      while !match.state.isOver, match.log.count < 8 {
        let moves = match.state.legalMoves.moves
        let move = moves[Int(choice.below(UInt32(moves.count)))]
        guard case .events(let events) = try match.make(move), !match.state.isOver else { break }
        said += events.map { json($0) }.joined() + match.reply(to: events)
        said += json(match.view.fields) + match.show() + match.view.prompt + match.view.caption
        said += match.log.map { match.maskedLine(of: $0.move) }.joined()
        said += match.show(styled: true)
      }
      let rows = match.state.layout.map { Self.text(of: $0) } ?? ""
      #expect(!said.contains("\(secret)"))
      for sign in ["*", "X"] where said.contains(sign) { Issue.record("\(sign), seed \(seed)") }
      if !rows.isEmpty, said.contains(rows) { Issue.record("the layout, seed \(seed)") }
      #expect(match.state.isOver || match.view.seed == nil)
    }
  }

  @Test
  func `What is hidden makes no difference to what is seen`() throws {
    var one = try Match("layout=.*/../..")
    var other = try Match("layout=*./../..")
    for line in ["flag 3 1", "mark 3 2", "reveal 2 1"] {
      let (text, same) = (try one.play(line), try other.play(line))
      #expect(text == same)
      #expect(json(one.view.fields) == json(other.view.fields))
    }
  }

  @Test
  func `Reports keep to the lines of a reply`() throws {
    for seed in 0..<12 as Range<UInt64> {
      var match = try Match(Self.setups[Int(seed) % Self.setups.count], seed: seed)
      var choice = Chance(seed: seed, draw: 1 << 20)
      var texts = [match.opening, match.show()]
      while !match.state.isOver, texts.count < 300 {
        try step(&match, &choice)
        texts.append(match.show())
      }
      for line in texts.flatMap({ $0.split(separator: "\n", omittingEmptySubsequences: false) }) {
        if line.isEmpty || line.last == " " || line.hasPrefix("> ") { Issue.record("`\(line)`") }
        if line.count > 80 { Issue.record("`\(line)`") }
      }
    }
  }
}
