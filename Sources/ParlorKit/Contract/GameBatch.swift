/// Many games of one kind with the same options, stepped together, for programs that learn.
///
/// A step makes a move in every game. A new game replaces one that ends at once. Game number `i` of
/// `n` has the seeds `seed + i`, `seed + i + n`, `seed + i + 2n`, and so on, so each game equals
/// one played alone. A move is identified by its index in ``GameState/actions``.
///
/// Nothing is reported. The position is written directly as JSON, its arrays as lists, packed or apart.
public struct GameBatch<Rules: Game>: Sendable {
  /// Every move that can be legal, by its number.
  public let actions: [Rules.Move]

  @usableFromInline let rules: Rules
  /// The configuration of the first game.
  @usableFromInline let configuration: GameConfiguration<Rules.Options>
  /// The maximum number of moves in a game; 0 for no limit.
  @usableFromInline let limit: Int
  @usableFromInline let listing: ActionListing
  @usableFromInline let form: ArrayForm

  @usableFromInline var games: [GameDriver<Rules>] = []
  /// How many games have begun in each place.
  @usableFromInline var begun: [Int]
  /// What the last step came to in each game.
  @usableFromInline var results: [StepResult]
  // Memory that is reused in each step.
  @usableFromInline var resolved: [Rules.Move] = []
  @usableFromInline var numbers: [Int] = []
  @usableFromInline var apart: [UInt8] = []
  /// The arrays as they were written last, if they are written apart: integers of 32 bits, the lowest byte first,
  /// for each game its `turn`, then its `reward`, `done` and `winners`, each for all games, then the observations;
  /// last for each game a bit for each action, as in ``ArrayForm/packed``.
  public var arrays: [UInt8] { apart }

  /// Opens games.
  ///
  /// - Parameters:
  ///   - configuration: that of the first game; the others differ in their seeds.
  ///   - count: the number of games, 1 or more.
  ///   - limit: the maximum number of moves in a game; 0 for no limit.
  ///   - listing: how legal actions are written.
  ///   - form: how arrays are written.
  /// - Throws: an error if no game can start like this.
  public init(
    _ rules: Rules, _ configuration: GameConfiguration<Rules.Options>, count: Int,
    limit: Int = 0, listing: ActionListing = .numbers, form: ArrayForm = .lists
  ) throws(GameError) {
    precondition(count > 0, "a batch has a game")
    self.rules = rules
    self.configuration = configuration
    self.limit = limit
    self.listing = listing
    self.form = form
    begun = Array(repeating: 0, count: count)
    results = Array(repeating: StepResult(), count: count)
    games = [try GameDriver(rules, configuration)]
    actions = games[0].state.actions
    for index in 1..<count { games.append(try begin(index)) }
  }

  /// The next game in a place.
  @usableFromInline
  func begin(_ index: Int) throws(GameError) -> GameDriver<Rules> {
    var configuration = configuration
    let (product, _) = begun[index].multipliedReportingOverflow(by: begun.count)
    configuration.seed &+= UInt64(truncatingIfNeeded: product &+ index)
    // Seeds are numbers of 53 bits.
    configuration.seed &= (1 << 53) - 1
    return try GameDriver(rules, configuration)
  }

  /// Makes a move in every game.
  ///
  /// - Parameter chosen: the number of an action for each game.
  /// - Throws: an error that names the first game in which the action is illegal, at the argument
  ///   of its index; then no game has changed.
  @inlinable
  public mutating func step(_ chosen: [Int]) throws(GameError) {
    guard chosen.count == games.count else { throw miscounted(chosen.count) }
    resolved.removeAll(keepingCapacity: true)
    for index in games.indices {
      guard actions.indices.contains(chosen[index]) else { throw unknown(chosen[index], index) }
      var chance = games[index].chance()
      let resolution: Resolution<Rules.Move>
      do throws(GameError) {
        resolution = try games[index].resolve(actions[chosen[index]], chance: &chance)
      } catch {
        throw refused(chosen[index], index, error.message)
      }
      switch resolution {
      case .play(let move): resolved.append(move)
      case .ignore(let reason): throw refused(chosen[index], index, reason)
      }
    }
    for index in games.indices { try play(resolved[index], index) }
  }

  /// Makes a resolved move, and begins another game if this one is over.
  @inlinable
  mutating func play(_ move: Rules.Move, _ index: Int) throws(GameError) {
    let turn = games[index].status.turn ?? 0
    let before = games[index].state.score(of: turn)
    games[index].apply(move)
    results[index].reward = games[index].state.score(of: turn) - before
    switch games[index].status {
    case .playing:
      let isStopped = limit > 0 && games[index].moveCount >= limit
      results[index].ending = isStopped ? .stopped : .ongoing
      results[index].winners = 0
      if !isStopped { return }
    case .over(let winners):
      results[index].ending = .over
      results[index].winners = winners.reduce(0) { $0 | 1 &<< $1 }
    }
    results[index].observations = observations(index)
    begun[index] += 1
    games[index] = try begin(index)
  }

  /// The observation of each player of a game.
  @usableFromInline
  func observations(_ index: Int) -> [[Int]] {
    playerRange.map { player in
      var numbers: [Int] = []
      games[index].state.addObservation(for: player, to: &numbers)
      return numbers
    }
  }

  @usableFromInline var playerRange: Range<Int> { configuration.players.indices }

  @usableFromInline
  func miscounted(_ count: Int) -> GameError {
    .badArgument(
      "the batch has \(Plural(games.count, "game")): give an action for each, not \(count)")
  }

  @usableFromInline
  func unknown(_ number: Int, _ index: Int) -> GameError {
    .badArgument(
      "game \(index) of the batch has no action \(number): the last is \(actions.count - 1)",
      at: .argument(index))
  }

  @usableFromInline
  func refused(_ number: Int, _ index: Int, _ reason: String) -> GameError {
    .illegal(
      "game \(index) of the batch refuses action \(number),"
        + " `\(games[index].line(of: actions[number]))`: \(reason)", at: .argument(index))
  }

  /// Writes the results of the last step and the current positions as a JSON object.
  @inlinable
  public mutating func write(to json: inout [UInt8]) {
    switch form {
    case .lists: writeLists(to: &json)
    case .packed: writePacked(to: &json)
    case .apart: writeApart(to: &json)
    }
    if results.contains(where: { $0.ending != .ongoing }) { writeFinalObservations(to: &json) }
    json.append(UInt8(ascii: "}"))
  }

  /// Writes all but the final observations as lists.
  @inlinable
  mutating func writeLists(to json: inout [UInt8]) {
    Self.write("{\"turn\":", to: &json)
    for index in games.indices {
      Self.write(games[index].status.turn ?? 0, index, to: &json)
    }
    Self.write("],\"reward\":", to: &json)
    for index in games.indices { Self.write(results[index].reward, index, to: &json) }
    Self.write("],\"done\":", to: &json)
    for index in games.indices {
      Self.write(Int(results[index].ending.rawValue), index, to: &json)
    }
    Self.write("],\"winners\":", to: &json)
    for index in games.indices { Self.write(results[index].winners, index, to: &json) }
    Self.write("],\"legal\":", to: &json)
    if listing == .off { Self.write("[", to: &json) }
    for index in games.indices where listing != .off {
      json.append(UInt8(ascii: index == 0 ? "[" : ","))
      writeLegalActions(index, to: &json)
    }
    Self.write("],\"observation\":", to: &json)
    for index in games.indices {
      json.append(UInt8(ascii: index == 0 ? "[" : ","))
      numbers.removeAll(keepingCapacity: true)
      games[index].state.addObservation(for: games[index].status.turn, to: &numbers)
      writeNumbers(to: &json)
    }
    json.append(UInt8(ascii: "]"))
  }

  /// Writes all but the final observations in Base64: integers of 32 bits, the lowest byte first, and for each game
  /// a bit for each action, the lowest bit first, in whole bytes.
  @inlinable
  mutating func writePacked(to json: inout [UInt8]) {
    Self.write("{\"turn\":", to: &json)
    numbers = games.map { $0.status.turn ?? 0 }
    writePackedNumbers(to: &json)
    Self.write(",\"reward\":", to: &json)
    numbers = results.map(\.reward)
    writePackedNumbers(to: &json)
    Self.write(",\"done\":", to: &json)
    numbers = results.map { Int($0.ending.rawValue) }
    writePackedNumbers(to: &json)
    Self.write(",\"winners\":", to: &json)
    numbers = results.map(\.winners)
    writePackedNumbers(to: &json)
    Self.write(",\"legal\":", to: &json)
    writePackedActions(to: &json)
    Self.write(",\"observation\":", to: &json)
    numbers.removeAll(keepingCapacity: true)
    for game in games { game.state.addObservation(for: game.status.turn, to: &numbers) }
    writePackedNumbers(to: &json)
  }

  /// Writes the legal actions of all games as bits; null if all actions of all games are legal.
  @inlinable
  mutating func writePackedActions(to json: inout [UInt8]) {
    var bits: [UInt8] = []
    guard addLegalBits(to: &bits) else { return Self.write("null", to: &json) }
    writePacked(bits, to: &json)
  }

  /// The bytes of a game that say which actions are legal.
  @usableFromInline var legalWidth: Int { listing == .off ? 0 : (actions.count + 7) / 8 }

  /// Adds the legal actions of all games as bits.
  ///
  /// - Returns: false if all actions of all games are legal; then nothing is added.
  @inlinable
  mutating func addLegalBits(to bits: inout [UInt8]) -> Bool {
    let (start, width) = (bits.count, legalWidth)
    bits.append(contentsOf: repeatElement(0, count: games.count * width))
    var isEveryLegal = width > 0
    for index in games.indices where width > 0 {
      numbers.removeAll(keepingCapacity: true)
      games[index].state.addLegalActions(to: &numbers)
      isEveryLegal = isEveryLegal && numbers.count == actions.count
      let first = start + index * width
      for number in numbers { bits[first + number / 8] |= 1 << UInt8(number % 8) }
    }
    if isEveryLegal { bits.removeSubrange(start...) }
    return !isEveryLegal
  }

  /// Writes the collected numbers as a string.
  @usableFromInline
  func writePackedNumbers(to json: inout [UInt8]) {
    var bytes: [UInt8] = []
    Self.add(numbers, to: &bytes)
    writePacked(bytes, to: &json)
  }

  /// Adds numbers as integers of 32 bits. Those that do not fit become the nearest that do.
  @usableFromInline
  static func add(_ numbers: [Int], to bytes: inout [UInt8]) {
    let start = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: 4 * numbers.count))
    bytes.withUnsafeMutableBytes { bytes in
      for (index, number) in numbers.enumerated() {
        bytes.storeBytes(
          of: Int32(clamping: number).littleEndian, toByteOffset: start + 4 * index,
          as: Int32.self)
      }
    }
  }

  /// Writes all but the final observations into ``arrays``, and to the object how many bytes of these say which
  /// actions of a game are legal; null if all actions of all games are, and none says so.
  @inlinable
  mutating func writeApart(to json: inout [UInt8]) {
    var bytes = apart
    apart = []
    bytes.removeAll(keepingCapacity: true)
    Self.add(games.map { $0.status.turn ?? 0 }, to: &bytes)
    Self.add(results.map(\.reward), to: &bytes)
    Self.add(results.map { Int($0.ending.rawValue) }, to: &bytes)
    Self.add(results.map(\.winners), to: &bytes)
    numbers.removeAll(keepingCapacity: true)
    for game in games { game.state.addObservation(for: game.status.turn, to: &numbers) }
    Self.add(numbers, to: &bytes)
    Self.write("{\"legal\":", to: &json)
    if addLegalBits(to: &bytes) {
      Self.write(long: legalWidth, to: &json)
    } else {
      Self.write("null", to: &json)
    }
    apart = bytes
  }

  /// The most bytes that ``arrays`` has.
  @usableFromInline var mostBytes: Int {
    let width = games[0].state.observationLayout.reduce(0) { $0 + $1.value }
    return games.count * (4 * (4 + width) + legalWidth)
  }

  @usableFromInline
  func writePacked(_ bytes: [UInt8], to json: inout [UInt8]) {
    json.append(UInt8(ascii: "\""))
    Base64.append(bytes, to: &json)
    json.append(UInt8(ascii: "\""))
  }

  /// Writes the final observations of games that have ended; null for games that continue.
  @usableFromInline
  mutating func writeFinalObservations(to json: inout [UInt8]) {
    Self.write(",\"final\":", to: &json)
    for index in games.indices {
      json.append(UInt8(ascii: index == 0 ? "[" : ","))
      if results[index].ending == .ongoing {
        Self.write("null", to: &json)
        continue
      }
      for (player, observation) in results[index].observations.enumerated() {
        json.append(UInt8(ascii: player == 0 ? "[" : ","))
        numbers = observation
        writeNumbers(to: &json)
      }
      json.append(UInt8(ascii: "]"))
    }
    json.append(UInt8(ascii: "]"))
  }

  /// Writes the legal actions of a game; null for numbers if all actions are legal.
  @inlinable
  mutating func writeLegalActions(_ index: Int, to json: inout [UInt8]) {
    numbers.removeAll(keepingCapacity: true)
    games[index].state.addLegalActions(to: &numbers)
    guard listing == .mask else {
      if numbers.count == actions.count { return Self.write("null", to: &json) }
      return writeNumbers(to: &json)
    }
    json.append(UInt8(ascii: "\""))
    let start = json.count
    json.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: actions.count))
    for number in numbers { json[start + number] = UInt8(ascii: "1") }
    json.append(UInt8(ascii: "\""))
  }

  /// Writes the collected numbers as an array.
  @inlinable
  func writeNumbers(to json: inout [UInt8]) {
    if numbers.isEmpty { json.append(UInt8(ascii: "[")) }
    for index in numbers.indices { Self.write(numbers[index], index, to: &json) }
    json.append(UInt8(ascii: "]"))
  }

  /// Writes an element of an array, including the bracket before the first one.
  @inlinable
  static func write(_ number: Int, _ index: Int, to json: inout [UInt8]) {
    json.append(index == 0 ? UInt8(ascii: "[") : UInt8(ascii: ","))
    // Most numbers are small.
    if UInt(bitPattern: number) < 10 {
      json.append(0x30 &+ UInt8(truncatingIfNeeded: number))
    } else if UInt(bitPattern: number) < 100 {
      json.append(0x30 &+ UInt8(truncatingIfNeeded: number / 10))
      json.append(0x30 &+ UInt8(truncatingIfNeeded: number % 10))
    } else {
      write(long: number, to: &json)
    }
  }

  @usableFromInline
  static func write(long number: Int, to json: inout [UInt8]) {
    if number < 0 { json.append(UInt8(ascii: "-")) }
    var divisor: UInt = 10
    while number.magnitude / divisor >= 10 { divisor *= 10 }
    if number.magnitude < 10 { divisor = 1 }
    while divisor > 0 {
      json.append(0x30 &+ UInt8(truncatingIfNeeded: number.magnitude / divisor % 10))
      divisor /= 10
    }
  }

  @inlinable
  static func write(_ text: StaticString, to json: inout [UInt8]) {
    json.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
}

/// How the legal actions of a batch are written.
public enum ActionListing: String, Sendable, CaseIterable {
  /// As their numbers; null where all actions are legal.
  case numbers
  /// As a string with a 0 or a 1 for each action.
  case mask
  /// Not at all.
  case off
}

/// How the arrays of a batch are written.
public enum ArrayForm: Sendable {
  /// As lists of JSON.
  case lists
  /// In Base64: integers of 32 bits, the lowest byte first; of legal actions a bit for each, the lowest bit first, in
  /// whole bytes for each game.
  case packed
  /// The same bytes, but apart from the JSON: in ``GameBatch/arrays``.
  case apart
}

/// What a step came to in one game.
@usableFromInline
struct StepResult: Sendable {
  @usableFromInline var reward = 0
  @usableFromInline var ending = BatchEnding.ongoing
  /// A bit mask of the winners, if the game has ended.
  @usableFromInline var winners = 0
  /// The final observation of each player, if the game has ended.
  @usableFromInline var observations: [[Int]] = []

  @usableFromInline init() {}
}

/// Whether a game has ended in a step.
@usableFromInline
enum BatchEnding: UInt8, Sendable {
  /// It continues.
  case ongoing
  /// It is over, and another one has begun.
  case over
  /// It has reached the limit of moves, and another one has begun.
  case stopped
}

/// A batch of games of any kind.
package protocol AnyGameBatch: Sendable {
  /// How many games there are.
  var count: Int { get }
  /// How many players a game has.
  var playerCount: Int { get }
  /// How many actions there are.
  var actionCount: Int { get }
  /// How many seeds the games have had so far, from that of the first one on.
  var seedCount: Int { get }
  /// The parts of an observation: names, each with its number of integers.
  var observationLayout: KeyValuePairs<String, Int> { get }
  /// Makes a move in every game, as ``GameBatch/step(_:)`` does.
  mutating func step(_ chosen: [Int]) throws(GameError)
  /// Writes the positions, as ``GameBatch/write(to:)`` does.
  mutating func write(to json: inout [UInt8])
  /// The arrays that were written apart.
  var arrays: [UInt8] { get }
  /// The most bytes that ``arrays`` has.
  var mostBytes: Int { get }
}

/// A batch whose steps run in code specialized for its game.
package struct TypedBatch<Rules: Game>: AnyGameBatch {
  private var batch: GameBatch<Rules>

  package init(_ batch: GameBatch<Rules>) { self.batch = batch }

  package var count: Int { batch.games.count }
  package var playerCount: Int { batch.playerRange.count }
  package var actionCount: Int { batch.actions.count }
  package var seedCount: Int { batch.games.count * (1 + (batch.begun.max() ?? 0)) }
  package var observationLayout: KeyValuePairs<String, Int> {
    batch.games[0].state.observationLayout
  }

  package mutating func step(_ chosen: [Int]) throws(GameError) {
    try Rules.step(&batch, chosen)
  }

  package mutating func write(to json: inout [UInt8]) { Rules.write(&batch, to: &json) }

  package var arrays: [UInt8] { batch.arrays }
  package var mostBytes: Int { batch.mostBytes }
}
