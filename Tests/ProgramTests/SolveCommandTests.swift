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

  @Test func `a game without figures, and an option that does not exist`() throws {
    let counter = try Program.run(["solve", "counter"])
    #expect(counter.status == .exited(1))
    #expect(counter.complaint == "parlor: there are no figures to compute for Counter\n")
    let option = try Program.run(["solve", "farkle", "targte=500"])
    #expect(option.status == .exited(2))
    #expect(option.complaint.contains("did you mean `target`?"))
  }
}
