import ParlorKit

/// Farkle between two players who bank 300 points, by the standard rules and without anything else:
/// no options, no players who leave, no scoreboard, no digest. It measures the limit for these
/// games.
///
/// The draws are those of `parlor simulate farkle bank=300 bank=300`, so the games and their moves
/// are the same; Philox takes two thirds of the time.
struct FarkleLimit {
  /// The moves made so far.
  private(set) var moves = 0
  /// The wins of both players.
  private(set) var wins = (0, 0)

  /// Sets of up to six dice are the states of an automaton that reads dice: the state after each of
  /// the six faces.
  private let next: [UInt16]
  /// By state the points of the best hold, then its dice in the low eight bits; 0 for a farkle.
  private let best: [UInt32]

  init() {
    var sets = [[0, 0, 0, 0, 0, 0]]
    var numbers = [sets[0]: 0]
    var next: [UInt16] = []
    var place = 0
    while place < sets.count {
      for face in 0..<6 {
        var set = sets[place]
        set[face] += 1
        let number = numbers[set] ?? sets.count
        if number == sets.count, set.reduce(0, +) <= 6 {
          numbers[set] = number
          sets.append(set)
        }
        next.append(number < sets.count ? UInt16(number) : 0)
      }
      place += 1
    }
    self.next = next
    best = sets.map(Self.best)
  }

  /// The best hold of a set, given as the number of each face.
  private static func best(_ set: [Int]) -> UInt32 {
    if set.allSatisfy({ $0 == 1 }) || set.count(where: { $0 == 2 }) == 3 { return 1500 << 8 | 6 }
    var (points, dice) = (0, 0)
    for face in 1...6 {
      let count = set[face - 1]
      if count >= 3 {
        points += (face == 1 ? 1000 : face * 100) << (count - 3)
        dice += count
      } else if face == 1 || face == 5 {
        points += count * (face == 1 ? 100 : 50)
        dice += count
      }
    }
    return UInt32(points << 8 | dice)
  }

  /// Plays the game of a seed.
  mutating func play(seed: UInt64) {
    let random = Philox4x32(
      key: (UInt32(truncatingIfNeeded: seed), UInt32(truncatingIfNeeded: seed >> 32)))
    var scores = (0, 0)
    var player = 0
    var leader: Int?
    var draw: UInt32 = 0
    while true {
      let ahead = player == 0 ? scores.1 - scores.0 : scores.0 - scores.1
      let goal = leader == nil ? 300 : ahead + 1
      var (points, dice) = (0, 6)
      repeat {
        let found = best[roll(dice, random, draw)]
        draw += 1
        moves += 1
        guard found != 0 else {
          points = 0
          break
        }
        moves += 1
        points += Int(found >> 8)
        dice -= Int(found & 255)
        if dice == 0 { dice = 6 }
        if points >= goal { moves += 1 }
      } while points < goal
      if player == 0 { scores.0 += points } else { scores.1 += points }
      if let leader {
        // Of equals, the first to reach the score wins.
        let winner = scores.0 == scores.1 ? leader : scores.0 > scores.1 ? 0 : 1
        if winner == 0 { wins.0 += 1 } else { wins.1 += 1 }
        return
      }
      if (player == 0 ? scores.0 : scores.1) >= 10_000 { leader = player }
      player = 1 - player
    }
  }

  /// The state of a roll. A word that should be drawn again, four in 2^32, is not.
  private func roll(_ dice: Int, _ random: Philox4x32, _ draw: UInt32) -> Int {
    func after(_ state: Int, _ word: UInt32) -> Int {
      Int(next[state * 6 + Int(truncatingIfNeeded: (UInt64(word) &* 6) >> 32)])
    }
    let block = random.block((0, draw, 0, 0))
    var state = after(0, block.0)
    if dice > 1 { state = after(state, block.1) }
    if dice > 2 { state = after(state, block.2) }
    if dice > 3 { state = after(state, block.3) }
    guard dice > 4 else { return state }
    let second = random.block((1, draw, 0, 0))
    state = after(state, second.0)
    return dice > 5 ? after(state, second.1) : state
  }
}

extension Competitor {
  /// Measures a loop written for these games alone: the limit.
  static func farkleLimit(count: Int) -> Competitor {
    Competitor(name: "limit") { bench throws(BenchError) in
      var limit = FarkleLimit()
      let count = bench.scaled(count)
      let start = ProcessorTime.now
      for seed in 0..<count { limit.play(seed: UInt64(seed)) }
      let time = ProcessorTime.now - start
      // What `parlor simulate farkle bank=300 bank=300 -n 100` prints: other games would be no
      // limit.
      var first = FarkleLimit()
      for seed in 0..<100 { first.play(seed: UInt64(seed)) }
      guard limit.wins.0 + limit.wins.1 == count, first.wins == (51, 49), first.moves == 16_595
      else {
        throw .refused("the limit plays other games than Parlor")
      }
      return Double(count) / time * 1e9
    }
  }
}
