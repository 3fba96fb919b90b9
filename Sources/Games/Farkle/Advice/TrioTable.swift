import ParlorKit

/// The chances to win of three players near the target, if each plays best for itself.
///
/// A position is the units that each player has to go: the player to move, the next one, and the
/// third. A farkle changes nothing but whose turn it is, so three positions depend on each other;
/// they are computed in turn until nothing changes. All others have fewer units to go.
struct TrioTable: Sendable {
  /// The chances of a player, of the next one and of the third. They add up to 1.
  struct Chances: Sendable {
    var own: Double
    var next: Double
    var third: Double { 1 - own - next }

    /// The same chances, seen by the player before.
    var before: Chances { Chances(own: third, next: own) }
  }

  /// The points from the target within which positions are computed, and those within which the program has them.
  static let reach = 1500
  static let shippedReach = 2500
  /// The most units that they are: where scores have finer steps, the positions are nearer.
  private static let mostUnits = 30

  private let rules: DuelRules
  private let table: RollTable
  /// The same with the best holds only.
  private let best: RollTable
  private let lastTurns: LastTurns
  /// The most units that a player has to go.
  private let most: Int
  /// The known positions.
  private var known: [Chances?]
  /// In the final round, the chances before the turn of the player after the leader, by the units that
  /// the third player and that player are behind.
  private var ends: [[Chances]] = []

  /// - Parameters:
  ///   - table: the results of rolls with every hold.
  ///   - best: the same with the best holds only.
  ///   - isShipped: whether it is one of those that the program has.
  /// - Returns: `nil` if the rules are not among those that the table knows.
  init?(
    _ table: RollTable, best: RollTable, _ rules: DuelRules, _ lastTurns: LastTurns,
    isShipped: Bool = false
  ) {
    guard rules.target > 0, rules.tie == .first, rules.opening == 1, !rules.mustRollHot,
      !rules.defends
    else { return nil }
    self.table = table
    self.best = best
    self.rules = rules
    self.lastTurns = lastTurns
    most =
      isShipped
      ? Self.shippedReach / table.unit
      : min(rules.target, Self.reach / table.unit, Self.mostUnits)
    known = []
    known = [Chances?](repeating: nil, count: most * most * most)
  }

  /// The chances of the known positions, as they are stored: two for each, -1 if it is not known.
  var numbers: [Double] { known.flatMap { [$0?.own ?? -1, $0?.next ?? -1] } }

  /// The same table with known positions.
  ///
  /// - Returns: `nil` if the numbers do not fit the table.
  func with(numbers: [Double]) -> TrioTable? {
    guard numbers.count == 2 * known.count,
      numbers.allSatisfy({ (0...1).contains($0) || $0 == -1 })
    else { return nil }
    var table = self
    for place in known.indices where numbers[2 * place] >= 0 {
      table.known[place] = Chances(own: numbers[2 * place], next: numbers[2 * place + 1])
    }
    return table
  }

  /// Whether positions with these units to go are computed: none where the steps of leads are too fine.
  func covers(_ togo: [Int]) -> Bool {
    togo.count == 3 && togo.allSatisfy { 1...most ~= $0 } && lastTurns.safeLead < LastTurns.mostLead
  }

  private func place(_ own: Int, _ next: Int, _ third: Int) -> Int {
    ((own - 1) * most + next - 1) * most + third - 1
  }

  /// The chances in a position, if they are known.
  func chances(_ togo: [Int]) -> Chances? {
    covers(togo) ? known[place(togo[0], togo[1], togo[2])] : nil
  }

  /// Computes a position and all that can follow.
  ///
  /// - Parameter progress: takes the share that is done; throws to stop.
  mutating func extend(
    to togo: [Int], progress: (Double) throws(GameError) -> Void
  ) throws(GameError) {
    guard covers(togo) else { return }
    let sweeps = (0..<3).map { _ in TrioSweep(table, best: best) }
    if rules.hasFinalRound, ends.isEmpty {
      for behind in 0...lastTurns.safeLead {
        if behind.isMultiple(of: 20) { try progress(0) }
        ends.append(end(third: behind, sweeps[0]))
      }
    }
    if chances(togo) != nil { return }
    let all = togo.reduce(0, +)
    for sum in 3...all {
      try progress(Double(sum * sum * sum) / Double(all * all * all))
      for own in 1...min(togo[0], sum - 2) {
        for next in 1...max(1, min(togo[1], sum - own - 1)) {
          let third = sum - own - next
          guard 1...togo[2] ~= third, known[place(own, next, third)] == nil else { continue }
          solve([own, next, third], sweeps)
        }
      }
    }
  }

  /// The units above the target that banks are computed for.
  private var beyond: Int { lastTurns.safeLead + table.most }

  /// Solves a position and those in which one of the other players has the turn.
  private mutating func solve(_ togo: [Int], _ sweeps: [TrioSweep]) {
    for player in 0..<3 {
      sweeps[player].setBanks(
        banks([togo[player], togo[(player + 1) % 3], togo[(player + 2) % 3]]))
    }
    let found = TrioCycle(guess(togo), sweeps)
    for player in 0..<3 {
      let (one, two, three) = (player, (player + 1) % 3, (player + 2) % 3)
      known[place(togo[one], togo[two], togo[three])] = found.values[player]
    }
  }

  /// A guess of the chances in a position, from those a little further on.
  private func guess(_ togo: [Int]) -> Chances {
    chances(togo.map { $0 - 1 }) ?? Chances(own: 0.4, next: 0.3)
  }

  /// The values of banks in a position, by their units.
  func banks(_ togo: [Int]) -> [Chances] {
    let won = Chances(own: 1, next: 0)
    return (0...(togo[0] + beyond)).map { units in
      guard units > 0 else { return Chances(own: 0, next: 0) }
      if units < togo[0] {
        let after = known[place(togo[1], togo[2], togo[0] - units)]
        return (after ?? unreachable("fewer units are known", won)).before
      }
      guard rules.hasFinalRound else { return won }
      let over = units - togo[0]
      return end(third: togo[2] + over, next: togo[1] + over).before
    }
  }

  /// The chances before the turn of the player after the leader.
  private func end(third: Int, next: Int) -> Chances {
    let third = min(third, ends.count - 1)
    return ends[third][min(next, ends[third].count - 1)]
  }

  /// The chances before that turn by the units that its player is behind, if the third player is this
  /// far behind.
  ///
  /// Only the lead over the third player counts, so a player who is less far behind is one who already
  /// has points in a turn that begins at the end of the table.
  private func end(third: Int, _ sweep: TrioSweep) -> [Chances] {
    let far = lastTurns.safeLead
    func passes(_ lead: Int) -> Double {
      lastTurns.chance(behind: lead, seat: 0, isOnBoard: true)
    }
    // The leader's chance is that of the third in the order of this turn.
    let held = Chances(own: 0, next: passes(third))
    let banks = (0...(far + beyond)).map { units -> Chances in
      guard units > far else { return held }
      let passed = passes(third + units - far)
      return Chances(own: 1 - passed, next: passed)
    }
    sweep.setBanks(banks)
    let rolling = sweep.rolling(farkle: held)
    return (0...far).map { rolling[far - $0] }
  }

  /// The values of a turn in a known position.
  ///
  /// - Parameter units: units that must be among the values.
  func turn(_ togo: [Int], atLeast units: Int) -> TurnTable {
    let farkle = chances([togo[1], togo[2], togo[0]])?.before.own ?? 0
    return turn(banks(togo).map(\.own), farkle: farkle, atLeast: units)
  }

  /// The values of the turn of the player after the leader of a final round, who may be passed by the
  /// third player.
  ///
  /// - Parameter behind: the units that both are behind, the player to move first.
  func finalTurn(_ behind: [Int], atLeast units: Int) -> TurnTable {
    let banks = (0...(behind[0] + beyond)).map { units -> Double in
      guard units > behind[0] else { return 0 }
      let lead = behind[1] - behind[0] + units
      return 1 - lastTurns.chance(behind: lead, seat: 0, isOnBoard: true)
    }
    return turn(banks, farkle: 0, atLeast: units)
  }

  private func turn(_ banks: [Double], farkle: Double, atLeast units: Int) -> TurnTable {
    TurnTable(
      table, least: 1, mustRollHot: false, banked: banks,
      last: max(units, banks.count - 1 - table.most), slope: 0, farkle: farkle)
  }
}

/// Computes turns in which the player rolls, holds and banks in the best way, with the chances of the
/// next player besides, and the chance to end with a farkle.
///
/// As ``TurnSweep``, it is optimized for speed, also in debug builds.
final class TrioSweep {
  /// The numbers of a value: the player's chance, the next player's, and the chance of a farkle.
  private static let numbers = 3
  /// The numbers of a row: a value for each number of dice, 1 to 6.
  private static let row = numbers * TurnSweep.row

  private let table: RollTable
  /// Tries every hold; ``bestSweep`` only the best of those that leave the same number of dice.
  private let sweep: TurnSweep
  private let bestSweep: TurnSweep
  /// The values of banks by their units, two numbers each, and how many there are.
  private var banks = UnsafeMutablePointer<Double>.allocate(capacity: 0)
  private var count = 0
  /// The better of banking and rolling, by the units and the dice.
  private var best = UnsafeMutablePointer<Double>.allocate(capacity: 0)
  private var room = 0
  /// The values of rolling six dice, by the units.
  private var rolled = UnsafeMutablePointer<Double>.allocate(capacity: 0)
  /// The first row in ``best`` that has the values of banks, as all rows after it do.
  private var firstBanked = 0
  /// The units from which a bank of more is never worse.
  private var rising = 0

  init(_ table: RollTable, best: RollTable) {
    self.table = table
    sweep = TurnSweep(table, mustRollHot: false)
    bestSweep = TurnSweep(best, mustRollHot: false)
  }

  deinit { for numbers in [banks, best, rolled] { numbers.deallocate() } }

  /// Sets the values of banks by their units. The last ones, as many as a hold can bring, win.
  func setBanks(_ values: [TrioTable.Chances]) {
    if values.count > room {
      for numbers in [banks, best, rolled] { numbers.deallocate() }
      room = values.count
      banks = .allocate(capacity: 2 * room)
      best = .allocate(capacity: Self.row * room)
      rolled = .allocate(capacity: Self.numbers * room)
      best.initialize(repeating: 0, count: Self.row * room)
      rolled.initialize(repeating: 0, count: Self.numbers * room)
    }
    count = values.count
    var place = 0
    while place < count {
      banks[2 &* place] = values[place].own
      banks[2 &* place &+ 1] = values[place].next
      place &+= 1
    }
    firstBanked = count
    rising = max(0, count - 1)
    while rising > 0, banks[2 &* (rising &- 1)] <= banks[2 &* rising] { rising &-= 1 }
  }

  /// The best turn.
  ///
  /// - Parameter farkle: the value of a farkle.
  func turn(farkle: TrioTable.Chances) -> TrioTurn {
    find(farkle)
    return TrioTurn(
      own: rolled[0] - rolled[2] * farkle.own, next: rolled[1] - rolled[2] * farkle.next,
      risk: rolled[2])
  }

  /// The chances before rolling six dice, by the units of the turn.
  func rolling(farkle: TrioTable.Chances) -> [TrioTable.Chances] {
    find(farkle)
    return (0..<firstBanked).map {
      TrioTable.Chances(own: rolled[Self.numbers * $0], next: rolled[Self.numbers * $0 + 1])
    }
  }

  private func find(_ farkle: TrioTable.Chances) {
    // The best roll wins unless it is a farkle.
    let enough = 1 - table.leastRisk * (1 - farkle.own)
    var last = max(1, count - 1 - table.most)
    while last > 1, banks[2 &* (last &- 1)] >= enough { last &-= 1 }
    var units = last &+ 1
    while units < firstBanked {
      fill(units)
      units &+= 1
    }
    firstBanked = last &+ 1
    // As long as more points are never worse, the best holds are enough.
    var isRising = rising <= last &+ 1
    units = last
    while units >= 0 {
      let here = best + units &* Self.row
      (isRising ? bestSweep : sweep).roll(
        here, (farkle.own, farkle.next), bank: units > 0 ? banks + 2 &* units : nil,
        rolled: rolled + Self.numbers &* units)
      var dice = 1
      while dice <= 6, isRising {
        let value = here + Self.numbers &* dice
        isRising = value[0] <= value[Self.row]
        dice &+= 1
      }
      units &-= 1
    }
  }

  /// Fills a row with the values of banks.
  private func fill(_ units: Int) {
    let here = best + units &* Self.row
    var dice = 1
    while dice <= 6 {
      let value = here + Self.numbers &* dice
      value[0] = banks[2 &* units]
      value[1] = banks[2 &* units &+ 1]
      value[2] = 0
      dice &+= 1
    }
  }
}
