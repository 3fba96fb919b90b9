import ParlorKit

/// Finds the alignment with the fewest lines that are missing, extra or changed; that is none
/// exactly if the reply is as expected.
///
/// It is the edit distance between expected lines and lines (Wagner and Fischer, "The
/// String-to-String Correction Problem", JACM 21, 1974), where items that stand for several lines
/// take them at no cost. Time and memory are the product of both numbers of lines, whatever the
/// patterns.
struct Aligner {
  private let items: [ExpectedItem]
  private let lines: [ArraySlice<UInt8>]
  private let code: ErrorCode?
  private let blocks: [Int: BlockMatcher]
  /// What to do at each pair of an item and a line, and the costs from there on.
  private var moves: [Move]
  private var costs: [Int] = []
  private var below: [Int] = []

  private enum Move: UInt8 {
    /// The item takes this line and is done.
    case take
    /// The item takes this line and may take more.
    case takeMore
    /// The item is done.
    case pass
    case change, missing, extra
    /// A block takes as many lines as it has, one less, one more.
    case block, shortBlock, longBlock
    /// A refusal takes all lines.
    case whole
  }

  /// A line that differs; matching is lexicographic: first few of these, then few of the rest.
  private static let difference = 1 << 32
  /// The most pairs that are compared, so that memory stays below 64 MB.
  private static let sizeLimit = 1 << 26

  /// The best alignment.
  ///
  /// - Parameter code: the code of the reply, if it is a refusal: then its first line is taken
  ///   only by a line that begins with `error`.
  static func align(
    _ items: [ExpectedItem], with lines: [ArraySlice<UInt8>], code: ErrorCode?
  ) -> Alignment {
    let head = zip(items, lines).prefix { $0.plainly(takes: $1, code: code) }.count
    let rest = zip(items[head...].reversed(), lines[head...].reversed())
    let tail = rest.prefix { $0.plainly(takes: $1, code: code) }.count
    var rows = (0..<head).map { items[$0].row(of: $0) }
    let middle = Array(items[head..<(items.count - tail)])
    rows += align(middle, lines[head..<(lines.count - tail)], code: head == 0 ? code : nil)
    rows += (0..<tail).reversed().map {
      items[items.count - 1 - $0].row(of: lines.count - 1 - $0)
    }
    return Alignment(rows: rows)
  }

  private static func align(
    _ items: [ExpectedItem], _ lines: ArraySlice<ArraySlice<UInt8>>, code: ErrorCode?
  ) -> [Alignment.Row] {
    if items.isEmpty { return lines.indices.map { .extra(line: $0) } }
    guard (items.count + 1) * (lines.count + 1) <= sizeLimit else {
      return items.flatMap(\.missing) + lines.indices.map { .extra(line: $0) }
    }
    var aligner = Aligner(items, Array(lines), code: code)
    aligner.fill()
    return aligner.rows(from: lines.startIndex)
  }

  private init(_ items: [ExpectedItem], _ lines: [ArraySlice<UInt8>], code: ErrorCode?) {
    self.items = items
    self.lines = lines
    self.code = code
    var blocks: [Int: BlockMatcher] = [:]
    for (index, item) in items.enumerated() {
      if case .block(let tests) = item.kind {
        blocks[index] = BlockMatcher(tests, lines, isRefusal: code != nil)
      }
    }
    self.blocks = blocks
    moves = [Move](repeating: .extra, count: (items.count + 1) * (lines.count + 1))
  }

  /// Works out costs from the last item and line to the first.
  private mutating func fill() {
    let count = lines.count
    below = (0...count).map { (count - $0) * Self.difference }
    for item in items.indices.reversed() {
      costs = [Int](repeating: 0, count: count + 1)
      for line in (0...count).reversed() {
        let (move, cost) = best(item, line)
        costs[line] = cost
        moves[item * (count + 1) + line] = move
      }
      below = costs
    }
  }

  /// The best move for an item at a line. Of moves of equal cost the first is taken, so that
  /// `...` takes as little as it can and `(*)` as much.
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
    case .refusal(let wanted):
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

  /// Follows the best moves from the first item and line.
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
  /// Whether this is one plain line and equal to a line; such pairs at the beginning and the end
  /// need no search.
  fileprivate func plainly(takes line: ArraySlice<UInt8>, code: ErrorCode?) -> Bool {
    guard case .once(let test) = kind, let plain = test.plain else { return false }
    return plain == line && (code == nil || test.isError)
  }

  fileprivate func row(of line: Int) -> Alignment.Row {
    .matched(expected: lines.lowerBound, line: line)
  }

  /// The rows if nothing of this came.
  fileprivate var missing: [Alignment.Row] { lines.map { .missing(expected: $0) } }
}
