import GameTesting
import ParlorKit
import Testing

@testable import MastermindGame

@Suite("Candidates")
struct CandidatesTests {
  @Test(arguments: [
    "slots=1 colors=2", "slots=2 colors=20", "slots=3 colors=5", "slots=3 colors=5 repeats=off",
    "slots=4 colors=4", "slots=4 colors=4 repeats=off", "slots=5 colors=3",
    "slots=5 colors=6 repeats=off", "slots=8 colors=2", "slots=3 colors=12 repeats=off",
  ])
  func `They are what trying every code finds`(options: String) throws {
    for seed in 0..<5 as Range<UInt64> {
      var match = try Match(options, seed: seed)
      let rules = match.state.rules
      let all = Code.all(rules.slots, rules.colors).filter(rules.allows)
      #expect(all.count == rules.codes)
      var chance = Chance(seed: seed, draw: 9)
      while !match.state.isOver, match.state.answers.count < 7 {
        let fitting = all.filter { code in match.state.answers.allSatisfy { $0.fits(code) } }
        let limit = 1 + Int(chance.below(30))
        let candidates = Candidates(rules, match.state.answers, limit: limit)
        #expect(candidates.count == fitting.count)
        #expect(candidates.first == Array(fitting.prefix(limit)))
        #expect(match.contradicts(fitting[0]) == false)
        try match.make(.guess(.random(rules.slots, rules.colors, &chance)))
      }
    }
  }

  @Test(
    arguments: [
      ("slots=4 colors=6", 1296), ("slots=6 colors=6", 46_656), ("slots=5 colors=8", 32_768),
      ("slots=10 colors=5", 9_765_625), ("slots=9 colors=6", 10_077_696),
      ("slots=10 colors=20", 10_240_000_000_000),
      ("slots=7 colors=10", 10_000_000), ("slots=6 colors=17 repeats=off", 8_910_720),
      ("slots=6 colors=18 repeats=off", 13_366_080), ("slots=10 colors=10 repeats=off", 3_628_800),
    ])
  func `Without guesses all codes fit, however many`(options: String, count: Int) throws {
    let match = try Match(options)
    let candidates = Candidates(match.state.rules, [], limit: 3)
    #expect(candidates.count == count)
    #expect(candidates.first.count == 3)
  }

  @Test(
    arguments: [
      // k pegs of one colour: the others are any of 19 colours each.
      ("1 1 1 1 1 1 1 1 1 1", "1 1 1 1 1 1 1 1 1 2", 190),
      ("1 1 1 1 1 1 1 1 1 1", "1 1 1 1 1 1 1 1 3 2", 45 * 361),
      // One of ten pegs is wrong, and any of 19 colours.
      ("1 2 3 4 5 6 7 8 9 20", "1 2 3 4 5 6 7 8 9 10", 10 * 19),
    ])
  func `Few codes of very many are counted`(guess: String, secret: String, count: Int) throws {
    var match = try Match("slots=10 colors=20", secret: secret)
    try match.play("guess \(guess)")
    #expect(Candidates(match.state.rules, match.state.answers, limit: 1).count == count)
  }

  @Test
  func `Colours that are ruled out are no more looked at`() throws {
    var match = try Match("slots=6 colors=6", secret: "6 6 6 6 6 6")
    try match.play("guess 1 1 1 1 1 1;guess 2 2 2 2 2 2;guess 1 2 1 2 1 2;guess 3 3 3 3 3 3")
    let candidates = Candidates(match.state.rules, match.state.answers, limit: 1)
    #expect(candidates.count == 729)
    #expect(candidates.first == [Code("4 4 4 4 4 4")])
  }

  @Test
  func `candidates says how many codes fit, and shows some`() throws {
    var match = try Match("slots=3", secret: "1 5 2")
    try match.play("guess 1 1 2;guess 6 6 6;guess 2 1 1")
    #expect(
      try match.answer("candidates") == """
        4 of 216 codes fit:
          1 2 2
          1 3 2
          1 4 2
          1 5 2
        """)
    #expect(
      try match.answer("candidates 1") == "4 of 216 codes fit:\n  1 2 2\n  and 3 more")
    try match.play("guess 1 5 2")
    #expect(try match.answer("candidates") == "1 of 216 codes fits:\n  1 5 2")
    var large = try Match("slots=10 colors=20", secret: "1 2 3 4 5 6 7 8 9 10")
    try large.play("guess 11 12 13 14 15 1 2 3 4 5")
    #expect(
      try large.answer("candidates")
        == "Counting the codes that fit takes too long; there are 10,240,000,000,000 codes in all."
    )
    #expect(
      json(try large.events(of: "candidates")[0])
        == #"{"type":"candidates","codes":10240000000000,"count":null,"first":[]}"#)
    #expect(
      json(try match.events(of: "candidates")[0])
        == #"{"type":"candidates","codes":216,"count":1,"first":[[1,5,2]]}"#)
  }
}

extension Match {
  /// Whether a guess contradicts an answer.
  func contradicts(_ code: Code) -> Bool { Contradiction.first(of: code, in: state.answers) != nil }

  /// The answer to a question, without the situation.
  mutating func answer(_ line: String) throws -> String {
    let events = try events(of: line)
    return written { text in
      for event in events { event.write(to: &text) }
    }
  }
}
