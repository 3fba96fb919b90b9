public import ParlorKit

/// Mastermind: find a secret code by guessing, each guess answered by black and white pegs.
///
/// A game for one. The secret is drawn before the first move, or given; every answer follows from
/// it, so that no move draws.
public struct Mastermind: Game {
  /// The rules of every game of Mastermind; those of one game are its options.
  public init() {}

  /// Draws the secret, or writes the one that was given in its canonical form.
  public func prepare(_ setup: GameConfiguration, chance: inout Chance) throws(GameError)
    -> GameConfiguration
  {
    do throws(MastermindRefusal) {
      let rules = try MastermindRules(setup.options)
      let given = setup.options.text("secret")
      let secret = given.isEmpty ? rules.drawSecret(&chance) : try rules.secret(given)
      var setup = setup
      setup.options["secret"] = .text(secret.text)
      return setup
    } catch {
      throw error.refusal
    }
  }

  /// No guess yet.
  public func start(_ setup: GameConfiguration) throws(GameError) -> MastermindState {
    do throws(MastermindRefusal) {
      return MastermindState(try MastermindMatch(setup))
    } catch {
      throw error.refusal
    }
  }

  /// The rules.
  public func opening(of state: MastermindState) -> [MastermindEvent] {
    [.opened(state.rules, seed: state.visibleSeed)]
  }

  /// A guess, or the answer to `candidates` or `feedback`.
  public func command(
    _ call: Call, in state: MastermindState, at time: GameTime
  ) throws(GameError) -> Intent<MastermindMove, MastermindEvent> {
    do throws(MastermindRefusal) {
      switch call.verb {
      case "candidates":
        let limit = call.integer(0) ?? 10
        return .answer([.candidates(Candidates(state.rules, state.answers, limit: limit))])
      case "feedback": return .answer([.feedback(try FeedbackQuery(call).feedback)])
      default:
        if state.isOver { throw .over }
        return .move(.guess(try state.rules.guess(call.integers)))
      }
    } catch {
      throw error.refusal
    }
  }

  /// Checks a move; none draws.
  public func resolve(
    _ move: MastermindMove, in state: MastermindState, chance: inout Chance
  ) throws(GameError) -> Resolution<MastermindMove> {
    do throws(MastermindRefusal) {
      try state.check(move)
      return .play(move)
    } catch {
      throw error.refusal
    }
  }

  /// Makes a move; the time matters at the end.
  public func apply(
    _ move: MastermindMove, to state: inout MastermindState, at time: GameTime,
    emit: (MastermindEvent) -> Void
  ) {
    state.apply(move, at: time, emit: emit)
  }

  /// Every move is a step of `undo`; a guess is answered, which tells something of the secret.
  public func traits(of move: MastermindMove) -> MoveTraits {
    move.code == nil ? .step : [.step, .reveals]
  }

  /// Writes a move as it is typed.
  public func write(_ move: MastermindMove, to line: inout TextWriter) { move.write(to: &line) }

  /// Gives up, which shows the secret.
  public func resignation(in state: MastermindState) throws(GameError) -> MastermindMove {
    guard !state.isOver else { throw MastermindRefusal.over.refusal }
    return .resign
  }

  /// The form of a guess.
  public func legalMoves(in state: MastermindState) -> LegalMoves<MastermindMove> {
    state.legalMoves
  }

  /// Any guess.
  public func sampleMove(in state: MastermindState, chance: inout Chance) -> MastermindMove? {
    state.sampleMove(chance: &chance)
  }

  /// The bot `consistent`.
  public var bots: [Bot<Mastermind>] { [ConsistentBot.bot] }

  /// How many guesses it took, and whether they were enough.
  public func measures(of state: MastermindState) -> [Metric] { state.measures }

  /// Whether the game is over, which nobody else can win.
  public func status(of state: MastermindState) -> GameStatus {
    state.isOver ? .over(winners: []) : .playing(turn: 0)
  }

  /// The rules and the answers, and at the end the secret.
  public func view(of state: MastermindState, at time: GameTime) -> MastermindView {
    MastermindView(state)
  }

  /// Mixes in the rules, the secret and the game so far.
  public func digest(_ state: MastermindState, into digest: inout Digest) {
    state.combine(into: &digest)
  }
}
