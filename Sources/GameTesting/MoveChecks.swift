import Fuzzing
import ParlorKit

/// Random games by legal moves: they end, and every move is what its line says.
enum MoveChecks {
  /// The most moves that a random game may take.
  private static let limit = 5000

  static func endings(of game: some Game, _ faults: inout Faults) throws {
    let presets: [PresetDeclaration?] =
      game.definition.presets.isEmpty ? [nil] : game.definition.presets
    let isEndless = game.definition.traits.contains(.endless)
    for number in 0..<(2000 / presets.count) {
      for preset in presets {
        let seed = UInt64(number)
        let opening = Opening(of: game.definition, preset: preset, seed: seed)
        var play = try Play(game, opening, keepsDigests: false)
        var picker = Chance(seed: seed, draw: 1)
        while play.log.count < (isEndless ? 100 : limit), try play.step(&picker) {}
        guard play.isOver == isEndless, !play.needsTyping else { continue }
        let last = play.log.suffix(3).map { "`\(play.line(of: $0))`" }.joined(separator: ", ")
        return faults.add(
          "`\(opening.line)` \(isEndless ? "ends" : "does not end"); the last moves are \(last)")
      }
    }
  }

  static func lines<Rules: Game>(of game: Rules, _ faults: inout Faults) throws {
    for seed in UInt64(0)..<20 {
      let presets = game.definition.presets
      let preset = presets.isEmpty ? nil : presets[Int(seed) % presets.count]
      var play = try Play(game, Opening(of: game.definition, preset: preset, seed: seed))
      var picker = Chance(seed: seed, draw: 2)
      let actions = play.state.actions
      let actionLines = Set(actions.map(play.line))
      faults.expect(actionLines.count == actions.count, "two actions have the same line")
      repeat {
        let legal = play.state.legalMoves
        if play.isOver {
          faults.expect(
            legal.moves.isEmpty && legal.forms.isEmpty, "a game that is over lists legal moves")
          break
        }
        faults.expect(
          !legal.moves.isEmpty || !legal.forms.isEmpty, "a game that is not over has no legal move")
        var seen: Set<String> = []
        for move in legal.moves.prefix(40) + legal.moves.dropFirst(40).suffix(20) {
          let line = play.line(of: move)
          faults.expect(seen.insert(line).inserted, "`\(line)` is listed twice")
          faults.expect(
            actions.isEmpty || actionLines.contains(line), "`\(line)` is legal, but no action")
          if let violation = ReplyContract.violation(in: Array(line.utf8), isError: false) {
            faults.add("the line `\(line)` cannot be one of a reply: \(violation.message)")
          }
          try check(move, line, in: play, &faults)
        }
      } while try play.log.count < 40 && play.step(&picker)
      faults.expect(play.state.actions == actions, "the actions change in the course of the game")
    }
  }

  /// A line is read as its move, which resolves to the same move again; that one draws nothing more
  /// and has a line of its own.
  private static func check<Rules: Game>(
    _ move: Rules.Move, _ line: String, in play: Play<Rules>, _ faults: inout Faults
  ) throws {
    faults.expect(try play.move(of: line) == move, "`\(line)` is read as another move")
    let (resolved, hasDrawn) = try play.resolve(move)
    guard let outcome = resolved else { return faults.add("`\(line)` is legal, but ignored") }
    faults.expect(
      try play.resolve(move).move == outcome, "`\(line)` has another outcome the second time")
    faults.expect(
      !hasDrawn || play.state.traits(of: outcome).contains(.draws),
      "`\(line)` draws without the trait `draws`")
    let written = play.line(of: outcome)
    let again = try play.resolve(try play.move(of: written))
    faults.expect(again.move == outcome, "`\(written)` does not resolve to itself")
    faults.expect(!again.hasDrawn, "`\(written)` draws although its outcome is written out")
  }

  static func purity<Rules: Game>(of game: Rules, _ faults: inout Faults) throws {
    var play = try Play(game, Opening(of: game.definition, seed: 3))
    var picker = Chance(seed: 3, draw: 3)
    while try play.log.count < 200 && play.step(&picker) {}
    for _ in 0..<2 {
      var driver = try GameDriver(game, prepared: play.driver.configuration)
      var digests = [driver.digest.full]
      for move in play.log {
        let copy = driver
        driver.apply(move)
        faults.expect(
          copy.digest.full == digests.last, "`\(play.line(of: move))` changes a copy of the state")
        digests.append(driver.digest.full)
      }
      faults.expect(digests == play.digests, "the same moves lead to other states")
    }
    faults.expect(
      Set(play.digests).count > play.digests.count / 2, "the digest hardly ever changes")
  }

  /// Saved games rest on it: what differs for the players differs in the digest.
  static func digests<Rules: Game>(of game: Rules, _ faults: inout Faults) throws {
    for seed in UInt64(0)..<3 {
      var views: [UInt64: Fields] = [:]
      // The same draws for different moves, so that states come close to one another.
      for number in 0..<60 {
        var play = try Play(game, Opening(of: game.definition, seed: seed))
        var picker = Chance(seed: seed, draw: 10 + number)
        repeat {
          let fields = play.state.view(for: nil, at: .zero).fields
          faults.expect(
            views.updateValue(fields, forKey: play.digest) ?? fields == fields,
            "two states with the same digest show \(Value.object(fields).json)")
        } while try play.log.count < 12 && play.step(&picker)
      }
      let start = try Play(game, Opening(of: game.definition, seed: seed))
      faults.expect(
        views.count > (start.needsTyping ? 0 : 10), "there are hardly any different states")
    }
  }

  static func ends<Rules: Game>(of game: Rules, _ faults: inout Faults) throws {
    guard !game.definition.traits.contains(.endless) else { return }
    var play = try Play(game, Opening(of: game.definition, seed: 4))
    var picker = Chance(seed: 4, draw: 4)
    // A game whose moves can only be typed does not end here.
    guard !play.needsTyping else { return }
    while try play.log.count < limit && play.step(&picker) {}
    if (try? play.state.resignation) != nil { faults.add("who has finished can resign") }
    for line in Set(play.log.map(play.line)) {
      do {
        _ = try play.resolve(play.move(of: line))
        faults.add("`\(line)` is a move after the end")
      } catch let error as GameError {
        faults.expect(
          error.code == .notNow, "`\(line)` is refused by the code \(error.code.rawValue)")
      }
    }
  }
}
