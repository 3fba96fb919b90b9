package import ParlorKit

/// Sums over many games, which can be merged in any order.
package struct Figures: Sendable, Equatable {
  package private(set) var games = 0
  package private(set) var seats: [SeatFigures]
  /// The number of games with several winners.
  package private(set) var shared = 0
  /// The number of games that ended without a winner.
  package private(set) var unwon = 0
  /// The number of games that reached the limit of moves.
  package private(set) var unfinished = 0
  /// The numbers of moves.
  package private(set) var moves = Spread()
  /// The metrics that the game defines.
  package private(set) var metrics: [MetricFigures] = []
  /// The scores of the two seats of duplicate games; nil in other tournaments.
  package private(set) var pairs: PairFigures?
  /// Equal for tournaments with equal games.
  package private(set) var signature = Signature()

  /// The spread of a metric.
  package struct MetricFigures: Sendable, Equatable {
    package let name: String
    package fileprivate(set) var spread = Spread()
  }

  /// The figures of no games.
  package init(seats: Int) {
    self.seats = Array(repeating: SeatFigures(), count: seats)
  }

  package mutating func add(_ result: Playout, number: Int) {
    games += 1
    switch result.status {
    case .playing: unfinished += 1
    case .over(let winners): add(winners: winners)
    }
    moves.add(Double(result.moves))
    for (index, metric) in result.metrics.enumerated() {
      if index == metrics.count { metrics.append(MetricFigures(name: metric.name)) }
      metrics[index].spread.add(metric.value)
    }
    if result.scores.count == 2 {
      var pairs = pairs ?? PairFigures()
      pairs.add(result.scores[0], result.scores[1])
      self.pairs = pairs
    }
    signature.add(result, number: number)
  }

  private mutating func add(winners: [Int]) {
    if winners.isEmpty { unwon += 1 }
    if winners.count > 1 { shared += 1 }
    for winner in winners where winner < seats.count {
      seats[winner].addWin(winners: winners.count)
    }
  }

  /// Adds the figures of other games of the same tournament.
  package mutating func merge(_ other: Figures) {
    games += other.games
    for (index, seat) in other.seats.enumerated() { seats[index].merge(seat) }
    shared += other.shared
    unwon += other.unwon
    unfinished += other.unfinished
    moves.merge(other.moves)
    for (index, metric) in other.metrics.enumerated() {
      if index == metrics.count { metrics.append(MetricFigures(name: metric.name)) }
      metrics[index].spread.merge(metric.spread)
    }
    if let others = other.pairs {
      var pairs = pairs ?? PairFigures()
      pairs.merge(others)
      self.pairs = pairs
    }
    signature.merge(other.signature)
  }
}

extension Figures {
  /// The exact sums as data, all numbers as texts.
  var fields: Fields {
    var fields: Fields = [
      "seats": .array(seats.map { .object($0.fields) }),
      "shared": .string(String(shared)), "unwon": .string(String(unwon)),
      "unfinished": .string(String(unfinished)), "moves": .object(moves.fields),
      "measures": .array(
        metrics.map { .object(["name": .string($0.name), "sums": .object($0.spread.fields)]) }),
      "signature": .string(signature.description),
    ]
    if let pairs { fields["pairs"] = .object(pairs.fields) }
    return fields
  }

  /// Reads the format of ``fields``; `nil` if it is impossible for this many games and seats.
  init?(_ value: Value, games: Int, seats count: Int) {
    func number(_ name: String) -> Int? { value.number(name, in: 0...games) }
    guard let seats = value["seats"]?.array, seats.count == count,
      let shared = number("shared"), let unwon = number("unwon"),
      let unfinished = number("unfinished"),
      let moves = value["moves"].flatMap({ Spread($0, atMost: games) }), moves.count == games,
      let metrics = value["measures"]?.array, metrics.count <= 64,
      let digits = value["signature"]?.string, digits.utf8.count == 16,
      let signature = UInt64(digits, radix: 16)
    else { return nil }
    self.init(seats: count)
    self.games = games
    for (index, seat) in seats.enumerated() {
      guard let figures = SeatFigures(seat, games: games) else { return nil }
      self.seats[index] = figures
    }
    (self.shared, self.unwon, self.unfinished, self.moves) = (shared, unwon, unfinished, moves)
    for metric in metrics {
      guard let name = metric["name"]?.string, !self.metrics.contains(where: { $0.name == name }),
        let spread = metric["sums"].flatMap({ Spread($0, atMost: games) })
      else { return nil }
      self.metrics.append(MetricFigures(name: name, spread: spread))
    }
    self.signature = Signature(value: signature)
    if let pairs = value["pairs"] {
      guard count == 2, let pairs = PairFigures(pairs, games: games) else { return nil }
      self.pairs = pairs
    }
    guard isPossible else { return nil }
  }

  /// Whether each game was won by one seat, by several or by none, and the wins of the seats add
  /// up.
  private var isPossible: Bool {
    let won = seats.reduce(0) { $0 + $1.wins }
    let sharers = seats.reduce(0) { $0 + $1.shared }
    return won + shared + unwon + unfinished == games
      && 2 * shared <= sharers && sharers <= shared * seats.count
      && seats.allSatisfy { $0.shared <= shared && $0.isPossible(among: seats.count) }
      && SeatFigures.isWhole(seats, wins: won + shared, shared: shared)
      && (games > 0 || signature == Signature())
  }
}

extension SeatFigures {
  var fields: Fields {
    [
      "wins": .string(String(wins)), "shared": .string(String(shared)),
      "parts": .string(String(parts)),
    ]
  }

  init?(_ value: Value, games: Int) {
    guard let wins = value.number("wins", in: 0...games),
      let shared = value.number("shared", in: 0...games),
      let parts = value.number("parts", in: 0...games * Self.partsOfWin)
    else { return nil }
    (self.wins, self.shared, self.parts) = (wins, shared, parts)
  }

  /// Whether the parts of wins are possible for this many wins, alone and with up to all seats.
  fileprivate func isPossible(among seats: Int) -> Bool {
    let least = Self.partsOfWin / max(1, seats)
    let rest = parts - wins * Self.partsOfWin
    return shared * least <= rest && rest <= shared * (Self.partsOfWin / 2)
  }

  /// Whether the parts of all seats add up to this many wins. If more than 16 share a win, less
  /// than one part for each is lost.
  fileprivate static func isWhole(_ seats: [SeatFigures], wins: Int, shared: Int) -> Bool {
    let missing = wins * partsOfWin - seats.reduce(0) { $0 + $1.parts }
    return 0...(seats.count > 16 ? shared * seats.count : 0) ~= missing
  }
}

/// The wins of a seat in many games.
package struct SeatFigures: Sendable, Equatable {
  /// The number of games it won alone.
  package private(set) var wins = 0
  /// The number of games it won together with others.
  package private(set) var shared = 0
  /// Wins in units of 1/720,720, a number that 2 to 16 winners divide evenly.
  private var parts = 0

  private static let partsOfWin = 720_720

  /// Adds a win shared by a number of winners.
  package mutating func addWin(winners: Int) {
    if winners == 1 { wins += 1 } else { shared += 1 }
    parts += Self.partsOfWin / winners
  }

  /// Adds the wins of other games.
  package mutating func merge(_ other: SeatFigures) {
    wins += other.wins
    shared += other.shared
    parts += other.parts
  }

  /// The share of the games that it won; a win shared by `k` counts as 1/k.
  package func share(of games: Int) -> Double {
    games > 0 ? Double(parts) / Double(Self.partsOfWin) / Double(games) : 0
  }

  /// The confidence interval of the share.
  package func interval(of games: Int) -> WilsonInterval {
    WilsonInterval(share: share(of: games), trials: games)
  }
}

/// A checksum of games: a sum modulo 2^64, which does not depend on their order.
package struct Signature: Sendable, Equatable, CustomStringConvertible {
  package private(set) var value: UInt64 = 0

  package init(value: UInt64 = 0) { self.value = value }

  /// Adds a hash of the number of a game, the digest of its last state and its number of moves.
  package mutating func add(_ result: Playout, number: Int) {
    var hash = Self.mixed(UInt64(truncatingIfNeeded: number))
    hash = Self.mixed(hash ^ result.digest)
    hash = Self.mixed(hash ^ UInt64(truncatingIfNeeded: result.moves))
    value &+= hash
  }

  package mutating func merge(_ other: Signature) { value &+= other.value }

  /// Sixteen hexadecimal digits.
  package var description: String { value.padded(to: 16, radix: 16) }

  /// Spreads a number over all 64 bits. Source: Steele, Lea, Flood, "Fast Splittable Pseudorandom
  /// Number Generators", OOPSLA 2014, figure 14 (`nextSeed` by the golden gamma, then `mix64`
  /// with Stafford's variant 13 as in its published code).
  private static func mixed(_ number: UInt64) -> UInt64 {
    var z = number &+ 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
