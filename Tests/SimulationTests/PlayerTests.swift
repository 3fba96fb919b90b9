import FarkleGame
import ParlorKit
import Simulation
import Testing

@Suite("Players")
struct PlayerTests {
  private let game = Farkle()

  @Test(arguments: [
    ("random", "random"), ("bank", "bank=300"), ("bank=500", "bank=500"),
    ("bank=0500", "bank=500"),
  ])
  func `A word names a bot, its value written out`(word: String, name: String) throws {
    #expect(try TournamentPlayer(word, in: game).name == name)
  }

  @Test(arguments: ["", "bnak", "bank=", "bank=5", "random=1", "Bank"])
  func `Other words do not`(word: String) {
    #expect(throws: PlayerError.self) { try TournamentPlayer(word, in: game) }
  }

  @Test
  func `Players have the names of their bots, numbered where they are the same`() throws {
    let bots = try ["random", "bank", "random"].map { try TournamentPlayer($0, in: game) }
    #expect(TournamentPlayer.playerNames(for: bots) == ["random#1", "bank=300", "random#2"])
    let long = Bot<Farkle>(String(repeating: "b", count: 40), "long") { _, _, _ in .bank }
    let both = TournamentPlayer.playerNames(for: [TournamentPlayer(long), TournamentPlayer(long)])
    #expect(both.allSatisfy { $0.count == 32 } && both[0] != both[1])
  }

  @Test
  func `The bots of a game are listed as they are typed`() {
    #expect(TournamentPlayer.names(in: game) == ["bank", "best", "max", "random"])
    #expect(TournamentPlayer.usages(in: game) == ["bank=POINTS", "best", "max", "random"])
  }
}
