package import ParlorKit

/// Finds a short list of lines that shows the same fault as a long one.
///
/// Lines are left out in halves, quarters and so on down to single ones, as long as the fault
/// stays; then words of the lines that remain (Zeller and Hildebrandt, "Simplifying and Isolating
/// Failure-Inducing Input", IEEE Transactions on Software Engineering 28, 2002).
package struct Shrinker {
  private let games: [any Game]
  private let fault: FuzzFault
  /// How many more lists may be tried, so that no fault takes for ever.
  private var budget: Int
  private var best: FuzzFailure
  /// Other lines of the session, the shortest first, of which one may do for two.
  private let pool: [[UInt8]]

  /// The failure with the fewest lines and words that was found.
  ///
  /// - Parameter budget: how many lists of lines are tried at most.
  package static func shrink(
    _ failure: FuzzFailure, games: [any Game], budget: Int = 20_000
  ) -> FuzzFailure {
    var shrinker = Shrinker(failure, games: games, budget: budget)
    shrinker.run()
    return shrinker.best
  }

  private init(_ failure: FuzzFailure, games: [any Game], budget: Int) {
    self.games = games
    self.budget = budget
    fault = failure.fault
    best = failure
    let order = Set(failure.lines).sorted {
      ($0.count, String(decoding: $0, as: UTF8.self)) < (
        $1.count, String(decoding: $1, as: UTF8.self)
      )
    }
    pool = Array(order.prefix(Self.poolSize))
  }

  private static let poolSize = 100

  private mutating func run() {
    // The game may need no seed of its own.
    _ = attempt(best.lines, seed: 0)
    var size = -1
    while size != weight && budget > 0 {
      size = weight
      leaveOutLines()
      takeOneForTwo()
      for index in best.lines.indices.reversed() where index < best.lines.count {
        leaveOutWords(of: index)
      }
    }
  }

  private var weight: Int { best.lines.reduce(0) { $0 + $1.count + 1 } }

  private mutating func leaveOutLines() {
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

  /// Puts a move that is legal there, or another line of the session, in the place of a line and
  /// leaves out another.
  private mutating func takeOneForTwo() {
    // A session that is long even now would take for ever.
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

  /// Some of the moves that are legal before a line.
  private func legalMoves(before index: Int) -> [[UInt8]] {
    var session = FuzzSession(games: games, seed: best.seed)
    for line in best.lines[..<index] { _ = try? session.feed(line, .quick) }
    let moves = session.vocabulary.legalMoves()
    let step = max(1, moves.count / Self.poolSize)
    return stride(from: 0, to: moves.count, by: step).map { Array(moves[$0].utf8) }
  }

  private mutating func leaveOutWords(of index: Int) {
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

  /// Takes over a list of lines if it shows the fault and is lighter than the best so far.
  private mutating func attempt(_ lines: [[UInt8]], seed: Int) -> Bool {
    guard budget > 0, !lines.isEmpty else { return false }
    budget -= 1
    guard let failure = failure(of: lines, seed: seed), failure.fault.isLike(fault) else {
      return false
    }
    best = failure
    return true
  }

  /// How lines fail, the whole game checked after the last.
  private func failure(of lines: [[UInt8]], seed: Int) -> FuzzFailure? {
    var session = FuzzSession(games: games, seed: seed)
    do throws(FuzzFailure) {
      for (index, line) in lines.enumerated() where !session.isOver {
        let care: FuzzSession.Care =
          index == lines.count - 1 ? .whole : lines.count <= 50 ? .thorough : .quick
        _ = try session.feed(line, care)
      }
      return nil
    } catch {
      return error
    }
  }
}
