import ParlorKit
import TestKit
import Testing

@testable import ParlorEngine

/// Random games by legal moves, typed: they end, and every move is what its line says.
struct RandomGameTests {
  /// The most moves that a random game of the catalog may take.
  private static let limit = 5000

  @Test(arguments: Contestants.all)
  func `random games end`(game: any Game) throws { try randomGamesEnd(of: game) }

  private func randomGamesEnd(of game: some Game) throws {
    let presets: [PresetDeclaration?] =
      game.definition.presets.isEmpty ? [nil] : game.definition.presets
    let isEndless = game.definition.traits.contains(.endless)
    for number in 0..<(2000 / presets.count) {
      for preset in presets {
        let seed = UInt64(number)
        let opening = Opening(of: game.definition, preset: preset, seed: seed)
        var play = try Play(game, opening, keepsDigests: false)
        var picker = Chance(seed: seed, draw: 1)
        while play.log.count < (isEndless ? 100 : Self.limit), try play.step(&picker) {}
        guard play.isOver == isEndless, !play.needsTyping else { continue }
        Issue.record("\(play.opening.line) does not end: \(play.log.suffix(3).map(play.line))")
        return
      }
    }
  }

  @Test(arguments: Contestants.all)
  func `every legal move is what its line says`(game: any Game) throws {
    try everyLegalMoveIsWhatItsLineSays(of: game)
  }

  private func everyLegalMoveIsWhatItsLineSays<Rules: Game>(of game: Rules) throws {
    for seed in UInt64(0)..<20 {
      let presets = game.definition.presets
      let preset = presets.isEmpty ? nil : presets[Int(seed) % presets.count]
      var play = try Play(game, Opening(of: game.definition, preset: preset, seed: seed))
      var picker = Chance(seed: seed, draw: 2)
      let actions = play.state.actions
      let actionLines = Set(actions.map(play.line))
      #expect(actionLines.count == actions.count)
      repeat {
        let digest = play.digest
        let legal = play.state.legalMoves
        if play.isOver {
          #expect(legal.moves.isEmpty && legal.forms.isEmpty)
          break
        }
        #expect(!legal.moves.isEmpty || !legal.forms.isEmpty)
        var lines: Set<String> = []
        for move in legal.moves.prefix(40) + legal.moves.dropFirst(40).suffix(20) {
          let line = play.line(of: move)
          #expect(lines.insert(line).inserted, "\(line) is listed twice")
          #expect(actions.isEmpty || actionLines.contains(line))
          #expect(ReplyText.fault(of: Array("\(line)\n".utf8)) == nil)
          #expect(try play.move(of: line) == move)
          try resolveTwice(move, in: play)
        }
        #expect(play.digest == digest)
      } while try play.log.count < 40 && play.step(&picker)
      #expect(play.state.actions == actions)
    }
  }

  /// A move resolves to the same move again, which draws nothing more and has a line of its own.
  private func resolveTwice<Rules: Game>(_ move: Rules.Move, in play: Play<Rules>) throws {
    let (resolved, hasDrawn) = try play.resolve(move)
    let outcome = try #require(resolved)
    #expect(try play.resolve(move).move == outcome)
    #expect(!hasDrawn || play.state.traits(of: outcome).contains(.draws))
    let again = try play.resolve(try play.move(of: play.line(of: outcome)))
    #expect(again.move == outcome)
    #expect(!again.hasDrawn)
  }

  @Test(arguments: Contestants.all)
  func `applying is pure`(game: any Game) throws { try applyingIsPure(of: game) }

  private func applyingIsPure<Rules: Game>(of game: Rules) throws {
    var play = try Play(game, Opening(of: game.definition, seed: 3))
    var picker = Chance(seed: 3, draw: 3)
    while try play.log.count < 200 && play.step(&picker) {}
    for _ in 0..<2 {
      var driver = try GameDriver(game, prepared: play.driver.configuration)
      var digests = [driver.digest.full]
      for move in play.log {
        let copy = driver
        driver.apply(move)
        #expect(copy.digest.full == digests.last)
        digests.append(driver.digest.full)
      }
      #expect(digests == play.digests)
    }
    #expect(Set(play.digests).count > play.digests.count / 2, "digests hardly ever change")
  }

  /// Saved games rest on it: what differs for the players differs in the digest.
  @Test(arguments: Contestants.all)
  func `equal digests are equal states`(game: any Game) throws {
    try equalDigestsAreEqualStates(of: game)
  }

  private func equalDigestsAreEqualStates<Rules: Game>(of game: Rules) throws {
    for seed in UInt64(0)..<3 {
      var views: [UInt64: Fields] = [:]
      // The same draws for different moves, so that states come close to one another.
      for number in 0..<60 {
        var play = try Play(game, Opening(of: game.definition, seed: seed))
        var picker = Chance(seed: seed, draw: 10 + number)
        repeat {
          let digest = play.digest
          let fields = play.state.view(for: nil, at: .zero).fields
          #expect(views.updateValue(fields, forKey: digest) ?? fields == fields)
        } while try play.log.count < 12 && play.step(&picker)
      }
      let start = try Play(game, Opening(of: game.definition, seed: seed))
      #expect(views.count > (start.needsTyping ? 0 : 10))
    }
  }

  @Test(arguments: Contestants.all)
  func `a game that is over takes no move`(game: any Game) throws { try refusesAfterTheEnd(game) }

  private func refusesAfterTheEnd<Rules: Game>(_ game: Rules) throws {
    guard !game.definition.traits.contains(.endless) else { return }
    var play = try Play(game, Opening(of: game.definition, seed: 4))
    var picker = Chance(seed: 4, draw: 4)
    // A game whose moves can only be typed does not end here.
    guard !play.needsTyping else { return }
    while try play.step(&picker) {}
    #expect(throws: GameError.self) { try play.state.resignation }
    for move in Set(play.log.map(play.line)) {
      let refusal = #expect(throws: GameError.self) { try play.resolve(play.move(of: move)) }
      #expect(refusal?.code == .notNow)
    }
  }
}
