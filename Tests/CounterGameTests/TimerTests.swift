import GameTesting
import ParlorKit
import Testing

@testable import CounterGame

@Suite("The timer")
struct TimerTests {
  @Test(
    "Minutes and seconds, hours when there are any",
    arguments: [
      (0, "00:00"), (999, "00:00"), (1000, "00:01"), (59_999, "00:59"), (60_000, "01:00"),
      (3_599_999, "59:59"), (3_600_000, "1:00:00"), (3_661_000, "1:01:01"),
      (360_000_000, "100:00:00"),
    ] as [(Int64, String)])
  func text(milliseconds: Int64, text: String) {
    #expect(TimerText(milliseconds: milliseconds).string == text)
  }

  @Test(
    "It restarts at every change of turn, and at no other move",
    arguments: [
      ("add 5", "00:00"), ("next", "00:00"), ("prev", "00:00"), ("player remove 1", "00:00"),
      ("player remove 2", "00:12"), ("player add Dee", "00:12"), ("player move 1 3", "00:12"),
      ("roll", "00:12"), ("pause", "00:12"),
    ])
  func restarts(line: String, reading: String) throws {
    var table = try Table("Ann Bob Cy")
    table.wait(12.3)
    try table.play(line)
    #expect(try table.play("timer").hasPrefix(reading))
  }

  @Test("It is paused and resumed")
  func pausing() throws {
    var table = try Table("Ann Bob")
    table.wait(75)
    #expect(try table.play("pause") == "Paused at 01:15.\nAnn has 0. [A] B")
    table.wait(3600)
    #expect(try table.play("timer").hasPrefix("01:15, paused\n"))
    #expect(table.show() == "01:15, paused\nAnn has 0. [A] B")
    #expect(try table.ignored("pause") == "the timer is paused")
    #expect(try table.play("resume") == "Running from 01:15.\nAnn has 0. [A] B")
    #expect(try table.ignored("resume") == "the timer is running")
    table.wait(0.9)
    #expect(table.show().hasPrefix("01:15\n"))
    table.wait(0.1)
    #expect(table.show().hasPrefix("01:16\n"))
    table.wait(3600)
    #expect(
      json(try table.events(of: "timer")[0])
        == #"{"type":"timer","milliseconds":3676000,"time":"1:01:16","paused":false}"#)
    try table.play("pause")
    try table.play("next")
    table.wait(2)
    #expect(table.show().hasPrefix("00:02\n"))
  }

  @Test("It starts with the game, not with its preparation")
  func start() throws {
    var table = try Table()
    table.wait(100)
    try table.run("player add Ann")
    table.wait(100)
    try table.play("start")
    table.wait(1)
    #expect(table.show().hasPrefix("00:01\n"))
  }

  @Test("After an undo it is the player's turn again, at the earlier score, at 00:00")
  func undo() throws {
    var table = try Table("Ann Bob")
    table.wait(10)
    try table.play("add 5")
    table.wait(20)
    try table.play("add 7")
    table.wait(30)
    try table.undo()
    #expect(table.show() == "00:00\nBob has 0. A [B]")
    #expect(table.order == "Ann:5 *Bob:0")
    try table.undo()
    #expect(table.show() == "00:00\nAnn has 0. [A] B")
  }

  @Test("Undo stops at scores, turns and players, not at the die and the timer")
  func steps() throws {
    var table = try Table("Ann Bob")
    var before: [String] = []
    for line in ["add 5", "next", "prev", "player add Cy", "player move Cy 1", "player remove 3"] {
      before.append(table.order)
      try table.run("\(line);roll 3;pause;resume;roll")
    }
    for order in before.reversed() {
      try table.undo()
      #expect(table.order == order)
    }
    #expect(table.log.isEmpty)
  }
}
