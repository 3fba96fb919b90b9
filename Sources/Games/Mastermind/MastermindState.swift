public import ParlorKit

/// A game of Mastermind in progress, including the secret, and its rules.
public struct MastermindState: GameState {
  /// The rules and the secret.
  let puzzle: MastermindPuzzle
  /// The guesses with their answers, in order.
  public private(set) var answers: [Answer] = []
  /// How the game ended; `nil` before.
  public private(set) var ending: Ending?
  /// The milliseconds from the opening of the game to its end; 0 before.
  public private(set) var elapsed: Int64 = 0

  /// How a game ended.
  public enum Ending: String, Sendable {
    /// The secret was guessed.
    case solved
    /// There are no guesses left.
    case lost
    /// The player gave up.
    case resigned
  }

  init(_ puzzle: MastermindPuzzle) { self.puzzle = puzzle }

  /// The game that a player sees, with some secret that fits all answers.
  init(_ view: MastermindView, secret: Code) {
    puzzle = MastermindPuzzle(view.rules, secret: secret)
    answers = view.answers
  }

  /// The rules.
  public var rules: MastermindRules { puzzle.rules }

  /// Whether the game has ended.
  public var isOver: Bool { ending != nil }

  /// The game has no winners: there is no other player.
  public var status: GameStatus { isOver ? .over(winners: []) : .playing(turn: 0) }

  /// The player gives up and sees the secret.
  public var resignation: MastermindMove {
    get throws(GameError) {
      if isOver { throw .gameOver }
      return .resign
    }
  }

  // MARK: Moves

  /// The guess of some colours.
  func guess(_ colors: [Int]) throws(GameError) -> MastermindMove {
    if isOver { throw .gameOver }
    return .guess(try rules.guess(parted(colors)))
  }

  /// The colours of a guess that is typed as one word, such as 1234, if all have one digit.
  private func parted(_ colors: [Int]) -> [Int] {
    guard colors.count == 1, rules.slots > 1, rules.colors < 10 else { return colors }
    let digits = String(colors[0]).compactMap(\.wholeNumberValue)
    return digits.count == rules.slots ? digits : colors
  }

  /// Checks a move; none draws.
  public func resolve(
    _ move: MastermindMove, chance: inout Chance
  ) throws(GameError) -> Resolution<MastermindMove> {
    if isOver { throw .gameOver }
    if let code = move.code, code.count != rules.slots || code.highest > rules.colors {
      _ = try rules.guess(Array(code))
    }
    return .play(move)
  }

  /// Makes a move; only the time of the last one matters.
  public mutating func apply(
    _ move: MastermindMove, at time: GameTime, report: inout Reporter
  ) {
    guard let code = move.code else { return end(.resigned, at: time, &report) }
    let answer = Answer(code, Feedback(to: code, for: puzzle.secret))
    // The table, which is part of the situation, has the answer in words.
    report("guessed", fields: answer.fields(number: answers.count + 1)) { _ in }
    if !report.detail.isEmpty {
      Contradiction.first(of: code, in: answers)?.report(to: &report)
    }
    answers.append(answer)
    if answer.feedback.black == rules.slots {
      end(.solved, at: time, &report)
    } else if answers.count == rules.guesses {
      end(.lost, at: time, &report)
    }
  }

  /// Ends the game. The text of the end is part of the situation.
  private mutating func end(_ ending: Ending, at time: GameTime, _ report: inout Reporter) {
    self.ending = ending
    elapsed = time.milliseconds
    let bells = ending == .solved ? 2 : ending == .lost ? 1 : 0
    report("finished", fields: MastermindResult(self, ending).fields, bells: bells) { _ in }
  }

  /// The form of a guess. Codes are not listed: all are legal, and finding those that fit the
  /// answers is the game. Resigning is not listed.
  public var legalMoves: LegalMoves<MastermindMove> {
    if isOver { return [] }
    return LegalMoves(moves: [], forms: ["guess" + String(repeating: " C", count: rules.slots)])
  }

  /// All guesses in the order of their numbers, if there are at most 10,000.
  public var actions: [MastermindMove] {
    var guesses: [[Int]] = [[]]
    for _ in 0..<rules.slots {
      guard guesses.count * rules.colors <= 10_000 else { return [] }
      guesses = guesses.flatMap { guess in (1...rules.colors).map { guess + [$0] } }
    }
    return guesses.compactMap { Code($0).map(MastermindMove.guess) }
  }

  /// Every guess is legal until the end.
  public func addLegalActions(to numbers: inout [Int]) {
    if isOver { return }
    var count = 1
    for _ in 0..<rules.slots {
      count *= rules.colors
      if count > 10_000 { return }
    }
    numbers.append(contentsOf: 0..<count)
  }

  /// The number of answers in an observation, if the guesses have no limit.
  private static let observedAnswers = 10

  /// The answers, latest first, each as the colours of the guess, black and white; zeros in place
  /// of answers to come. There are as many as guesses, or the last ten if their number has no
  /// limit. Before them is the number of guesses made.
  public var observationLayout: KeyValuePairs<String, Int> {
    let rows = rules.guesses > 0 ? rules.guesses : Self.observedAnswers
    return ["guesses": 1, "answers": rows * (rules.slots + 2)]
  }

  public func addObservation(for player: Int?, to numbers: inout [Int]) {
    let rows = rules.guesses > 0 ? rules.guesses : Self.observedAnswers
    numbers.append(answers.count)
    for answer in answers.reversed().prefix(rows) {
      for color in answer.guess { numbers.append(color) }
      numbers.append(answer.feedback.black)
      numbers.append(answer.feedback.white)
    }
    for _ in min(rows, answers.count)..<rows {
      for _ in 0..<(rules.slots + 2) { numbers.append(0) }
    }
  }

  /// 1 once the secret is found.
  public func score(of player: Int) -> Int { ending == .solved ? 1 : 0 }

  /// Any guess, each with equal probability.
  public func sampleMove(chance: inout Chance) -> MastermindMove? {
    isOver ? nil : .guess(rules.drawGuess(&chance))
  }

  /// A guess that is not a list of colours, or the colours that were probably meant by `1,2,3,4`.
  public func misreading(of verb: String, _ words: [String]) -> GameError? {
    guard verb == "guess" else { return nil }
    let numbers = words.compactMap { Int($0) }
    if numbers.count == words.count, !numbers.isEmpty {
      do throws(GameError) { _ = try rules.guess(numbers) } catch { return error }
    }
    return .badArgument("a guess is \(rules.guessForm)", help: rules.guessHelp(for: words))
  }

  // MARK: Requests of the host

  /// Reports the rules, and the seed if the players may see it.
  public func reportOpening(to report: inout Reporter) {
    let seed = visibleSeed
    report("opened", fields: rules.fields + ["seed": seed.map { Int(truncatingIfNeeded: $0) }]) {
      MastermindView.writeHeading(rules, seed: seed, to: &$0)
    }
  }

  public func view(for player: Int?, at time: GameTime) -> MastermindView { MastermindView(self) }

  /// The seed, which determines the secret; `nil` if the players may not see it yet.
  var visibleSeed: UInt64? { puzzle.showsSeed || isOver ? puzzle.seed : nil }

  /// Writes a move as it is typed.
  public func write(_ move: MastermindMove, to line: inout TextWriter) {
    guard let code = move.code else { return line.write("resign") }
    line.write("guess ", code)
  }

  /// The answer to a guess reveals something of the secret, and a resignation all of it.
  public func traits(of move: MastermindMove) -> MoveTraits { [.undoStop, .reveals] }

  /// The number of guesses, and whether the code was found.
  public var metrics: [Metric] {
    [
      Metric("guesses", Double(answers.count)),
      Metric("solved", ending == .solved ? 1 : 0),
    ]
  }

  /// Mixes in the rules, the secret and the game so far. Saved games depend on the parts and their
  /// order.
  public func combine(into digest: inout Digest) {
    digest.combine(rules.slots << 16 | rules.colors << 8 | (rules.repeats ? 1 : 0))
    digest.combine(rules.guesses)
    digest.combine(Int(truncatingIfNeeded: puzzle.secret.bits))
    digest.combine(answers.lazy.map(\.number))
    digest.combine(ending?.rawValue ?? "")
    digest.combine(Int(elapsed))
  }
}

/// A move of Mastermind, in 8 bytes: a guess, or giving up.
public struct MastermindMove: Sendable, Equatable {
  /// The bits of the guess; 0, which is not a code, for giving up.
  private let bits: UInt64

  /// Give up.
  public static let resign = MastermindMove(bits: 0)

  /// Guess a code.
  public static func guess(_ code: Code) -> MastermindMove { MastermindMove(bits: code.bits) }

  /// The guessed code; `nil` for giving up.
  public var code: Code? { bits == 0 ? nil : Code(bits: bits) }
}

/// The constants of a game: the rules, the secret, the seed.
final class MastermindPuzzle: Sendable {
  let rules: MastermindRules
  /// The secret code. No view, event or line shows it before the end.
  let secret: Code
  /// The seed of the secret.
  let seed: UInt64
  /// Whether the players may see the seed before the end.
  let showsSeed: Bool

  init(_ configuration: GameConfiguration<MastermindOptions>) throws(GameError) {
    rules = configuration.options.rules
    try rules.check()
    secret = try rules.secret(configuration.options.secret)
    seed = configuration.seed
    showsSeed = configuration.showsSeed
  }

  init(_ rules: MastermindRules, secret: Code) {
    (self.rules, self.secret) = (rules, secret)
    (seed, showsSeed) = (0, false)
  }
}
