import LineSyntax
import ParlorKit
import Platform

/// A drill that runs: positions of a game, asked one after another.
///
/// No move is made in a position: it shows the decision, and the answer is only valued.
struct Drill {
  /// How new games are opened, but for the seed.
  let origin: GameOrigin
  /// The number of answers after which it ends.
  let count: Int
  /// The seed of the positions that are dealt.
  let seed: Int
  /// Where its positions are kept; `nil` if they last as long as the drill.
  let store: DrillStore?
  /// The game that was current before.
  let before: (any SessionGame)?
  /// The positions that are kept, as they were last read.
  var deck = DrillDeck()
  /// The answers as moves of a review.
  var answers = GameReview()
  /// The number of games that were dealt.
  var dealt = 0
  /// The positions that were asked last.
  private(set) var asked: [DrillCard] = []
  /// The positions that are kept but cannot be asked now: a game with their draws is open, or a plugin plays otherwise.
  var passed: [DrillCard] = []
  /// The position that waits for an answer.
  var question: Question?

  /// A position that waits for an answer.
  struct Question {
    let card: DrillCard
    let source: Source
    /// The position. It is none of the open games.
    let game: any LoggedGame
  }

  /// Why a position is asked.
  enum Source: String {
    /// The best moves are close to each other.
    case close
    /// A move in a finished game was an error.
    case error
    /// It was asked before, and is due again.
    case again
  }

  /// How many other positions are asked before one comes again in the same drill.
  private static let pause = 2

  init(
    _ origin: GameOrigin, count: Int, seed: Int, store: DrillStore?, before: (any SessionGame)?
  ) {
    (self.origin, self.count, self.seed, self.store) = (origin, count, seed, store)
    self.before = before
  }

  var name: String { origin.kind.definition.name }

  /// Changes the deck, and the one on the disk.
  mutating func changeDeck(_ body: (inout DrillDeck) -> Void) throws(CommandError) {
    guard let store else { return body(&deck) }
    do throws(FileError) { deck = try store.change(body) } catch { throw .io(error) }
  }

  /// The next position of the deck that can be asked.
  func due(on day: Int) -> DrillCard? { deck.due(name, on: day, except: asked + passed) }

  /// Asks a position.
  mutating func ask(_ card: DrillCard, _ source: Source, _ game: any LoggedGame) {
    question = Question(card: card, source: source, game: game)
    asked = asked.suffix(Self.pause - 1) + [card]
  }
}

// MARK: - Dealing

extension Session {
  /// How many games are dealt to find a position, and how many positions of each are looked at.
  private static let mostDealt = 20
  private static let mostPositions = 40
  /// How many finished games are searched for errors before a position is dealt.
  private static let mostSearched = 50

  /// The day in UTC, in days since 1970-01-01.
  var day: Int { Int(clock.now.milliseconds / Timestamp.day) }

  /// Asks the next position of a drill: one that is due, else an error of a finished game, else one
  /// with a close decision.
  func deal(_ drill: inout Drill) throws(CommandError) {
    while let card = drill.due(on: day) {
      if let game = position(of: card) { return drill.ask(card, .again, game) }
      if isStopped() { throw .interrupted }
      drill.passed.append(card)
    }
    if drill.store != nil, try findErrors(&drill), let card = drill.due(on: day),
      let game = position(of: card)
    {
      return drill.ask(card, .error, game)
    }
    let (seed, origin) = (drill.seed, drill.origin)
    for _ in 0..<Self.mostDealt {
      drill.dealt += 1
      let game = try play(origin, seed: seed, number: drill.dealt)
      if isStopped() { throw .interrupted }
      guard let position = try closePosition(in: game, seed: seed, number: drill.dealt) else {
        continue
      }
      let card = card(of: position)
      // What is in the deck is asked when it is due.
      if !drill.deck.cards.contains(where: card.isSame) { return drill.ask(card, .close, position) }
    }
    throw .noClosePosition(origin.kind.definition.title)
  }

  private func card(of position: any LoggedGame) -> DrillCard {
    DrillCard(
      game: position.kind.definition.name,
      log: String(decoding: SavedGame.bytes(of: position), as: UTF8.self), due: day)
  }

  /// The position of a card; `nil` if it cannot be reached, or would tell what an open game hides.
  private func position(of card: DrillCard) -> (any LoggedGame)? {
    let log = try? LogReplayer(self).replay(Array(card.log.utf8), path: "drill")
    guard let game = log?.game, game.adviser != nil, !game.status.isOver, !isOpen(game) else {
      return nil
    }
    game.table = GameTable()
    return game
  }

  /// Whether a game with the same draws and secrets is open.
  private func isOpen(_ game: any LoggedGame) -> Bool { !gamesLike(game).isEmpty }

  /// Adds the errors of the last finished game of this kind that was not searched yet and has any.
  ///
  /// - Returns: whether there were some.
  private func findErrors(_ drill: inout Drill) throws(CommandError) -> Bool {
    for number in 1...Self.mostSearched {
      guard let entry = try archived(number) else { continue }
      guard !drill.deck.searched.contains(entry.result.id),
        let game = try? LogReplayer(self).replay(entry.bytes, path: entry.path).game,
        game.kind === drill.origin.kind, let adviser = game.adviser, !isOpen(game)
      else { continue }
      let review = try advice { () throws(GameError) in
        try adviser.review(isInterrupted: isStopped)
      }
      let errors = review.moves.filter {
        $0.isDecision && $0.isError && !entry.result.bots.contains($0.player)
      }
      let cards = errors.map { card(of: game.copy(after: $0.number - 1, number: game.number)) }
      try drill.changeDeck { deck in
        for card in cards { deck.add(card) }
        deck.noteSearched(entry.result.id)
      }
      if !cards.isEmpty { return true }
    }
    return false
  }

  /// Plays a game by a bot that needs no advice.
  private func play(
    _ origin: GameOrigin, seed: Int, number: Int
  ) throws(CommandError) -> any LoggedGame {
    var digest = Digest()
    digest.combine(bytes: Array("parlor drill \(seed) \(number)".utf8)[...])
    // No seed that is typed leads to it, so it tells nothing of other games. It is hidden in a test as at the prompt.
    var opening = origin.renewed(seed: Int(truncatingIfNeeded: digest.full) & Seed.max)
    opening.guardsSeed = true
    let started = try start(opening)
    guard let game = started.logged, game.adviser != nil else {
      throw .noAdviser(origin.kind.definition.title, isRemote: started.logged == nil)
    }
    do throws(GameError) {
      let seat = try game.drillSeat()
      for player in game.players { game.table.seats[player] = seat }
    } catch {
      throw .refused(error)
    }
    _ = thinking { game.playBots(isInterrupted: isStopped, observer: nil) }
    return game
  }

  /// A position of a game, from a random one on, in which the best moves are close to each other.
  private func closePosition(
    in game: any LoggedGame, seed: Int, number: Int
  ) throws(CommandError) -> (any LoggedGame)? {
    guard game.moveCount > 0 else { return nil }
    var chance = Chance(seed: UInt64(seed), draw: number)
    let first = Int(chance.below(UInt32(game.moveCount)))
    for place in first..<min(game.moveCount, first + Self.mostPositions) {
      if isStopped() { throw .interrupted }
      let position = game.copy(after: place, number: games.nextNumber)
      position.table = GameTable()
      // Some positions have no advice.
      guard !position.status.isOver, let adviser = position.adviser,
        let advice = try? thinking({ () throws(GameError) in
          try adviser.advise(isInterrupted: isStopped)
        }), advice.isClose
      else { continue }
      return position
    }
    return nil
  }
}

extension LoggedGame {
  /// A bot that plays without advice, for all seats of a game of a drill.
  fileprivate func drillSeat() throws(GameError) -> Seat {
    for bot in kind.bots {
      let name = bot[0].split(separator: "=", maxSplits: 1).map(String.init)
      let seat = try makeSeat(bot: name[0], value: name.count > 1 ? name[1] : nil)
      if !seat.isAdvised { return seat }
    }
    return try makeSeat(bot: Seat.random, value: nil)
  }
}

extension Advice {
  /// Whether the best move that is worse than the best is an error but no blunder, so that the choice
  /// matters and is not obvious.
  fileprivate var isClose: Bool {
    guard tolerance.isFinite, let second else { return false }
    let least = max(unit.leastError, tolerance)
    return least..<max(unit.leastBlunder, 2 * least) ~= loss(of: second)
  }
}
