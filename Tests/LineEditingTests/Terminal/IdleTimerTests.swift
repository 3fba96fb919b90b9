import Platform
import Testing

@testable import LineEditing

@Suite struct IdleTimerTests {
  @Test(arguments: [1, 250, 1_000, 1_500])
  func `the next call is an interval away`(_ milliseconds: Int) throws {
    var timer = IdleTimer()
    timer.callback = IdleCallback(every: .milliseconds(milliseconds)) {}
    let before = SystemClock.monotonic
    timer.restart()
    let deadline = try #require(timer.deadline)
    let interval = Int64(milliseconds)
    #expect(deadline >= before + interval)
    #expect(deadline <= SystemClock.monotonic + interval)
  }
}
