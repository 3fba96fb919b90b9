package import ParlorKit

/// Shrinks a finding to few and short lines that show the same violation.
///
/// It removes halves, quarters and so on down to single lines as long as the violation remains,
/// then words of the remaining lines (Zeller and Hildebrandt, "Simplifying and Isolating
/// Failure-Inducing Input", IEEE Transactions on Software Engineering 28, 2002).
package struct Shrinker {
  private let games: [any Game]
  private let violation: Violation
  /// The number of lists that may still be tried, which bounds the time.
  private var budget: Int
  private var best: FuzzFinding
  /// The shortest lines of the session, any of which may replace two others.
  private let pool: [[UInt8]]

  /// The smallest finding that was found with the same violation.
  ///
  /// - Parameter budget: the maximum number of lists of lines to try.
  package static func shrink(
    _ finding: FuzzFinding, games: [any Game], budget: Int = 20_000
  ) -> FuzzFinding {
    var shrinker = Shrinker(finding, games: games, budget: budget)
    shrinker.run()
    return shrinker.best
  }

  private init(_ finding: FuzzFinding, games: [any Game], budget: Int) {
    self.games = games
    self.budget = budget
    violation = finding.violation
    best = finding
    let order = Set(finding.lines).sorted {
      ($0.count, String(decoding: $0, as: UTF8.self)) < (
        $1.count, String(decoding: $1, as: UTF8.self)
      )
    }
    pool = Array(order.prefix(Self.poolSize))
  }

  private static let poolSize = 100

  private mutating func run() {
    // The violation may not depend on the seed.
    _ = attempt(best.lines, seed: 0)
    var size = -1
    while size != weight && budget > 0 {
      size = weight
      removeLines()
      replaceTwoByOne()
      for index in best.lines.indices.reversed() where index < best.lines.count {
        removeWords(of: index)
      }
    }
  }

  private var weight: Int { best.lines.reduce(0) { $0 + $1.count + 1 } }

  private mutating func removeLines() {
    var width = max(1, best.lines.count / 2)
    while true {
      var start = 0
      while start < best.lines.count {
        var lines = best.lines
        lines.removeSubrange(start..<min(lines.count, start + width))
        if !attempt(lines, seed: best.seed) { start += width }
      }
      if width == 1 { return }
      width /= 2
    }
  }

  /// Replaces a line by a legal move or another line of the session, and removes a second line.
  private mutating func replaceTwoByOne() {
    // The number of tries grows with the square of the number of lines.
    guard best.lines.count <= 12 else { return }
    var index = 0
    while index < best.lines.count {
      let count = best.lines.count
      for line in legalMoves(before: index) + pool where best.lines.count == count {
        for other in best.lines.indices where other != index && best.lines.count == count {
          var lines = best.lines
          lines[index] = line
          lines.remove(at: other)
          _ = attempt(lines, seed: best.seed)
        }
      }
      if best.lines.count == count { index += 1 }
    }
  }

  /// A sample of the legal moves before a line.
  private func legalMoves(before index: Int) -> [[UInt8]] {
    var session = FuzzSession(games: games, seed: best.seed)
    for line in best.lines[..<index] { _ = try? session.feed(line, .reply) }
    let moves = session.vocabulary.legalMoves()
    let step = max(1, moves.count / Self.poolSize)
    return stride(from: 0, to: moves.count, by: step).map { Array(moves[$0].utf8) }
  }

  private mutating func removeWords(of index: Int) {
    var word = Self.words(best.lines[index]).count - 1
    while word >= 0 {
      guard index < best.lines.count else { return }
      var words = Self.words(best.lines[index])
      guard word < words.count else { return }
      words.remove(at: word)
      var lines = best.lines
      lines[index] = Array(words.joined(separator: [0x20]))
      _ = attempt(lines, seed: best.seed)
      word -= 1
    }
  }

  private static func words(_ line: [UInt8]) -> [ArraySlice<UInt8>] {
    line.split { $0 == 0x20 || $0 == 0x09 }
  }

  /// Keeps a list of lines as the best so far if it shows the violation.
  private mutating func attempt(_ lines: [[UInt8]], seed: Int) -> Bool {
    guard budget > 0, !lines.isEmpty else { return false }
    budget -= 1
    guard let finding = finding(of: lines, seed: seed),
      finding.violation.isSimilar(to: violation)
    else {
      return false
    }
    best = finding
    return true
  }

  /// The finding of a list of lines, with all checks after the last line.
  private func finding(of lines: [[UInt8]], seed: Int) -> FuzzFinding? {
    var session = FuzzSession(games: games, seed: seed)
    do throws(FuzzFinding) {
      for (index, line) in lines.enumerated() where !session.isOver {
        let check: FuzzSession.Check =
          index == lines.count - 1 ? .game : lines.count <= 50 ? .views : .reply
        _ = try session.feed(line, check)
      }
      return nil
    } catch {
      return error
    }
  }
}
