public import ParlorKit

/// Mastermind: find a secret code by guessing, each guess answered by black and white pegs.
///
/// A game for one player. The secret is drawn before the first move, or given. It determines every
/// answer, so no move draws.
public struct Mastermind: Game {
  public let name = "mastermind"
  public let summary = "A game of deduction: find a secret code by guessing."
  public let seats: [Parameter] = []
  public let traits: GameTraits = [.readsClock, .hidesDraws, .drawsAtStart]

  /// The game.
  public init() {}

  public let rules = [
    "The program chooses a secret code: 4 numbers from 1 to 6, which stand for colours. A number"
      + " may occur more than once. Find the code with as few guesses as you can.",
    "Type `new mastermind` to begin and `guess 1 1 2 2` to guess. The answer counts pegs: black for"
      + " each number that is right and in its place, white for each number that is in the code but"
      + " in another place. Each peg counts once.",
    "For example, if the code is 1 5 2 2, the answer to `guess 1 2 3 4` is 1 black (the 1 is in its"
      + " place) and 1 white (a 2 is in the code, but not second). The 3 and the 4 are not in it.",
    "Each reply shows the table of all guesses with their answers. Use it to exclude codes. If a"
      + " guess contradicts an earlier answer, the reply says which one. `candidates` shows how"
      + " many codes are still possible; `feedback 1 1 2 3 / 1 2 3 4` shows the answer to 1 1 2 3"
      + " if the code were 1 2 3 4.",
    "The game ends when you find the code, when you use up your guesses (`guesses=10` sets a limit;"
      + " there is none otherwise), or when you give up with `resign`. `slots=`, `colors=` and"
      + " `repeats=off` choose other codes.",
  ]

  public var options: [Option<MastermindOptions>] { MastermindOptions.all }

  public var commands: [Command<MastermindState>] { Self.commands }

  private static let commands: [Command<MastermindState>] = [
    Command(
      "guess", "guess the secret", aliases: ["g"],
      details: [
        "Give one number, a colour, for each slot.",
        "Black: pegs of the right colour in the right place. White: pegs of the right colour in"
          + " the wrong place. Each peg counts once.",
        "A guess that contradicts an earlier answer is legal; the reply says which one.",
      ],
      examples: ["guess 1 1 2 2"],
      // The state checks the upper limits, which depend on the game.
      Form(
        .integers("C", 1...Int.max, count: 1...Code.mostColors),
        intent: { colors in
          .inState { state, _ throws(GameError) in .move(try state.guess(colors)) }
        })),
    Command(
      "candidates", "count the codes that fit all answers and show the first LIMIT, by default 10",
      isQuestion: true,
      details: [
        "The count is exact. It is missing if more than 10,000,000 codes are possible and a"
          + " search of that many steps finds no end. Ctrl-C stops the search."
      ],
      examples: ["candidates", "candidates 50"],
      Form(
        .optional(.integer("LIMIT", 1...1000)),
        intent: { limit in
          .answer { state, _, report throws(GameError) in
            let isStopped = AdviceContext.current.isStopped
            let candidates = Candidates(
              state.rules, state.answers, limit: limit ?? 10, isInterrupted: isStopped)
            if isStopped() { throw .stopped }
            candidates.report(to: &report)
          }
        })),
    Command(
      "feedback", "show the answer to GUESS if the secret is SECRET", isQuestion: true,
      details: [
        "Any two codes of equal length, in any game: 1 to 10 numbers from 1 to 20 each, with a `/`"
          + " between the codes."
      ],
      examples: ["feedback 1 1 2 3 / 1 2 3 4"],
      Form(
        .words("GUESS… / SECRET", count: 3...2 * Code.mostPegs + 1),
        intent: { words in
          .answer { _, _, report throws(GameError) in
            try Feedback(question: words).report(to: &report)
          }
        })),
  ]

  /// Draws the secret, or writes the given one in its canonical form.
  public func drawSetup(
    _ configuration: GameConfiguration<MastermindOptions>, chance: inout Chance
  ) throws(GameError) -> GameConfiguration<MastermindOptions> {
    let (rules, secret) = (configuration.options.rules, configuration.options.secret)
    try rules.check()
    let isDrawn = secret.isEmpty && !configuration.given.contains(MastermindOptions.secret.name)
    var configuration = configuration
    configuration.options.secret =
      (isDrawn ? rules.drawSecret(&chance) : try rules.secret(secret)).text
    return configuration
  }

  /// No guess yet.
  public func start(
    _ configuration: GameConfiguration<MastermindOptions>
  ) throws(GameError) -> MastermindState {
    MastermindState(try MastermindPuzzle(configuration))
  }

  public var bots: [Bot<Mastermind>] { [Self.consistent, MastermindAdviser.best] }

  /// Values guesses by the expected number of further guesses.
  public var adviser: Adviser<Mastermind>? { MastermindAdviser.adviser }

  /// How many prefixes of codes the bot tries before it gives up, if there are too many codes.
  private static let mostBeginnings = 2_000_000

  /// Guesses the first code that fits all answers. If there are too many codes to count, and that
  /// code is hard to find, it guesses at random.
  private static let consistent = Bot<Mastermind>(
    "consistent", "guesses the first code that fits all answers"
  ) { view, _, chance in
    let isCountable = view.rules.codes <= MastermindRules.mostCounted
    let found = Candidates.first(
      view.rules, view.answers, mostBeginnings: isCountable ? .max : mostBeginnings)
    return .guess(found ?? view.rules.drawGuess(&chance))
  }
}
