import FarkleGame
import ParlorKit
import Platform
import Simulation
import Testing

@Suite("Tournaments")
struct TournamentTests {
  private let options: [String: OptionValue] = ["target": .integer(2000), "tie": .text("shared")]

  @Test(arguments: [1, 2, 5], [1, 7, 64, 200])
  func `The figures do not depend on jobs and portions`(jobs: Int, portion: Int) throws {
    let tournament = try Tournament("bank=300 bank=300 random", options, seed: 40)
    let games = 100
    let whole = try tournament.play(0..<games)
    let parts = parallelMap(count: (games + portion - 1) / portion, jobs: jobs) { index in
      Result { () throws(TournamentError) in
        try tournament.play(index * portion..<min(games, (index + 1) * portion))
      }
    }
    var forwards = tournament.figures
    for part in parts { forwards.merge(try part.get()) }
    var backwards = tournament.figures
    for part in parts.reversed() { backwards.merge(try part.get()) }
    #expect(forwards == whole)
    #expect(backwards == whole)
    #expect(whole.games == games)
  }

  @Test
  func `A small tournament comes out as ever`() throws {
    let figures = try Tournament("bank=300 bank=500 random", ["target": .integer(3000)])
      .play(0..<100)
    #expect(figures.signature.description == "53ecb627cf320f36")
    #expect(figures.seats.map(\.wins) == [54, 36, 10])
  }

  @Test
  func `The signature tells seeds, bots, options and seats apart`() throws {
    let signatures = try [
      Tournament("bank=300 bank=500", options).play(0..<20),
      Tournament("bank=300 bank=500", options, seed: 1).play(0..<20),
      Tournament("bank=300 bank=450", options).play(0..<20),
      Tournament("bank=500 bank=300", options).play(0..<20),
      Tournament("bank=300 bank=500").play(0..<20),
      Tournament("bank=300 bank=500", options).play(0..<19),
    ].map(\.signature.description)
    #expect(Set(signatures).count == signatures.count)
    #expect(signatures.allSatisfy { $0.utf8.count == 16 })
  }

  @Test
  func `Every win is somebody's; a game that is shared is so by several`() throws {
    let figures = try Tournament("bank=300 bank=300 bank=300", options).play(0..<200)
    let share = figures.seats.reduce(0) { $0 + $1.share(of: figures.games) }
    #expect(abs(share - 1) < 1e-9)
    #expect(figures.seats.reduce(0) { $0 + $1.wins } + figures.shared == 200)
    #expect(figures.unwon == 0 && figures.unfinished == 0)
  }

  @Test
  func `A game stops at the limit of moves`() throws {
    let figures = try Tournament("random random", limit: 10).play(0..<5)
    #expect(figures.unfinished == 5)
    #expect(figures.moves.minimum == 10 && figures.moves.maximum == 10)
    #expect(try Tournament("random").limit == 100_000)
  }

  @Test
  func `No further game is begun once somebody says stop`() throws {
    var asked = 0
    let figures = try Tournament("random").play(0..<10) {
      asked += 1
      return asked > 3
    }
    #expect(figures.games == 3)
  }
}
