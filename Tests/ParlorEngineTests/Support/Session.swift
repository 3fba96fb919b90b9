import ParlorEngine
import ParlorKit
import TestKit

typealias Session = TestSession

extension Session {
  /// A session with the games of these tests and an invented clock.
  init(
    games: [any Game] = [Pile(), Tally()], seed: Int = 0, folder: TemporaryFolder? = nil,
    clock: SessionClock.Kind = .virtual, houseRules: (any HouseRules)? = nil,
    isInterrupted: @escaping () -> Bool = { false }
  ) {
    self.init(games, seed: seed, folder: folder) { settings in
      settings.clock = clock
      settings.houseRules = houseRules
      settings.isInterrupted = isInterrupted
    }
  }

  init(interpreter: Interpreter) { self.init(interpreter) }
}
