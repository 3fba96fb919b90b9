import ParlorKit

/// Which expected line matches which line of a reply.
struct Alignment {
  /// Expected lines count from 0 within their step, lines of the reply from 0 as well.
  enum Row: Equatable {
    case matched(expected: Int, line: Int)
    /// An expected line that needs no line of the reply, or no further one.
    case passed(expected: Int)
    case missing(expected: Int)
    case extra(line: Int)
    /// An expected line and the different line in its place.
    case changed(expected: Int, line: Int)

    var isMatch: Bool {
      switch self {
      case .matched, .passed: true
      case .missing, .extra, .changed: false
      }
    }
  }

  /// In the order of the expected lines and of the reply, except within `(unordered)` blocks.
  var rows: [Row]

  /// Whether the whole reply is as expected.
  var isExact: Bool { rows.allSatisfy(\.isMatch) }
}

/// Finds the alignment with the fewest missing, extra and changed lines. It has none exactly if the
/// reply is as expected.
///
/// This is the edit distance between expected lines and lines of the reply (Wagner and Fischer,
/// "The String-to-String Correction Problem", JACM 21, 1974), where items such as `...` take
/// several lines at no cost. Time and memory are proportional to the product of both line counts,
/// for any patterns.
struct Aligner {
  private let items: [ExpectedItem]
  private let lines: [ArraySlice<UInt8>]
  private let code: ErrorCode?
  private let blocks: [Int: BlockMatcher]
  /// The best move at each pair of an item and a line; the costs of the pairs from there on.
  private var moves: [Move]
  private var costs: [Int] = []
  private var below: [Int] = []

  private enum Move: UInt8 {
    /// The item takes the line and ends.
    case take
    /// The item takes the line and continues.
    case takeMore
    /// The item ends before the line.
    case pass
    case change, missing, extra
    /// A block takes as many lines as it has, or one less or one more.
    case block, shortBlock, longBlock
    /// An error reply takes all lines.
    case whole
  }

  /// The cost of a line that differs. Costs are lexicographic: below this unit they only choose
  /// among alignments with the same number of differences.
  private static let difference = 1 << 32
  /// The limit of pairs, such as 2,896 expected and as many actual lines between equal ones: it keeps
  /// memory below 8 MB and the time to a few seconds.
  private static let sizeLimit = 1 << 23

  /// - Parameters:
  ///   - code: the code of an error reply, whose first line matches only an expected line that
  ///     starts with `error`.
  ///   - isStopped: whether to stop early, with an unusable result.
  static func align(
    _ items: [ExpectedItem], with lines: [ArraySlice<UInt8>], code: ErrorCode?,
    isStopped: () -> Bool = { false }
  ) -> Alignment {
    let head = zip(items, lines).prefix { $0.plainly(takes: $1, code: code) }.count
    let rest = zip(items[head...].reversed(), lines[head...].reversed())
    let tail = rest.prefix { $0.plainly(takes: $1, code: code) }.count
    var rows = (0..<head).map { items[$0].row(of: $0) }
    let middle = Array(items[head..<(items.count - tail)])
    rows += align(
      middle, lines[head..<(lines.count - tail)], code: head == 0 ? code : nil, isStopped)
    rows += (0..<tail).reversed().map {
      items[items.count - 1 - $0].row(of: lines.count - 1 - $0)
    }
    return Alignment(rows: rows)
  }

  private static func align(
    _ items: [ExpectedItem], _ lines: ArraySlice<ArraySlice<UInt8>>, code: ErrorCode?,
    _ isStopped: () -> Bool
  ) -> [Alignment.Row] {
    if items.isEmpty { return lines.indices.map { .extra(line: $0) } }
    guard (items.count + 1) * (lines.count + 1) <= sizeLimit else {
      return items.flatMap(\.missing) + lines.indices.map { .extra(line: $0) }
    }
    var aligner = Aligner(items, Array(lines), code: code)
    aligner.fill(isStopped)
    return aligner.rows(from: lines.startIndex)
  }

  private init(_ items: [ExpectedItem], _ lines: [ArraySlice<UInt8>], code: ErrorCode?) {
    self.items = items
    self.lines = lines
    self.code = code
    var blocks: [Int: BlockMatcher] = [:]
    for (index, item) in items.enumerated() {
      if case .block(let tests) = item.kind {
        blocks[index] = BlockMatcher(tests, lines, isErrorReply: code != nil)
      }
    }
    self.blocks = blocks
    moves = [Move](repeating: .extra, count: (items.count + 1) * (lines.count + 1))
  }

  /// Computes costs and moves from the last item and line to the first.
  private mutating func fill(_ isStopped: () -> Bool) {
    let count = lines.count
    below = (0...count).map { (count - $0) * Self.difference }
    for item in items.indices.reversed() where !isStopped() {
      costs = [Int](repeating: 0, count: count + 1)
      for line in (0...count).reversed() {
        let (move, cost) = best(item, line)
        costs[line] = cost
        moves[item * (count + 1) + line] = move
      }
      below = costs
    }
  }

  /// The best move for an item at a line. Among equal costs the first wins, so that `...` takes as
  /// few lines as possible and `(*)` as many.
  private func best(_ item: Int, _ line: Int) -> (Move, Int) {
    var best = (move: Move.extra, cost: Int.max)
    func consider(_ move: Move, _ cost: Int) {
      if cost < best.cost { best = (move, cost) }
    }
    let hasLine = line < lines.count
    switch items[item].kind {
    case .once(let test):
      if hasLine && accepts(test, line) { consider(.take, below[line + 1]) }
      considerDifference()
    case .optional(let test):
      if hasLine && accepts(test, line) { consider(.take, below[line + 1]) }
      consider(.pass, below[line])
    case .repeated(let test):
      if hasLine && accepts(test, line) { consider(.takeMore, costs[line + 1]) }
      consider(.pass, below[line])
    case .anyLines:
      consider(.pass, below[line])
      if hasLine && !isHead(line) { consider(.takeMore, costs[line + 1] + 2) }
    case .error(let wanted):
      if isHead(line) && code == wanted { consider(.whole, below[lines.count]) }
      considerDifference()
    case .block(let tests):
      for (move, width) in widths(tests.count) where line + width <= lines.count && width >= 0 {
        let hits = blocks[item]?.matching(from: line, count: width).count ?? 0
        let misses = tests.count + width - 2 * hits
        consider(move, below[line + width] + misses * Self.difference + min(misses, 1))
      }
      consider(.missing, below[line] + tests.count * Self.difference)
    }
    if hasLine { consider(.extra, costs[line + 1] + Self.difference) }
    return best

    func considerDifference() {
      if hasLine { consider(.change, below[line + 1] + Self.difference + 1) }
      consider(.missing, below[line] + Self.difference)
    }
  }

  private func widths(_ count: Int) -> [(Move, Int)] {
    [(.block, count), (.shortBlock, count - 1), (.longBlock, count + 1)]
  }

  private func isHead(_ line: Int) -> Bool { line == 0 && code != nil }

  private func accepts(_ test: LineTest, _ line: Int) -> Bool {
    (test.isError || !isHead(line)) && test.accepts(lines[line])
  }

  /// The rows of the best moves from the first item and line on.
  private func rows(from base: Int) -> [Alignment.Row] {
    var rows: [Alignment.Row] = []
    var (item, line) = (0, 0)
    while item < items.count {
      let first = items[item].lines.lowerBound
      let move = moves[item * (lines.count + 1) + line]
      switch move {
      case .take, .takeMore: rows.append(.matched(expected: first, line: base + line))
      case .pass: rows.append(.passed(expected: first))
      case .change: rows.append(.changed(expected: first, line: base + line))
      case .missing: rows += items[item].missing
      case .extra: rows.append(.extra(line: base + line))
      case .whole:
        rows += lines.indices.map { .matched(expected: first, line: base + $0) }
        line = lines.count
      case .block, .shortBlock, .longBlock:
        let count = items[item].lines.count - 2
        let width = widths(count).first { $0.0 == move }?.1 ?? count
        rows += blockRows(item, at: line, count: width, base: base)
        line += width
      }
      if [.take, .takeMore, .change, .extra].contains(move) { line += 1 }
      if move != .takeMore && move != .extra { item += 1 }
    }
    return rows + (line..<lines.count).map { .extra(line: base + $0) }
  }

  private func blockRows(_ item: Int, at line: Int, count: Int, base: Int) -> [Alignment.Row] {
    let lines = items[item].lines
    let partners = blocks[item]?.matching(from: line, count: count) ?? [:]
    let inner = lines.dropFirst().dropLast().map { index -> Alignment.Row in
      partners[index].map { .matched(expected: index, line: base + $0) }
        ?? .missing(expected: index)
    }
    let extra = Set(line..<(line + count)).subtracting(partners.values).sorted()
    return [.passed(expected: lines.lowerBound)] + inner + extra.map { .extra(line: base + $0) }
      + [.passed(expected: lines.upperBound - 1)]
  }
}

extension ExpectedItem {
  /// Whether this is a plain line and equal to a line. Such pairs at the start and the end are
  /// matched without a search.
  fileprivate func plainly(takes line: ArraySlice<UInt8>, code: ErrorCode?) -> Bool {
    guard case .once(let test) = kind, let plain = test.plain else { return false }
    return plain == line && (code == nil || test.isError)
  }

  fileprivate func row(of line: Int) -> Alignment.Row {
    .matched(expected: lines.lowerBound, line: line)
  }

  /// The rows if no line matches any part of the item.
  fileprivate var missing: [Alignment.Row] { lines.map { .missing(expected: $0) } }
}

/// Matches the tests of an `(unordered)` block to lines in any order.
///
/// Equal lines form a class, and tests that accept the same classes form a group, so the work
/// depends on the number of different lines and tests. Each group takes free lines first and gets
/// the rest along augmenting paths (Ford and Fulkerson, "Maximal Flow Through a Network", Canadian
/// Journal of Mathematics 8, 1956).
private struct BlockMatcher {
  private struct Group {
    /// The classes that the tests accept.
    var classes: [Int]
    /// The numbers of the expected lines of the tests.
    var tests: [Int] = []
  }

  /// The class of each line.
  private let classes: [Int]
  /// The groups of plain lines come first: they have no choice.
  private let groups: [Group]

  /// - Parameter isErrorReply: whether the first line is that of an error.
  init(_ tests: [LineTest], _ lines: [ArraySlice<UInt8>], isErrorReply: Bool) {
    var numbers: [ArraySlice<UInt8>: Int] = [:]
    var examples: [ArraySlice<UInt8>] = []
    var classes: [Int] = []
    classes.reserveCapacity(lines.count)
    for (index, line) in lines.enumerated() {
      // The first line of an error is like no other.
      let isAlone = index == 0 && isErrorReply
      if !isAlone, let number = numbers[line] {
        classes.append(number)
      } else {
        if !isAlone { numbers[line] = examples.count }
        classes.append(examples.count)
        examples.append(line)
      }
    }
    func accepts(_ test: LineTest, _ number: Int) -> Bool {
      (test.isError || number > 0 || !isErrorReply) && test.accepts(examples[number])
    }
    var places: [[Int]: Int] = [:]
    var groups: [Group] = []
    for test in tests {
      let accepted: [Int] =
        if let plain = test.plain {
          ([numbers[plain]] + (isErrorReply ? [0] : [])).compactMap(\.self)
            .filter { accepts(test, $0) }
        } else {
          examples.indices.filter { accepts(test, $0) }
        }
      let place = places[accepted] ?? groups.count
      if place == groups.count {
        places[accepted] = place
        groups.append(Group(classes: accepted))
      }
      groups[place].tests.append(test.index)
    }
    self.classes = classes
    self.groups = groups.sorted { $0.classes.count < $1.classes.count }
  }

  /// A largest matching with the lines of a range, from expected line to line.
  func matching(from start: Int, count: Int) -> [Int: Int] {
    var lines: [Int: [Int]] = [:]
    for line in (start..<(start + count)).reversed() {
      lines[classes[line], default: []].append(line)
    }
    var flow = Flow(free: lines.mapValues(\.count), taken: groups.map { _ in [:] })
    for (number, group) in groups.enumerated() {
      var lacking = group.tests.count
      for name in group.classes where lacking > 0 {
        guard let free = flow.free[name], free > 0 else { continue }
        flow.take(min(free, lacking), of: name, for: number)
        lacking -= min(free, lacking)
      }
      while lacking > 0 {
        var visited: Set<Int> = []
        guard augment(number, &flow, &visited) else { break }
        lacking -= 1
      }
    }
    var partners: [Int: Int] = [:]
    for (number, group) in groups.enumerated() {
      var tests = group.tests[...]
      for name in group.classes {
        for _ in 0..<(flow.taken[number][name] ?? 0) {
          guard let test = tests.popFirst(), let line = lines[name]?.popLast() else { break }
          partners[test] = line
        }
      }
    }
    return partners
  }

  /// How many lines of each class are free, and how many each group has taken.
  private struct Flow {
    var free: [Int: Int]
    var taken: [[Int: Int]]

    mutating func take(_ count: Int, of name: Int, for group: Int) {
      free[name, default: 0] -= count
      taken[group][name, default: 0] += count
    }
  }

  /// Finds a line for one more test of a group, moving tests of other groups where necessary.
  private func augment(_ number: Int, _ flow: inout Flow, _ visited: inout Set<Int>) -> Bool {
    for name in groups[number].classes where visited.insert(name).inserted {
      if flow.free[name] ?? 0 > 0 {
        flow.take(1, of: name, for: number)
        return true
      }
      for other in groups.indices where other != number && flow.taken[other][name] ?? 0 > 0 {
        guard augment(other, &flow, &visited) else { continue }
        flow.taken[other][name, default: 0] -= 1
        flow.taken[number][name, default: 0] += 1
        return true
      }
    }
    return false
  }
}
