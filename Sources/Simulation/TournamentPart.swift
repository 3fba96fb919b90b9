import ParlorKit

/// A part of a tournament: the numbers of its games, and exact sums over them.
///
/// A file of it is one JSON object. All numbers are strings, so that no reader rounds them, and
/// nothing is divided: parts add up to the result of a single run. The last member is a checksum.
package struct TournamentPart: Sendable, Equatable {
  /// The description of the run; games with equal settings and equal numbers are equal.
  package struct Settings: Sendable, Equatable {
    /// The version of the program that plays.
    package var program: String
    package var game: String
    /// The words of `new` after the name of the game and the players, as they were typed.
    package var words: [String]
    /// The bots, one for each seat.
    package var bots: [String]
    /// The seed of the first game of the tournament.
    package var seed: UInt64
    /// The maximum number of moves of a game.
    package var limit: Int
    /// The number of games of the tournament.
    package var games: Int

    package init(
      program: String, game: String, words: [String], bots: [String], seed: UInt64, limit: Int,
      games: Int
    ) {
      self.program = program
      self.game = game
      self.words = words
      self.bots = bots
      self.seed = seed
      self.limit = limit
      self.games = games
    }
  }

  package let settings: Settings
  /// The numbers of the games that were played, from 0.
  package let numbers: Range<Int>
  package let figures: Figures

  /// A part.
  package init(_ settings: Settings, _ numbers: Range<Int>, _ figures: Figures) {
    self.settings = settings
    self.numbers = numbers
    self.figures = figures
  }
}

/// Why parts do not add up.
package enum PartError: Error, Sendable, Equatable {
  /// The part at the second index belongs to another tournament than that at the first; the
  /// difference as a clause.
  case other(Int, Int, String)
  /// Both parts have this game.
  case overlap(Int, Int, game: Int)
}

// MARK: - Sums

extension TournamentPart {
  /// The numbers of games that are in none of the parts, in order.
  package static func missing(in parts: [TournamentPart]) -> [Range<Int>] {
    guard let games = parts.first?.settings.games else { return [] }
    var gaps: [Range<Int>] = []
    var next = 0
    for numbers in parts.map(\.numbers).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if numbers.lowerBound > next { gaps.append(next..<numbers.lowerBound) }
      next = max(next, numbers.upperBound)
    }
    return next < games ? gaps + [next..<games] : gaps
  }

  /// The report on all games of the parts, of which there is at least one.
  package static func report(on parts: [TournamentPart]) throws(PartError) -> Report {
    let settings = parts[0].settings
    for (place, part) in parts.enumerated() {
      if let difference = settings.difference(from: part.settings) {
        throw .other(0, place, difference)
      }
    }
    // An empty part has no game in common with another one.
    let order = parts.indices.filter { !parts[$0].numbers.isEmpty }
      .sorted { parts[$0].numbers.lowerBound < parts[$1].numbers.lowerBound }
    for (one, other) in zip(order, order.dropFirst())
    where parts[other].numbers.lowerBound < parts[one].numbers.upperBound {
      throw .overlap(one, other, game: parts[other].numbers.lowerBound)
    }
    var figures = Figures(seats: settings.bots.count)
    for place in order {
      // The first game of a part names its measures, and all games have the same.
      if figures.games > 0,
        figures.metrics.map(\.name) != parts[place].figures.metrics.map(\.name)
      {
        throw .other(order[0], place, "the measures differ")
      }
      figures.merge(parts[place].figures)
    }
    return settings.report(figures)
  }

  /// The report on the games of this part.
  package var report: Report { settings.report(figures) }
}

extension TournamentPart.Settings {
  fileprivate func report(_ figures: Figures) -> Report {
    Report(
      game: game, words: words, bots: bots, seed: seed, limit: limit, figures: figures,
      games: games)
  }

  /// The first difference from other settings, as a clause; `nil` if there is none.
  package func difference(from other: Self) -> String? {
    func differ<Value: Equatable>(_ what: String, _ one: Value, _ two: Value) -> String? {
      one == two ? nil : what
    }
    return differ("the version of parlor differs", program, other.program)
      ?? differ("the game differs", game, other.game)
      ?? differ("the options differ", words, other.words)
      ?? differ("the bots differ", bots, other.bots) ?? differ("the seed differs", seed, other.seed)
      ?? differ("the limit of moves differs", limit, other.limit)
      ?? differ("the number of games differs", games, other.games)
  }
}

// MARK: - As a file

extension TournamentPart {
  /// The maximum size of a file, many times that of 64 bots and 64 metrics.
  package static let maxFileSize = 1 << 20

  private static let kind = "parlor-simulation"
  private static let version = "1"
  /// The maximum number of games of a tournament.
  private static let mostGames = 1_000_000_000

  /// The contents of a file.
  package var file: [UInt8] { Self.summed(data) + [0x7D, 0x0A] }

  /// A JSON object, up to its closing brace, with a member for the checksum of these bytes.
  private static func summed(_ bytes: [UInt8]) -> [UInt8] {
    var digest = Digest()
    digest.combine(bytes: bytes[...])
    return bytes + Array(",\"sum\":\"\(digest.full.padded(to: 16, radix: 16))\"".utf8)
  }

  /// Reads the format of ``file``, byte by byte; `nil` if anything is missing or impossible. Files
  /// of earlier versions have no checksum.
  package init?(file bytes: [UInt8]) {
    guard bytes.count <= Self.maxFileSize, let value = try? JSONReader.read(bytes) else {
      return nil
    }
    self.init(value)
    let data = data
    guard bytes.last == 0x0A,
      bytes.dropLast(2).elementsEqual(Self.summed(data))
        || bytes.dropLast(2).elementsEqual(data)
    else { return nil }
  }

  /// The part as an object in JSON, up to its closing brace.
  private var data: [UInt8] {
    var json = JSONWriter()
    json.write(.object(fields))
    return json.bytes.dropLast()
  }

  private var fields: Fields {
    [
      "kind": .string(Self.kind), "version": .string(Self.version),
      "parlor": .string(settings.program), "game": .string(settings.game),
      "words": .strings(settings.words), "bots": .strings(settings.bots),
      "seed": .string(String(settings.seed)), "limit": .string(String(settings.limit)),
      "games": .string(String(settings.games)),
      "first": .string(String(numbers.lowerBound)), "count": .string(String(numbers.count)),
      "figures": .object(figures.fields),
    ]
  }

  /// Whether bytes begin like a part, so that a damaged part can be told from another file.
  package static func isBegun(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: "{\"kind\":\"\(kind)\"".utf8)
  }

  /// Reads the format of ``fields``; `nil` if anything is missing or impossible.
  private init?(_ value: Value) {
    guard value["kind"]?.string == Self.kind, value["version"]?.string == Self.version,
      let program = value["parlor"]?.string, let game = value["game"]?.string,
      let words = value["words"]?.texts, let bots = value["bots"]?.texts, 1...64 ~= bots.count,
      let seed = value.number("seed", in: 0...UInt64.max),
      let limit = value.number("limit", in: 1...Int.max),
      let games = value.number("games", in: 1...Self.mostGames),
      let first = value.number("first", in: 0...games),
      let count = value.number("count", in: 0...games - first),
      let data = value["figures"], let figures = Figures(data, games: count, seats: bots.count),
      figures.moves.isWithin(limit)
    else { return nil }
    self.init(
      Settings(
        program: program, game: game, words: words, bots: bots, seed: seed, limit: limit,
        games: games),
      first..<first + count, figures)
  }
}

extension Value {
  /// The strings of an array; `nil` if it contains anything else.
  fileprivate var texts: [String]? {
    guard let values = array else { return nil }
    let texts = values.compactMap(\.string)
    return texts.count == values.count ? texts : nil
  }

  /// A number written as a string.
  func number<Number: FixedWidthInteger>(
    _ name: String, in range: ClosedRange<Number>
  ) -> Number? {
    guard let text = self[name]?.string, let number = Number(text), range.contains(number) else {
      return nil
    }
    return number
  }
}
