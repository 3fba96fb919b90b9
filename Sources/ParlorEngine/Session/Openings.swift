import ParlorKit
import Platform

/// What the opening of a game leaves for the next one: the seed that follows, the names of the
/// players, and how games of each kind were opened.
struct Openings {
  /// The seed of the next game that is not given one; nil if each game draws its own.
  var nextSeed: Int?
  /// Whether games that get it hide it until they are over.
  var hidesSeed = false
  /// The line that gives another session the same next seed.
  var nextSeedLine: String? {
    nextSeed.map { GameOrigin.seedLine($0, isHidden: hidesSeed) }
  }
  /// The names that players of this session had, the last first.
  private(set) var players: [String] = []
  /// The name of the game that was opened last.
  private(set) var lastName: String?
  /// How games of a kind were opened last, by the kind and the first word after it.
  private var origins: [String: GameOrigin] = [:]
  /// The games whose chance was shown: who opens one like them knows it.
  private var known: Set<Chances> = []
  /// The draws that games have shown, by the numbers of these games.
  private var drawn: [Draws: Set<Int>] = [:]
  /// The hidden hands that a person has seen.
  private var hands: Set<Hand> = []
  /// The games that were reviewed after their end.
  private var reviewed: Set<Chances> = []
  /// The games of batches, of which all was shown.
  private var batches: [Batch] = []
  /// How many finished games are searched for the last one of a mode.
  private static let mostSearched = 20

  /// What games draw that are opened with the same seed.
  private struct Chances: Hashable {
    let kind: ObjectIdentifier
    let seed: UInt64
    /// Of a fair game, whose seed draws nothing.
    let commit: String?

    init(of game: any LoggedGame) {
      kind = ObjectIdentifier(game.kind)
      seed = game.origin.seed
      commit = game.origin.fair?.commit
    }
  }

  /// What comes next in them, until an undo asks for other draws.
  private struct Draws: Hashable {
    let chances: Chances
    let epoch: UInt32

    init(of game: any LoggedGame, after epoch: UInt32? = nil) {
      chances = Chances(of: game)
      self.epoch = epoch ?? game.epoch
    }
  }

  /// The hidden hand of a player.
  private struct Hand: Hashable {
    let chances: Chances
    let player: Int
  }

  /// The chances of games with consecutive seeds.
  private struct Batch: Equatable {
    let kind: ObjectIdentifier
    let first: UInt64
    var count: UInt64

    func shows(_ game: any LoggedGame) -> Bool {
      // Seeds are numbers of 53 bits; after the largest comes 0.
      kind == ObjectIdentifier(game.kind)
        && (game.origin.seed &- first) & UInt64(Seed.max) < count
    }
  }

  init(nextSeed: Int?) { self.nextSeed = nextSeed }

  /// Notes that games took their seeds.
  mutating func skipSeeds(_ count: Int) {
    if let seed = nextSeed { nextSeed = (seed + count) & Seed.max }
  }

  /// Notes how a game was opened.
  mutating func note(_ game: any SessionGame) {
    let names = game.origin.names
    origins[Self.key(game.kind, game.origin.arguments)] = game.origin
    lastName = game.name
    players = Array((names + players.filter { !names.contains($0) }).prefix(100))
  }

  /// Notes that a game has shown its chance.
  mutating func noteKnownChance(of game: any LoggedGame) { known.insert(Chances(of: game)) }

  /// Notes that a game has shown draws.
  mutating func noteDraws(of game: any LoggedGame) {
    drawn[Draws(of: game), default: []].insert(game.number)
  }

  /// Notes that a game of an earlier session has shown the draws of an undo epoch.
  mutating func noteDraws(of game: any LoggedGame, after epoch: UInt32) {
    drawn[Draws(of: game, after: epoch), default: []].insert(0)
  }

  /// Whether another game has shown the draws that this one has since an undo.
  func areDrawsKnown(of game: any LoggedGame) -> Bool {
    game.epoch > 0 && drawn[Draws(of: game)]?.contains { $0 != game.number } ?? false
  }

  /// Notes that a person has seen the hidden hand of a player.
  mutating func noteHandSeen(of player: Int, in game: any LoggedGame) {
    hands.insert(Hand(chances: Chances(of: game), player: player))
  }

  /// The players whose hidden hands a person has seen, in this game or in one like it.
  func handsSeen(in game: any LoggedGame) -> [Int] {
    game.players.indices.filter { hands.contains(Hand(chances: Chances(of: game), player: $0)) }
  }

  /// Whether a person has seen any hidden hand.
  var hasHandsSeen: Bool { !hands.isEmpty }

  /// Notes that a game was reviewed after its end.
  mutating func noteReviewed(_ game: any LoggedGame) { reviewed.insert(Chances(of: game)) }

  /// Whether a game was reviewed after its end.
  func isReviewed(_ game: any LoggedGame) -> Bool {
    !reviewed.isEmpty && reviewed.contains(Chances(of: game))
  }

  /// Notes that a batch has shown what games hide or draw.
  ///
  /// - Parameters:
  ///   - origin: how its first game began.
  ///   - count: how many seeds its games have had, from the first on.
  /// - Returns: whether a game was opened like one of them; nil if nothing new was shown.
  mutating func noteBatch(
    _ origin: GameOrigin, seeds count: Int
  ) -> ((any LoggedGame) -> Bool)? {
    let batch = Batch(
      kind: ObjectIdentifier(origin.kind), first: origin.seed, count: UInt64(count))
    guard batches.last != batch else { return nil }
    if let last = batches.last, last.kind == batch.kind, last.first == batch.first {
      batches.removeLast()
    }
    batches.append(batch)
    return batch.shows
  }

  /// Whether a game like one has shown its chance.
  func isChanceKnown(of game: any LoggedGame) -> Bool {
    known.contains(Chances(of: game)) || batches.contains { $0.shows(game) }
  }

  /// How a game with the same first word was opened last: in this session, else among the games
  /// that were finished last.
  func last(
    _ kind: GameKind, _ words: [Argument], or archive: GameArchive?
  ) throws(FileError) -> GameOrigin? {
    let key = Self.key(kind, words)
    if let origin = origins[key] { return origin }
    guard let archive else { return nil }
    for number in 1...Self.mostSearched {
      guard let entry = try archive.find(number),
        let line = entry.bytes.split(separator: 0x0A).first(where: { $0.starts(with: "new ".utf8) }
        ),
        let origin = try? kind.origin(of: line), Self.key(kind, origin.arguments) == key
      else { continue }
      return origin
    }
    return nil
  }

  /// The kind, and the first word after it if that is one of a few.
  private static func key(_ kind: GameKind, _ words: [Argument]) -> String {
    let name = kind.definition.name
    guard case .choice? = kind.definition.setup.first?.kind, case .word(let word)? = words.first
    else { return name }
    return "\(name) \(word)"
  }
}
