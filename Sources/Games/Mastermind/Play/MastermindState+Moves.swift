import ParlorKit

extension MastermindState {
  /// Checks a move.
  func check(_ move: MastermindMove) throws(MastermindRefusal) {
    if isOver { throw .over }
    guard let code = move.code else { return }
    if code.count != rules.slots || code.highest > rules.colors { _ = try rules.guess(Array(code)) }
  }

  /// Makes a move that was checked.
  mutating func apply(
    _ move: MastermindMove, at time: GameTime, emit: (MastermindEvent) -> Void
  ) {
    guard let code = move.code else { return end(.resigned, at: time, emit: emit) }
    let feedback = Feedback(to: code, for: match.secret)
    let earlier = Contradiction.first(of: code, in: answers)
    answers.append(Answer(code, feedback))
    emit(.guessed(number: answers.count, code, feedback))
    if let earlier { emit(.contradiction(earlier)) }
    if feedback.black == rules.slots {
      end(.solved, at: time, emit: emit)
    } else if answers.count == rules.guesses {
      end(.lost, at: time, emit: emit)
    }
  }

  /// What may be guessed: the form of a guess. Codes are not listed: all of them are legal, and
  /// to tell those that fit the answers so far is the game. Giving up is not listed.
  var legalMoves: LegalMoves<MastermindMove> {
    if isOver { return LegalMoves() }
    return LegalMoves(forms: ["guess" + String(repeating: " C", count: rules.slots)])
  }

  /// Mixes in the rules, the secret and the game so far.
  func combine(into digest: inout Digest) {
    digest.combine(rules.slots << 16 | rules.colors << 8 | (rules.repeats ? 1 : 0))
    digest.combine(rules.guesses)
    digest.combine(Int(truncatingIfNeeded: match.secret.bits))
    digest.combine(answers.lazy.map(\.number))
    digest.combine(ending?.rawValue ?? "")
    digest.combine(Int(elapsed))
  }

  private mutating func end(
    _ ending: Ending, at time: GameTime, emit: (MastermindEvent) -> Void
  ) {
    self.ending = ending
    elapsed = time.milliseconds
    emit(.finished(MastermindResult(self, ending)))
  }
}
