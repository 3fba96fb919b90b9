import Scenarios
import Testing

@Suite struct ShardTests {
  @Test func `the ranges of all parts are everything once`() throws {
    for count in [1, 2, 3, 7, 64, 1_000] {
      for total in [0, 1, 63, 64, 65, 1_000_000_007] {
        var next = 0
        for number in 1...count {
          let range = try #require(Shard(number, of: count)).range(of: total)
          #expect(range.lowerBound == next)
          #expect([total / count, total / count + 1].contains(range.count))
          next = range.upperBound
        }
        #expect(next == total)
      }
    }
    #expect(Shard(Int.max, of: Int.max)?.range(of: 3) == 2..<3)
  }

  /// An argument, what the environment says, and the part.
  private static let cases: [(String, [String: String], String?)] = [
    ("1/3", [:], "1/3"), ("3/3", [:], "3/3"), ("0/3", [:], nil), ("4/3", [:], nil),
    ("auto", [:], nil), ("auto/8", [:], nil),
    ("auto", ["ID": "5", "MIN": "3", "COUNT": "4"], "3/4"),
    ("auto", ["ID": "0", "MIN": "0", "COUNT": "1"], "1/1"),
    ("auto", ["ID": "9", "MIN": "1", "STEP": "4", "COUNT": "3"], "3/3"),
    ("auto", ["ID": "9", "MIN": "1", "COUNT": "3"], nil),
    ("auto/8", ["ID": "3", "MIN": "3", "COUNT": "1"], "3/8"),
    ("auto/8", ["ID": "0"], nil), ("auto/8", ["INDEX": "0"], "1/8"),
    ("auto/8", ["INDEX": "8"], nil), ("auto", ["INDEX": "0"], nil),
    ("auto/0", ["INDEX": "0"], nil), ("auto/8/1", ["INDEX": "0"], nil),
    ("auto/8", ["INDEX": "9223372036854775807"], nil),
  ]

  @Test func `a batch system says which part`() {
    for (text, variables, expected) in Self.cases {
      let shard = Shard(text) { name in
        name == "JOB_COMPLETION_INDEX"
          ? variables["INDEX"] : variables[name.replacing("SLURM_ARRAY_TASK_", with: "")]
      }
      #expect(shard?.description == expected, "\(text) \(variables)")
    }
  }
}
