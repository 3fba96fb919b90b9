import Testing

@testable import Fuzzing

/// What the fuzzer says of reviews that cannot be right.
struct ReviewContractTests {
  private func fault(_ moves: [String], meaning: String = #""expected guesses""#) -> String? {
    ReviewContract.fault(
      in: Array(
        """
        {"events":[{"type":"review","moves":[\(moves.joined(separator: ","))],"meanings":[\(meaning)]}]}
        """.utf8))
  }

  private func move(
    _ number: String = "1", value: String = "2.5", best: String = "2.5", loss: String = "0",
    luck: String = "0.5", unit: String = "guesses"
  ) -> String {
    """
    {"number":\(number),"unit":"\(unit)","value":\(value),"bestValue":\(best),"loss":\(loss),\
    "luck":\(luck)}
    """
  }

  @Test func `what luck brings and errors lose comes to the guesses that were gained`() {
    let last = move("2", value: "1", best: "1", luck: "0")
    #expect(fault([move(), last]) == nil)
    #expect(
      fault([move(luck: "1"), last]) == "luck less loss is 1.0, but 0.5 guesses were gained")
    // An estimate need not, and neither need moves of which some cannot be judged.
    #expect(fault([move(luck: "1"), last], meaning: #""estimate: of a test""#) == nil)
    #expect(fault([move(luck: "null"), last]) == nil)
    #expect(fault([move("2", luck: "1"), move("3")]) == nil)
  }

  @Test(arguments: [
    #"{"unit":"guesses","value":1,"bestValue":1,"loss":0,"luck":0}"#,
    #"{"number":1,"unit":"guesses","value":1,"bestValue":1,"loss":0}"#,
    #"{"number":1,"unit":"guesses","value":1,"bestValue":1,"loss":0,"luck":"0"}"#,
    #"{"number":1,"unit":"guesses","value":1,"bestValue":1,"luck":0}"#,
    #"{"number":1,"unit":"hours","value":1,"bestValue":1,"loss":0,"luck":0}"#,
  ])
  func `a move with a part that is missing or no number is a fault`(move: String) {
    #expect(fault([move]) == "a move of the review cannot be read")
  }

  @Test func `a review without meanings is a fault`() {
    let reply = #"{"events":[{"type":"review","moves":[]}]}"#
    #expect(ReviewContract.fault(in: Array(reply.utf8)) == "the review cannot be read")
    #expect(fault([], meaning: "1") == "the review cannot be read")
    #expect(fault([]) == nil)
  }

  @Test func `a loss is what a move was worse than the best one`() {
    #expect(fault([move(value: "3", loss: "0.4")]) == "move 1 loses 0.4, not 0.5")
    #expect(fault([move(loss: "-1")]) == "move 1 loses -1.0")
    #expect(
      fault([move(value: "1.5", best: "1.5", unit: "chance")])
        == "move 1 has the value 1.5, the best one 1.5")
  }
}
