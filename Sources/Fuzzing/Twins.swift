import ParlorEngine
package import ParlorKit

/// Plays random sessions in pairs that differ only in what is hidden: every reply must be equal
/// until the players may see a difference (noninterference; Goguen and Meseguer, "Security Policies
/// and Security Models", 1982).
///
/// A pair knows neither the game nor how lines are masked. The part of a logged line that was not
/// typed is what the game drew. The twin has other characters there and another seed, and is kept
/// if every position of its log looks the same to everybody who may see it. From then on both
/// sessions get the same lines.
package struct TwinRun: Sendable {
  private let game: any Game
  private let seed: UInt64
  /// The maximum number of lines of a pair.
  private static let pairLength = 120
  /// The number of attempts to change a twin.
  private static let changes = 16

  package init(game: any Game, seed: UInt64) {
    self.game = game
    self.seed = seed
  }

  /// Feeds the lines of one batch, each to both sessions of a pair. A batch depends only on the
  /// seed and its number.
  ///
  /// - Throws: the first reply that reveals a secret.
  package func batch(_ number: Int, lines count: Int) throws(TwinFinding) -> TwinTally {
    var chance = Chance(seed: seed, draw: number)
    var tally = TwinTally()
    // Every pair counts as at least one line, so that the loop ends.
    while tally.lines + tally.pairs < count {
      guard var pair = try self.pair(&chance) else {
        tally.pairs += 1
        continue
      }
      tally.pairs += 1
      tally.secretPairs += pair.logs.0 == pair.logs.1 ? 0 : 1
      let length = min(Self.pairLength, max(1, count - tally.lines))
      var vocabulary = pair.vocabulary
      for index in 0..<length {
        if index % 16 == 0 { vocabulary = pair.vocabulary }
        var line = Self.line(pair, vocabulary, &chance)
        if !pair.mayRun(line) { line = Array("log".utf8) }
        tally.lines += 1
        guard let end = try pair.feed(line) else { continue }
        tally.ends[end, default: 0] += 1
        break
      }
    }
    return tally
  }

  // MARK: - Lines

  /// A random line: one of any kind, or one that looks back or asks a question.
  private static func line(
    _ pair: TwinPair, _ vocabulary: Vocabulary, _ chance: inout Chance
  ) -> [UInt8] {
    if chance.isOne(in: 4) {
      return LineStrategy.pick(&chance).make(vocabulary, &chance)
    }
    let count = max(1, pair.moveCount)
    let number = 1 + chance.index(count)
    let moves = vocabulary.legalMoves()
    let typed = pair.typed + moves.prefix(40)
    let move = typed.isEmpty ? "resign" : chance.pick(typed)
    let line =
      switch chance.index(100) {
      case ..<14: chance.pick(["undo", "undo", "undo 2", "undo 3"])
      case ..<26: chance.pick(["redo", "redo", "redo 2", "redo 3"])
      case ..<30: "goto \(chance.index(count + 1))"
      case ..<42: "amend \(number) \(move)"
      case ..<44: chance.pick(["amend insert \(number) \(move)", "amend turn \(number) \(move)"])
      case ..<46: chance.pick(["amend delete \(number)", "amend delete \(number)-\(count)"])
      case ..<50: chance.pick(["amend", "amend \(number)", "amend turn \(number)"])
      case ..<58: "log"
      case ..<64: chance.pick(["state", "show", "games", "rules", "help"])
      case ..<68: chance.pick(["legal", "actions", "outcomes", "outcomes \(move)"])
      // Advice takes a hundred times as long as other replies.
      case ..<69:
        chance.pick([
          "hint", "hint 3", "hint why", "hint \(move)", "rollout", "rollout \(move)", "drill 1",
        ])
      case ..<70: chance.pick(["review", "odds", "odds 1 1", "candidates", "ranking"])
      case ..<72: chance.pick(["difficulty", "proof", "history", "clock", "mode"])
      case ..<76: chance.pick(["save x", "load x", "replay 1", "seed", "stats", "record x"])
      case ..<79: chance.pick(["copy", "use 1", "close", "games"])
      case ..<83: chance.pick(["set undo fresh", "set undo same", "set undo forbid"])
      case ..<86: chance.pick(["set format json", "set format text", "set state changes"])
      case ..<88: "clock +\(chance.index(9000))ms"
      default: moves.isEmpty ? "undo" : chance.pick(moves)
      }
    return Array(line.utf8)
  }

  // MARK: - Pairs

  /// Two sessions that a player cannot tell apart so far; `nil` if the random game failed.
  private func pair(_ chance: inout Chance) throws(TwinFinding) -> TwinPair? {
    let seeds = (Int(chance.word()), Int(chance.word()))
    let guards = !game.definition.traits.contains(.hidesDraws) || chance.isOne(in: 8)
    let opening = opening(&chance)
    if guards {
      // Nothing is drawn yet: the seeds are the secrets.
      let pair = TwinPair(game, guardedSeeds: seeds, opening: opening)
      return pair.moveCount == 0 && pair.isSound ? pair : nil
    }
    guard
      let first = TwinStory(
        game, seed: seeds.0, opening: opening, moves: chance.index(10), &chance),
      let told = TwinStory(game, seed: seeds.0, telling: first.lines)
    else { return nil }
    var lines = told.lines
    var twin: TwinStory?
    for _ in 0..<Self.changes {
      var candidate = lines
      guard let changed = first.change(&candidate, &chance) else { break }
      guard let other = TwinStory(game, seed: seeds.1, telling: candidate),
        other.sights == told.sights
      else { continue }
      let differing = told.replies.indices.filter { told.replies[$0] != other.replies[$0] }
      // The report of a draw must not reveal it. Elsewhere a reply may tell what becomes public.
      if differing == [changed] {
        throw TwinFinding(
          game: game, isGuarded: false, seeds: seeds, logs: (told.lines, candidate),
          lines: [], replies: (told.replies[changed], other.replies[changed]))
      }
      guard differing.isEmpty else { continue }
      lines = candidate
      twin = other
    }
    twin = twin ?? TwinStory(game, seed: seeds.1, telling: lines)
    guard let twin, twin.sights == told.sights else { return nil }
    return TwinPair(
      game, seeds: seeds, told, twin, typed: first.typed, next: Int(chance.word()))
  }

  /// A line that opens a game, without a seed.
  private func opening(_ chance: inout Chance) -> String {
    let vocabulary = Vocabulary(games: [game.definition], commands: [], legalMoves: { [] })
    let session = Interpreter(Settings(games: [game]))
    for _ in 0..<12 {
      let line = String(decoding: vocabulary.opening(&chance), as: UTF8.self)
      let words = line.split(separator: " ").filter { !$0.hasPrefix("seed=") }.joined(
        separator: " ")
      if session.transcribe(Array(words.utf8)[...]).code == nil { return words }
    }
    return "new \(game.name)"
  }
}

/// The numbers of lines and pairs, and how the pairs ended.
package struct TwinTally: Sendable, Equatable {
  package var lines = 0
  package var pairs = 0
  /// The pairs that differ in something drawn, besides the seed.
  package var secretPairs = 0
  package var ends: [TwinPair.End: Int] = [:]

  package init() {}

  package mutating func add(_ other: TwinTally) {
    lines += other.lines
    pairs += other.pairs
    secretPairs += other.secretPairs
    ends.merge(other.ends, uniquingKeysWith: +)
  }
}

/// A reply that reveals a secret: it differs although only hidden information differs.
package struct TwinFinding: Error, Sendable {
  let game: any Game
  /// Whether the sessions hide future draws, as the server does.
  let isGuarded: Bool
  /// The seeds of the two games, and their logs without them.
  package let seeds: (Int, Int)
  package let logs: ([String], [String])
  /// The lines that both sessions got.
  package var lines: [[UInt8]]
  /// The replies to the last of them; if there is none, to the draw.
  package var replies: (String, String)

  /// The same with as few lines as needed for some difference.
  package var shrunk: TwinFinding {
    var best = self
    var index = lines.count - 2
    while index >= 0 {
      index = min(index, best.lines.count - 2)
      guard index >= 0 else { break }
      var lines = best.lines
      lines.remove(at: index)
      if let finding = best.again(lines) { best = finding }
      index -= 1
    }
    return best
  }

  private func again(_ lines: [[UInt8]]) -> TwinFinding? {
    guard var pair = isGuarded ? TwinPair(game, guardedSeeds: seeds, opening: logs.0[0]) : loaded
    else { return nil }
    do throws(TwinFinding) {
      for line in lines where try pair.feed(line) != nil { return nil }
      return nil
    } catch {
      return error
    }
  }

  private var loaded: TwinPair? {
    guard let first = TwinStory(game, seed: seeds.0, telling: logs.0),
      let second = TwinStory(game, seed: seeds.1, telling: logs.1)
    else { return nil }
    return TwinPair(game, seeds: seeds, first, second, typed: [], next: 0)
  }
}
