import GameCatalog
import ParlorKit
import TestKit
import Testing

@testable import ParlorEngine

/// Long logs: what is undone is a prefix, however far back it lies.
struct CheckpointTests {
  /// Opens a game and hands it out for moves without text.
  private func open(_ line: String) throws -> any LoggedGame {
    let session = Session(games: GameCatalog.farkle + [Pile(), Tally()])
    session.say(line)
    return try #require(session.interpreter.currentGame?.logged)
  }

  @Test func `five thousand moves can be undone one by one`() throws {
    let game = try open("new tally")
    var digests = [game.digest]
    for _ in 0..<5000 {
      _ = try game.run(Call(verb: "up"))
      digests.append(game.digest)
    }
    #expect(Set(digests).count == 5001)
    for count in (0..<5000).reversed() {
      _ = try game.undo(1, policy: .same)
      #expect(game.moveCount == count)
      #expect(game.digest == digests[count])
    }
    #expect(try game.redo(5000).count == 5000)
    #expect(game.digest == digests[5000])
  }

  /// Jumps of all sizes, moves after some of them, against the list of digests.
  @Test(arguments: 0..<4)
  func `jumps of all sizes return to the same states`(seed: UInt64) throws {
    var chance = Chance(seed: seed, draw: 0)
    let game = try open("new tally")
    var digests = [game.digest]
    for _ in 0..<300 {
      switch chance.below(4) {
      case 0:
        let steps = 1 + Int(chance.below(200))
        digests.removeSubrange((game.moveCount + 1)...)
        for _ in 0..<steps {
          _ = try game.run(Call(verb: "up"))
          digests.append(game.digest)
        }
      case 1 where game.moveCount > 0:
        _ = try game.undo(1 + Int(chance.below(UInt32(game.moveCount))), policy: .same)
      case 2 where game.moveCount > 0:
        _ = try game.undo(min(game.moveCount, 1 + Int(chance.below(3))), policy: .fresh)
      default:
        let left = digests.count - 1 - game.moveCount
        if left > 0 { _ = try game.redo(1 + Int(chance.below(UInt32(left)))) }
      }
      #expect(game.digest == digests[game.moveCount])
    }
  }

  /// A roll, the best hold or a bank.
  private func call(_ verb: Substring, in game: any LoggedGame) -> Call {
    let index = game.kind.definition.commands.firstIndex { $0.verb == verb } ?? 0
    return Call(verb: String(verb), command: index, form: verb == "hold" ? 1 : 0)
  }

  /// The draws of a real game come again at every point of its log.
  @Test func `a long game of the catalog`() throws {
    let game = try open("new farkle Ann Bob target=1000000 seed=2")
    var digests = [game.digest]
    var lines: [String] = []
    while digests.count <= 700 {
      let legal = game.legalMoves().moves.map(\.line)
      let verb = try #require(legal.last).prefix { $0 != " " }
      _ = try game.run(call(verb, in: game))
      digests.append(game.digest)
    }
    game.forEachLine { line, digest in
      #expect(digest == (lines.isEmpty ? game.log.openingDigest : digests[lines.count]))
      lines.append(line)
    }
    #expect(lines.count == 701)
    for count in stride(from: 699, through: 0, by: -7) {
      _ = try game.undo(game.moveCount - count, policy: .same)
      #expect(game.digest == digests[count])
      let verb = lines[count + 1].prefix { $0 != " " }
      _ = try game.run(call(verb, in: game))
      #expect(game.digest == digests[count + 1], "\(lines[count + 1])")
    }
  }
}
