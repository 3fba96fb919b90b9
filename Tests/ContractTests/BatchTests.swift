import Fuzzing
import GameTesting
import ParlorKit
import TestKit
import Testing

@testable import ParlorEngine

/// Games that are stepped in a batch are the games that single lines play.
struct BatchTests {
  private static let size = 3
  private static let seed = 5

  /// A step of a batch, as its reply says.
  private struct Position {
    var turn: [Int]
    var done: [Int]
    var reward: [Int]
    var winners: [Int]
    /// Nothing where all actions are legal.
    var legal: [[Int]?]
    var observation: [[Int]]
    /// What the players of each game saw at its end; `nil` if it goes on.
    var final: [[[Int]]?]

    init(_ reply: String) throws {
      let value = try JSONReader.read(Array(reply.utf8))
      func numbers(_ key: String) throws -> [Int] {
        try #require(value[key]?.array).compactMap(\.integer)
      }
      func lists(_ key: String) throws -> [[Int]?] {
        try #require(value[key]?.array).map { $0.array?.compactMap(\.integer) }
      }
      turn = try numbers("turn")
      done = try numbers("done")
      reward = try numbers("reward")
      winners = try numbers("winners")
      legal = try lists("legal")
      observation = try lists("observation").map { try #require($0) }
      final = (value["final"]?.array ?? []).map { game in
        game.array?.map { ($0.array ?? []).compactMap(\.integer) }
      }
    }
  }

  /// The integers of a file in which a batch puts its arrays: those before the bits, and for each game the legal
  /// actions; nothing where all actions of all games are legal.
  private static func arrays(
    _ bytes: [UInt8], _ reply: String, numbers count: Int
  ) throws -> (numbers: [Int], legal: [[Int]]?) {
    let numbers = (0..<count).map { place in
      let word = (0..<4).reduce(UInt32(0)) {
        $0 | UInt32(bytes[4 * place + $1]) << (8 * UInt32($1))
      }
      return Int(Int32(bitPattern: word))
    }
    guard let width = try JSONReader.read(Array(reply.utf8))["legal"]?.integer else {
      return (numbers, nil)
    }
    let rest = bytes.dropFirst(4 * count)
    let legal = (0..<size).map { game in
      (0..<8 * width).filter { rest[rest.startIndex + game * width + $0 / 8] >> ($0 % 8) & 1 == 1 }
    }
    return (numbers, legal)
  }

  @Test(arguments: Contestants.all)
  func `a batch plays what lines play`(game: any Game) throws { try compare(game) }

  private func compare<Rules: Game>(_ game: Rules) throws {
    let words = Opening(of: game.definition, seed: UInt64(Self.seed)).line
      .split(separator: " ").dropFirst().dropLast().joined(separator: " ")
    let batch = TestSession([game])
    let folder = try TemporaryFolder()
    let apart = TestSession([game], folder: folder)
    var inFile = apart.say("batch \(Self.size) \(words) seed=\(Self.seed) limit=60 into=arrays")
    let opened = batch.say("batch \(Self.size) \(words) seed=\(Self.seed) limit=60")
    let singles = (0..<Self.size).map { _ in TestSession([game]) }
    var seeds = (0..<Self.size).map { Self.seed + $0 }
    for (single, seed) in zip(singles, seeds) { single.say("new \(words) seed=\(seed)") }
    let actions = try single(singles[0], game).log.actions()
    guard !actions.isEmpty else {
      #expect(opened.hasPrefix("error[bad-argument]: "))
      return
    }
    let replies = opened.split(separator: "\n")
    try #require(replies.count == 2, "\(opened)")
    let described = try JSONReader.read(Array(replies[0].utf8))
    #expect(described["actions"]?.integer == actions.count)
    let players = try single(singles[0], game).players.count
    #expect(described["players"]?.integer == players)
    let width = (described["observation"]?.fields?.all ?? []).reduce(0) {
      $0 + ($1.value.integer ?? 0)
    }
    var position = try Position(String(replies[1]))
    var picker = Chance(seed: 9, draw: 0)
    inFile = String(try #require(inFile.split(separator: "\n").last))
    for step in 0..<300 {
      var chosen: [Int] = []
      let (numbers, bits) = try Self.arrays(
        try folder.bytes("arrays"), inFile, numbers: Self.size * (4 + width))
      #expect(
        numbers == position.turn + position.reward + position.done + position.winners
          + position.observation.flatMap(\.self))
      let all = Array(actions.indices)
      #expect(
        (bits ?? position.legal.map { _ in all }) == position.legal.map { $0?.sorted() ?? all })
      for index in 0..<Self.size {
        let open = try single(singles[index], game)
        let state = open.state
        #expect(state.status.turn == position.turn[index])
        var seen: [Int] = []
        state.addObservation(for: position.turn[index], to: &seen)
        #expect(seen == position.observation[index])
        #expect(seen.count == width)
        var legal: [Int] = []
        state.addLegalActions(to: &legal)
        #expect(position.legal[index] ?? Array(actions.indices) == legal)
        if step % 20 == index { #expect(legal.sorted() == actionsInEffect(open)) }
        chosen.append(legal[picker.index(legal.count)])
      }
      let movers = position.turn
      let before = try zip(singles, movers).map { try single($0, game).state.score(of: $1) }
      let line = "step " + chosen.map(String.init).joined(separator: " ")
      position = try Position(batch.say(line))
      inFile = apart.say(line)
      #expect(position.final.isEmpty == position.done.allSatisfy { $0 == 0 })
      for index in 0..<Self.size {
        let reply = singles[index].say(actions[chosen[index]])
        #expect(!reply.hasPrefix("error"))
        let open = try single(singles[index], game)
        let gain = open.state.score(of: movers[index]) - before[index]
        #expect(position.reward[index] == gain)
        let ending = open.status.isOver ? 1 : open.moveCount == 60 ? 2 : 0
        #expect(position.done[index] == ending)
        var winners = 0
        if case .over(let seats) = open.status { for seat in seats { winners += 1 << seat } }
        #expect(position.winners[index] == winners)
        guard position.done[index] > 0 else {
          #expect(position.final.isEmpty || position.final[index] == nil)
          continue
        }
        let seen = (0..<players).map { player in
          var numbers: [Int] = []
          open.state.addObservation(for: player, to: &numbers)
          return numbers
        }
        #expect(position.final[index] == seen)
        seeds[index] += Self.size
        singles[index].say("new \(words) seed=\(seeds[index])")
      }
    }
    #expect(seeds != (0..<Self.size).map { Self.seed + $0 }, "no game has ended")
  }

  private func single<Rules: Game>(
    _ session: TestSession, _ game: Rules
  ) throws -> TypedGame<Rules> {
    try #require(session.interpreter.currentGame as? TypedGame<Rules>)
  }

  /// The actions that have an effect now.
  private func actionsInEffect<Rules: Game>(_ game: TypedGame<Rules>) -> [Int] {
    let state = game.state
    let actions = state.actions
    return actions.indices.filter { number in
      var chance = game.timeline.driver.chance()
      guard let resolution = try? state.resolve(actions[number], chance: &chance),
        case .play = resolution
      else { return false }
      return true
    }
  }

  @Test(arguments: Contestants.all)
  func `outcomes are those that are drawn`(game: any Game) throws { try drawOutcomes(of: game) }

  /// Whatever is drawn is among the outcomes, and each outcome is a move.
  private func drawOutcomes<Rules: Game>(of game: Rules) throws {
    for seed in UInt64(0)..<5 {
      var play = try Play(game, Opening(of: game.definition, seed: seed))
      var picker = Chance(seed: seed, draw: 8)
      repeat {
        for move in play.state.legalMoves.moves.prefix(20) {
          let outcomes = play.state.outcomes(of: move)
          if outcomes.isEmpty { continue }
          #expect(outcomes.allSatisfy { $0.weight > 0 })
          for outcome in outcomes {
            #expect(try play.resolve(outcome.move).move == outcome.move)
            #expect(play.state.traits(of: outcome.move).contains(.draws))
          }
          let drawn = try #require(try play.resolve(move).move)
          func sorted(_ move: Rules.Move) -> [Character] { play.line(of: move).sorted() }
          #expect(outcomes.contains { sorted($0.move) == sorted(drawn) })
        }
      } while try play.log.count < 60 && play.step(&picker)
    }
  }
}
