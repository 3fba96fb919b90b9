import ParlorKit

// Checks of a plugin's rules that the host can make by playing.

extension PluginCheck {
  // MARK: - What is hidden

  /// Repeats a draw with other hidden words: everybody must be told the same, and so must each
  /// player whose view is the same.
  static func checkHiding(_ trial: PluginTrial) throws(PluginProtocolError) {
    guard trial.definition.traits.contains(.hidesDraws) else { return try checkOpenViews(trial) }
    guard
      let index = trial.played.firstIndex(where: { !$0.hiddenWords.isEmpty })
    else { return }
    let move = trial.played[index]
    var isHidden = false
    var hasTwin = false
    let words = move.line.split(separator: " ").map(String.init)
    for place in move.hiddenWords.prefix(mostHidden) {
      for other in otherWords(in: words, at: place) {
        guard let sameViews = try sameViews(of: index, other, trial) else { continue }
        hasTwin = true
        if sameViews > 0 { isHidden = true }
      }
    }
    if hasTwin, !isHidden {
      throw PluginProtocolError(
        "what is masked in `\(move.answer["masked"]?.string ?? "")` is in the views of all players")
    }
  }

  /// Without the trait, all players see the same: the host hides no hand then.
  private static func checkOpenViews(_ trial: PluginTrial) throws(PluginProtocolError) {
    var trial = trial
    let asks = trial.identity?.capabilities.contains(.views) ?? false
    if asks { _ = try trial.open() }
    for place in 0...trial.played.count {
      let move = place == 0 ? nil : trial.played[place - 1]
      let state = move?.state ?? trial.opened["state"]
      let own = (state?["views"]?.array ?? []).filter { $0 != .null }
      var views = [state?["view"] ?? .null]
      if asks {
        if let move { _ = try trial.ask("play", trial.time, rest: move.line) }
        for player in 0..<trial.playerCount {
          let answer = try trial.ask("view", [("player", String(player))] + trial.time)
          views.append(answer["view"] ?? .null)
        }
      }
      // `views` has null where a player sees what everybody sees.
      if !own.isEmpty || views.contains(where: { $0["fields"] != views[0]["fields"] }) {
        throw PluginProtocolError(
          "players see different things, but the game lacks the trait `hides-draws`")
      }
    }
  }

  /// The number of hidden words to try.
  private static let mostHidden = 6

  /// The words of a line with other words at an index.
  private static func otherWords(in words: [String], at place: Int) -> [[String]] {
    let value = words[place]
    // Words of other moves, then other digits.
    let values = (words.dropFirst() + (1...6).map(String.init)).filter { $0 != value }
    var seen: Set<String> = []
    return values.filter { seen.insert($0).inserted }.prefix(8).map { other in
      var changed = words
      changed[place] = other
      return changed
    }
  }

  /// Plays up to a draw, makes it with the given words, and compares it with the original draw.
  ///
  /// - Returns: the number of equal views; `nil` if the plugin does not accept the words.
  private static func sameViews(
    of index: Int, _ words: [String], _ trial: PluginTrial
  ) throws(PluginProtocolError) -> Int? {
    var trial = trial
    let line = words.joined(separator: " ")
    // The host sends no line that does not fit the declaration.
    guard
      let command = trial.definition.commands.first(where: { $0.verb == words.first }),
      command.call(of: line) != nil
    else { return nil }
    func replay(_ last: String) throws(PluginProtocolError) -> Value? {
      _ = try trial.open()
      for move in trial.played[..<index] { _ = try trial.ask("play", trial.time, rest: move.line) }
      do throws(PluginError) {
        return try trial.answer("play", trial.time, rest: last)
      } catch {
        guard case .refused = error else { throw PluginProtocolError("it \(error.clause)") }
        return nil
      }
    }
    guard let changed = try replay(line), changed["line"]?.string == line else { return nil }
    let seen = try look(trial, changed)
    guard let answer = try replay(trial.played[index].line) else { return nil }
    let usual = try look(trial, answer)
    let verb = words.first ?? ""
    if changed["events"] != answer["events"] {
      throw PluginProtocolError("the events of `\(verb)` tell what is masked")
    }
    if changed["masked"] != answer["masked"] {
      throw PluginProtocolError("`masked` of `\(verb)` tells what is masked")
    }
    if let everybody = seen.everybody, everybody != usual.everybody {
      throw PluginProtocolError("what everybody sees after `\(verb)` tells what is masked")
    }
    let same = seen.players.indices.filter { seen.players[$0] == usual.players[$0] }
    if let turn = usual.turn, same.contains(turn) {
      if changed["state"]?["legal"] != answer["state"]?["legal"] {
        throw PluginProtocolError("`legal` after `\(verb)` depends on what the player does not see")
      }
      if seen.advice != usual.advice {
        throw PluginProtocolError(
          "`advise` after `\(verb)` depends on what the player does not see")
      }
    }
    return same.count
  }

  /// Everything that a plugin shows of its current state.
  private static func look(
    _ trial: PluginTrial, _ answer: Value
  ) throws(PluginProtocolError) -> (
    everybody: Value?, players: [Value?], turn: Int?, advice: Value?
  ) {
    let state = answer["state"]
    let turn = try PluginSnapshot(state).status.turn
    let capabilities = trial.identity?.capabilities ?? []
    let advice = capabilities.contains(.advise) ? try? trial.ask("advise", trial.time) : nil
    if let views = state?["views"]?.array {
      return (state?["view"], views.map { $0 == .null ? state?["view"] : $0 }, turn, advice)
    }
    guard capabilities.contains(.views) else { return (nil, [state?["view"]], 0, advice) }
    var players: [Value?] = []
    for player in 0..<trial.playerCount {
      let settings = [("player", String(player))] + trial.time
      players.append(try trial.ask("view", settings)["view"])
    }
    return (nil, players, turn, advice)
  }

  // MARK: - Draws and playouts

  /// Replays the game with other draws: some must have other outcomes.
  static func checkSeeds(_ trial: PluginTrial) throws(PluginProtocolError) {
    var trial = trial
    guard let index = trial.played.firstIndex(where: { $0.answer["draws"]?.bool ?? false }) else {
      return
    }
    let move = trial.played[index]
    for draw in 1...mostDraws {
      _ = try trial.open()
      for earlier in trial.played[..<index] {
        _ = try trial.ask("play", trial.time, rest: earlier.line)
      }
      let answer = try trial.play(move.chosen, draw: move.draw + 1000 * draw)
      if answer["line"]?.string != move.line || answer["state"] != move.state { return }
    }
    throw PluginProtocolError(
      "`\(move.chosen)` gives `\(move.answer["masked"]?.string ?? move.line)` whatever it draws")
  }

  /// A coin falls alike that often by chance once in 2^40.
  private static let mostDraws = 40

  /// The same game with random moves, made one by one; nil where moves cannot be listed, so that
  /// there is no random one.
  private static func wholeGame(
    _ game: PluginGame, _ setup: GameConfiguration<OptionValues>, players: Int
  ) throws(GameError) -> Playout? {
    do throws(PlayoutError) {
      return try PluginGame.playout(
        game, setup, from: nil, limit: PluginTrial.moves,
        choices: Array(repeating: .random, count: players))
    } catch {
      switch error.reason {
      case .stuck: return nil
      case .notStarted(let reason), .failed(let reason), .refused(_, let reason):
        throw GameError(.plugin, reason)
      }
    }
  }

  /// Compares playouts with the same games move by move.
  static func checkPlayouts(_ trial: PluginTrial) throws(PluginProtocolError) {
    guard let identity = trial.identity else { return }
    let pool = PluginPool(trial.program, limits: trial.limits) { _ in }
    defer { pool.end() }
    let game = PluginGame(
      identity, name: identity.definition.name, pool: pool, notices: PluginNotices())
    for seed in [7, 1, 1_234_567, 9_007_199_254_740_991] as [UInt64] {
      var setup = identity.definition.sampleSetup
      setup.seed = seed
      let count = max(1, setup.names.count)
      do throws(GameError) {
        guard
          let playout = try game.playouts(
            setup, bots: Array(repeating: "random", count: count), limit: PluginTrial.moves)?(
              setup.seed)
        else { return }
        guard let whole = try wholeGame(game, setup, players: count) else { return }
        guard playout.isLike(whole) else {
          throw GameError(.plugin, "with seed \(seed) it differs from the game move by move")
        }
      } catch {
        throw PluginProtocolError(error.message)
      }
    }
  }

  // MARK: - Legal moves and digests

  /// Tries moves that were listed before and are not now: a list without forms is complete.
  static func checkUnlisted(_ trial: inout PluginTrial) throws(PluginProtocolError) {
    var listed: [String] = []
    var state = try trial.open()["state"]
    for move in trial.played.prefix(mostMoves) {
      let snapshot = try PluginSnapshot(state, playerCount: trial.namedPlayerCount)
      let legal = Set(snapshot.legal.map(\.line))
      if snapshot.forms.isEmpty, !snapshot.status.isOver {
        for line in listed.filter({ !legal.contains($0) }).prefix(mostUnlisted) {
          do throws(PluginError) {
            let answer = try trial.answer("play", trial.time, rest: line)
            if answer["ignored"] != nil || answer["more"] != nil { continue }
          } catch {
            guard case .refused = error else { throw PluginProtocolError("it \(error.clause)") }
            continue
          }
          throw PluginProtocolError("`\(line)` is accepted, though it is not listed as legal")
        }
      }
      for line in snapshot.legal.map(\.line) where !listed.contains(line) && listed.count < 200 {
        listed.append(line)
      }
      state = try trial.play(move.chosen, draw: move.draw)["state"]
    }
  }

  /// The number of positions in which unlisted moves are tried, and the number of moves in each.
  private static let (mostMoves, mostUnlisted) = (20, 6)

  /// Looks for two positions with the same digest but different views or legal moves.
  static func checkDigests(_ trial: PluginTrial) throws(PluginProtocolError) {
    var known: [UInt64: Value] = [:]
    for state in [trial.opened["state"] ?? .null] + trial.played.map(\.state) {
      guard let digest = PluginSnapshot.digest(state["digest"]) else { continue }
      let position = Value.array([
        state["view"]?["fields"] ?? .null, state["legal"] ?? .null, state["turn"] ?? .null,
        state["winners"] ?? .null,
      ])
      if let other = known.updateValue(position, forKey: digest), other != position {
        throw PluginProtocolError(
          "two positions have the same digest, and differ in `fields`, `legal` or `turn`")
      }
    }
  }
}

extension PluginTrial.PlayedMove {
  /// The places of the words that `masked` hides.
  fileprivate var hiddenWords: [Int] {
    guard answer["draws"]?.bool ?? false, let masked = answer["masked"]?.string else { return [] }
    let (shown, words) = (masked.split(separator: " "), line.split(separator: " "))
    guard shown.count == words.count else { return [] }
    return words.indices.filter { shown[$0] == "?" && words[$0] != "?" }
  }
}
