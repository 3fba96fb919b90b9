import TestKit
import Testing

@testable import ParlorEngine

/// Verbs found by their bytes.
struct VerbTableTests {
  private func find(_ word: String, in verbs: [String]) -> Int? {
    var table = VerbTable<Int>()
    for (index, verb) in verbs.enumerated() { table.add(verb, index) }
    // Within a longer line, so that an index of the slice is not one of its own.
    let line = Array("xx \(word) yy".utf8)
    return VerbKey(line[3..<(line.count - 3)]).flatMap { table.find($0) }
  }

  @Test func `every verb is found, and nothing else`() {
    let verbs = [
      "a", "ab", "abcdefgh", "abcdefghi", "abcdefghijklmno", "abcdefghijklmnop", "?", "é",
    ]
    for (index, verb) in verbs.enumerated() { #expect(find(verb, in: verbs) == index) }
    for word in ["", "b", "abc", "A", "abcdefghijklmnopq", "abcdefg", "ba", "e"] {
      #expect(find(word, in: verbs) == nil, "\(word)")
    }
  }

  @Test func `the first of equal verbs is kept`() {
    #expect(find("a", in: ["a", "b", "a"]) == 0)
  }

  @Test func `long verbs are not taken`() {
    let long = String(repeating: "a", count: 17)
    #expect(find(long, in: [long]) == nil)
  }
}
