import TestKit
import Testing

/// `parlor solve`, with a target that is solved at once.
@Suite(.blocking) struct SolveCommandTests {
  @Test func `figures of Farkle`() throws {
    let outcome = try Program.run(["solve", "farkle", "target=500", "--format", "json"])
    #expect(outcome.status == .exited(0))
    #expect(
      outcome.text == """
        {"game":"farkle","options":["target=500"],"turnValue":582.317213808,\
        "turnFarkle":0.205997268,"bankAt":[350,250,450,1050,3100,17750],\
        "soloTurns":1.675698108,"firstWins":0.572662952}

        """)
  }

  @Test func `figures of Mastermind`() throws {
    let small = ["solve", "mastermind", "slots=2", "colors=3"]
    let outcome = try Program.run(small + ["--format", "json"])
    #expect(outcome.status == .exited(0))
    // 21 and 3: a search of all strategies, in another language.
    #expect(
      outcome.text == """
        {"game":"mastermind","options":["slots=2","colors=3"],"total":21,"average":2.333333333,\
        "most":3,"exact":true}

        """)
    let none = try Program.run(small + ["slots=4", "repeats=off"])
    #expect(none.status == .exited(2))
    let empty = try Program.run(["solve", "mastermind", "slots=4", "colors=3", "repeats=off"])
    #expect(empty.status == .exited(1))
    #expect(
      empty.complaint == "parlor: there are more pegs than colours, and none may repeat\n")
  }

  @Test func `a game without figures, and an option that does not exist`() throws {
    let counter = try Program.run(["solve", "counter"])
    #expect(counter.status == .exited(1))
    #expect(counter.complaint == "parlor: there are no figures to compute for Counter\n")
    let option = try Program.run(["solve", "farkle", "targte=500"])
    #expect(option.status == .exited(2))
    #expect(option.complaint.contains("did you mean `target`?"))
  }
}
