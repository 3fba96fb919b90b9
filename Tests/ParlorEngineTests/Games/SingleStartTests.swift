import ParlorKit
import Synchronization
import TestKit
import Testing

@testable import ParlorEngine

/// Games whose rules can be asked for a start only once, such as those of a program that has ended.
struct SingleStartTests {
  @Test func `the log of a game is whole without another start`() throws {
    let folder = try TemporaryFolder()
    let session = Session(games: [Single(), Tally()], folder: folder)
    session.run("new single", "up", "up")
    #expect(session.say("log") == "new single seed=0\nup\nup")
    #expect(session.say("save a") == "Saved Single, 2 moves, to a.")
    let lines = try folder.text("a").split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(lines.map { $0.prefix { $0 != "#" } } == ["new single seed=0 ", "up ", "up "])
  }
}

/// ``Tally`` under another name, which starts once.
private final class Single: Game {
  let name = "single"
  let summary = "Count up, once."
  let seats: [Parameter] = []
  let traits: GameTraits = .endless
  let commands = Tally().commands
  private let starts = Mutex(0)

  func start(_ configuration: GameConfiguration<NoOptions>) throws(GameError) -> TallyState {
    starts.withLock { $0 += 1 }
    if starts.withLock({ $0 > 1 }) { throw .notNow("it has started") }
    return TallyState()
  }
}
