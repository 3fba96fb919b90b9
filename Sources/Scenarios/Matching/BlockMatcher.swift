/// Pairs the tests of a block with lines, whatever their order.
///
/// Source: Kuhn, "The Hungarian Method for the Assignment Problem", Naval Research Logistics
/// Quarterly 2 (1955), in the form for pairs of equal worth: augmenting paths.
struct BlockMatcher {
  /// For each test, the number of its expected line and the lines it accepts.
  private let candidates: [(index: Int, lines: [Int])]

  /// A matcher of tests.
  ///
  /// - Parameter isRefusal: whether the first line is that of a refusal.
  init(_ tests: [LineTest], _ lines: [ArraySlice<UInt8>], isRefusal: Bool) {
    candidates = tests.map { test in
      let accepted = lines.indices.filter { line in
        (test.isError || line > 0 || !isRefusal) && test.accepts(lines[line])
      }
      return (test.index, accepted)
    }
  }

  /// The most pairs that can be made with the lines of a range: expected line to line.
  func matching(from start: Int, count: Int) -> [Int: Int] {
    let window = start..<(start + count)
    var owners: [Int: Int] = [:]
    for test in candidates.indices {
      var visited: Set<Int> = []
      _ = place(test, in: window, &owners, &visited)
    }
    var partners: [Int: Int] = [:]
    for (line, test) in owners { partners[candidates[test].index] = line }
    return partners
  }

  /// Finds a line for a test, moving tests that are placed already to other lines of theirs.
  private func place(
    _ test: Int, in window: Range<Int>, _ owners: inout [Int: Int], _ visited: inout Set<Int>
  ) -> Bool {
    for line in candidates[test].lines where window.contains(line) {
      guard visited.insert(line).inserted else { continue }
      if let owner = owners[line], !place(owner, in: window, &owners, &visited) { continue }
      owners[line] = test
      return true
    }
    return false
  }
}
