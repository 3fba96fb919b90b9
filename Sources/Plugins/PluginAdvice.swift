package import ParlorKit

/// Advice of a plugin: the answer to `advise`.
extension PluginGame {
  /// The maximum number of moves that are read.
  private static let mostMoves = 1000

  /// The plugin's values of moves; `nil` if it does not answer `advise`.
  package var adviser: Adviser<PluginGame>? {
    guard identity.capabilities.contains(.advise) else { return nil }
    return Adviser { view, also, isInterrupted throws(GameError) in
      if isInterrupted() { throw .stopped }
      return try self.advice(view, also: also?.line ?? "")
    }
  }

  /// The bot `best`, unless the plugin has one of that name.
  var advisedBot: Bot<PluginGame>? {
    guard identity.capabilities.contains(.advise),
      !identity.bots.contains(where: { $0.name == "best" })
    else { return nil }
    return Bot("best", "plays the move that `hint` shows first") { view, _, _ in
      do throws(GameError) {
        return try self.advice(view, also: "").moves.first?.move ?? PluginMove("")
      } catch {
        var move = PluginMove("")
        move.failure = error
        return move
      }
    }
  }

  private func advice(_ view: PluginView, also: String) throws(GameError) -> Advice<PluginMove> {
    if let stall = stall(at: "advise") { throw failure(stall) }
    let state = view.state
    let answer = try ask(state, "advise", settings(of: view.time), rest: also)
    do throws(PluginProtocolError) {
      return try Self.advice(answer, in: state.snapshot)
    } catch {
      throw failure(.garbled(error.reason, during: "advise"))
    }
  }

  /// Reads advice. Every move is a legal one, if the plugin lists all of them.
  static func advice(
    _ answer: Value, in snapshot: PluginSnapshot
  ) throws(PluginProtocolError) -> Advice<PluginMove> {
    guard let unit = answer["unit"]?.string.flatMap(AdviceUnit.init(rawValue:)) else {
      throw PluginProtocolError("`unit` is not chance, points, guesses or turns")
    }
    let meaning = PluginText.line(answer["meaning"]?.string ?? "")
    guard !meaning.isEmpty else { throw PluginProtocolError("`meaning` is missing") }
    var moves: [ValuedMove<PluginMove>] = []
    for move in (answer["moves"]?.array ?? []).prefix(mostMoves) {
      guard let line = move["line"]?.string, PluginMove.isLine(line) else {
        throw PluginProtocolError("`line` is not a line of the game")
      }
      guard !snapshot.forms.isEmpty || snapshot.legal.contains(where: { $0.line == line }) else {
        throw PluginProtocolError("`\(line)` is not a legal move")
      }
      guard let value = move["value"]?.number, value.isFinite, abs(value) <= 1e9,
        unit != .chance || 0...1 ~= value
      else {
        throw PluginProtocolError(
          "the `value` of `\(line)` is not \(unit == .chance ? "a chance from 0 to 1" : "a number")"
        )
      }
      moves.append(
        ValuedMove(PluginMove(line), value, note: PluginText.line(move["note"]?.string ?? "")))
    }
    guard !moves.isEmpty else { throw PluginProtocolError("`moves` has no move") }
    let estimate = answer["estimate"]?.string.map(PluginText.line)
    var advice = Advice(
      unit, meaning: meaning, estimate: estimate?.isEmpty ?? true ? nil : estimate, moves: moves,
      isRanked: answer["ranked"]?.bool ?? false,
      reasons: (answer["reasons"]?.array ?? []).compactMap { $0.string.map(PluginText.line) })
    advice.tolerance = max(answer["tolerance"]?.number ?? 0, 0)
    if advice.tolerance >= 1e9 { advice.tolerance = .infinity }
    advice.spent = answer["spent"]?.number ?? 0
    advice.isOfStep = answer["step"]?.bool ?? false
    return advice
  }
}
