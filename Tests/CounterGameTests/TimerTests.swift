import GameTesting
import ParlorKit
import Testing

@testable import CounterGame

@Suite("The timer")
struct TimerTests {
  @Test(
    arguments: [
      (0, "00:00"), (999, "00:00"), (1000, "00:01"), (59_999, "00:59"), (60_000, "01:00"),
      (3_599_999, "59:59"), (3_600_000, "1:00:00"), (3_661_000, "1:01:01"),
      (360_000_000, "100:00:00"),
    ] as [(Int64, String)])
  func `Times show minutes and seconds, and hours if there are any`(
    milliseconds: Int64, text: String
  ) {
    #expect(written { TimerText(milliseconds: milliseconds).write(to: &$0) } == text)
  }

  @Test(arguments: [
    ("add 5", "00:00"), ("next", "00:00"), ("prev", "00:00"), ("player remove 1", "00:00"),
    ("player remove 2", "00:12"), ("player add Dee", "00:12"), ("player move 1 3", "00:12"),
    ("roll", "00:12"), ("pause", "00:12"),
  ])
  func `It restarts at every change of turn, and at no other move`(line: String, reading: String)
    throws
  {
    var match = try Match("Ann Bob Cy")
    match.wait(12.3)
    try match.play(line)
    #expect(try match.play("timer").hasPrefix(reading))
  }

  @Test
  func `It is paused and resumed`() throws {
    var match = try Match("Ann Bob")
    match.wait(75)
    #expect(try match.play("pause") == "Paused at 01:15.\nAnn has 0. [A] B")
    match.wait(3600)
    #expect(try match.play("timer").hasPrefix("01:15, paused\n"))
    #expect(match.show() == "01:15, paused\nAnn has 0. [A] B")
    #expect(try match.ignored("pause") == "the timer is already paused")
    #expect(try match.play("resume") == "Running from 01:15.\nAnn has 0. [A] B")
    #expect(try match.ignored("resume") == "the timer is already running")
    match.wait(0.9)
    #expect(match.show().hasPrefix("01:15\n"))
    match.wait(0.1)
    #expect(match.show().hasPrefix("01:16\n"))
    match.wait(3600)
    #expect(
      json(try match.events(of: "timer")[0])
        == #"{"type":"timer","milliseconds":3676000,"time":"1:01:16","paused":false}"#)
    try match.play("pause")
    try match.play("next")
    match.wait(2)
    #expect(match.show().hasPrefix("00:02\n"))
  }

  @Test
  func `It starts with the game, not with its preparation`() throws {
    var match = try Match()
    match.wait(100)
    try match.play("player add Ann")
    match.wait(100)
    try match.play("start")
    match.wait(1)
    #expect(match.show().hasPrefix("00:01\n"))
  }

  @Test
  func `After an undo it is the player's turn again, at the earlier score, at 00:00`() throws {
    var match = try Match("Ann Bob")
    match.wait(10)
    try match.play("add 5")
    match.wait(20)
    try match.play("add 7")
    match.wait(30)
    try match.undo()
    #expect(match.show() == "00:00\nBob has 0. A [B]")
    #expect(match.order == "Ann:5 *Bob:0")
    try match.undo()
    #expect(match.show() == "00:00\nAnn has 0. [A] B")
  }

  @Test
  func `Undo stops at scores, turns and players, not at the die and the timer`() throws {
    var match = try Match("Ann Bob")
    var before: [String] = []
    for line in ["add 5", "next", "prev", "player add Cy", "player move Cy 1", "player remove 3"] {
      before.append(match.order)
      try match.play("\(line);roll 3;pause;resume;roll")
    }
    for order in before.reversed() {
      try match.undo()
      #expect(match.order == order)
    }
    #expect(match.log.isEmpty)
  }
}
