import GameCatalog
import ParlorKit
import TestKit
import Testing

@testable import ParlorEngine

/// Questions that take long end when the user no longer wants to wait.
struct InterruptionTests {
  @Test func `a count of the codes that fit stops`() {
    func answer(isStopped: Bool) -> String {
      let session = TestSession(GameCatalog.games) { $0.advice.isStopped = { isStopped } }
      session.run("new mastermind slots=6 colors=7 secret=\"1 1 2 2 3 3\"", "guess 1 2 3 4 5 6")
      return session.say("candidates 1")
    }
    #expect(answer(isStopped: false).contains(" of 117,649 codes fit"))
    #expect(answer(isStopped: true).hasPrefix("error[not-now]: "))
  }
}
