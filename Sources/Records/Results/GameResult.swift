import LineSyntax
package import ParlorKit
package import Platform

/// A finished or abandoned game in the file of results.
package struct GameResult: Sendable, Equatable {
  /// A unique name, which is also the name of the log in the folder `finished`.
  package var id: String
  /// 1 for the first result of a game; a line with a higher number supersedes those with lower
  /// ones.
  package var revision = 1
  /// Whether the game is forgotten: the line only supersedes earlier ones.
  package var isForgotten = false
  package var game: String
  /// The words of the canonical `new` line after the name of the game, without the seed.
  package var options: [String]
  /// The seed; 0 if the game hides it.
  package var seed: UInt64
  package var record: GameRecord
  package var outcome: GameOutcome
  /// Whether a hint was taken before the end.
  package var isAssisted = false
  /// The players that were bots; they have no statistics.
  package var bots: [String]
  package var start: Timestamp
  package var end: Timestamp
  /// The duration in milliseconds.
  package var milliseconds: Int64

  /// - Parameter milliseconds: the time from start to end, unless the record has its own time.
  package init(
    id: String, game: String, options: [String], seed: UInt64, record: GameRecord,
    outcome: GameOutcome, bots: [String] = [], start: Timestamp, end: Timestamp,
    milliseconds: Int64
  ) {
    self.id = id
    self.game = game
    self.options = options
    self.seed = seed
    self.record = record
    self.outcome = outcome
    self.bots = bots
    self.start = start
    self.end = end
    self.milliseconds = record.milliseconds ?? milliseconds
    // The time is stored once, so that a result equals itself after writing and reading.
    self.record.milliseconds = nil
  }

  /// Whether a player is a bot. Names are compared by their bytes.
  package func isBot(_ name: String) -> Bool {
    bots.contains { $0.utf8.elementsEqual(name.utf8) }
  }

  /// Leaves out what the game hides until it is over: `?` takes the place of secret options, and 0
  /// that of the seed. An abandoned game can be opened again; its log in the folder `finished` has
  /// both.
  package mutating func leaveOutSecrets(of definition: GameDefinition) {
    let secrets = definition.options.filter(\.isSecret).map(\.name)
    options = options.map { word in
      guard let name = word.firstIndex(of: "=").map({ String(word[..<$0]) }), secrets.contains(name)
      else { return word }
      return Word.written(option: name, "?")
    }
    if definition.traits.contains(.hidesDraws) { seed = 0 }
  }
}

// MARK: - Writing

extension GameResult {
  /// The version of the schema that ``line`` writes.
  package static let schemaVersion = 1

  /// The result as a line of the file, with its line break.
  package var line: [UInt8] {
    var json = JSONWriter()
    json.writeObject { json in
      json.write(key: "schemaVersion")
      json.write(Self.schemaVersion)
      if revision > 1 {
        json.write(key: "revision")
        json.write(revision)
      }
      if isForgotten {
        json.write(key: "forgotten")
        json.write(true)
      }
      json.write(key: "id")
      json.write(id)
      json.write(key: "game")
      json.write(game)
      json.write(key: "mode")
      json.write(record.mode)
      json.write(key: "options")
      json.write(strings: options)
      json.write(key: "seed")
      json.write(Int(clamping: seed))
      json.write(key: "outcome")
      json.write(outcome.rawValue)
      if isAssisted {
        json.write(key: "assisted")
        json.write(true)
      }
      json.write(key: "start")
      json.write(start.iso8601)
      json.write(key: "end")
      json.write(end.iso8601)
      json.write(key: "milliseconds")
      json.write(Int(milliseconds))
      json.write(key: "bots")
      json.write(strings: bots)
      json.write(key: "players")
      json.writeArray { json in
        for player in record.players { json.write(player) }
      }
      json.write(key: "measures")
      json.write(record.metrics)
    }
    return json.bytes + [UInt8(ascii: "\n")]
  }
}

extension JSONWriter {
  fileprivate mutating func write(strings: [String]) {
    writeArray { json in
      for string in strings { json.write(string) }
    }
  }

  fileprivate mutating func write(_ player: PlayerRecord) {
    writeObject { json in
      json.write(key: "name")
      json.write(player.name)
      json.write(key: "result")
      json.write(player.result.rawValue)
      json.write(key: "measures")
      json.write(player.metrics)
    }
  }

  fileprivate mutating func write(_ metrics: Metrics) {
    writeObject { json in
      for entry in metrics.entries {
        json.write(key: entry.key)
        json.write(entry.value)
      }
    }
  }
}

// MARK: - Reading

extension GameResult {
  /// Reads a line of this or an earlier version. Unknown members are ignored.
  package init(
    line: ArraySlice<UInt8>, schema: ResultSchema = .current
  ) throws(ResultError) {
    let value = try schema.read(line)
    let start = try value.text("start")
    let end = try value.text("end")
    guard let start = Timestamp(iso8601: start) else { throw .missing("start") }
    guard let end = Timestamp(iso8601: end) else { throw .missing("end") }
    guard let outcome = GameOutcome(rawValue: try value.text("outcome")) else {
      throw .missing("outcome")
    }
    let seed = try value.integer("seed")
    let milliseconds = try value.integer("milliseconds")
    guard seed >= 0 else { throw .missing("seed") }
    guard milliseconds >= 0 else { throw .missing("milliseconds") }
    var players: [PlayerRecord] = []
    for player in try value.values("players") {
      guard let result = PlayerResult(rawValue: try player.text("result")) else {
        throw .missing("result")
      }
      players.append(
        PlayerRecord(try player.text("name"), result, try player.metrics("measures")))
    }
    self.init(
      id: try value.text("id"), game: try value.text("game"),
      options: try value.texts("options"), seed: UInt64(seed),
      record: GameRecord(
        mode: try value.text("mode"), players: players, metrics: try value.metrics("measures")),
      outcome: outcome, bots: try value.texts("bots"), start: start, end: end,
      milliseconds: Int64(milliseconds))
    try checkTexts()
    if value["revision"] != nil { revision = try value.integer("revision") }
    guard 1...Self.maxRevision ~= revision else { throw .missing("revision") }
    isForgotten = value["forgotten"] == .bool(true)
    isAssisted = value["assisted"] == .bool(true)
  }

  /// The last revision that is read: nobody corrects a game as often.
  private static let maxRevision = 1_000_000

  /// Checks the displayed texts: another program may have written the line.
  private func checkTexts() throws(ResultError) {
    guard Self.isID(id), id.unicodeScalars.allSatisfy(\.isDisplayable) else { throw .unfit("id") }
    guard PlayerName.isShowable(game) else { throw .unfit("game") }
    // Games without modes have an empty one.
    guard record.mode.isEmpty || PlayerName.isShowable(record.mode) else { throw .unfit("mode") }
    let keys = ([record.metrics] + record.players.map(\.metrics)).flatMap { $0.entries.map(\.key) }
    guard (options + keys).allSatisfy({ $0.unicodeScalars.allSatisfy(\.isDisplayable) }) else {
      throw .unfit("options")
    }
    guard bots.allSatisfy({ PlayerName.isShowable($0) }) else { throw .unfit("bots") }
    let names = record.players.map(\.name)
    guard names.allSatisfy({ PlayerName.isShowable($0, suffix: PlayerName.numberSuffix) }) else {
      throw .unfit("players")
    }
  }

  /// Whether a text can name a result, and with it the file of its log.
  static func isID(_ text: String) -> Bool {
    1...128 ~= text.utf8.count && text.utf8.first != UInt8(ascii: ".")
      && !text.utf8.contains(UInt8(ascii: "/"))
  }

  /// Whether the texts of a line whose characters are all displayable are also short enough.
  var hasShortTexts: Bool {
    Self.isID(id) && PlayerName.isShort(game)
      && (record.mode.isEmpty || PlayerName.isShort(record.mode))
      && bots.allSatisfy { PlayerName.isShort($0) }
      && record.players.allSatisfy {
        PlayerName.isShort($0.name, suffix: PlayerName.numberSuffix)
      }
  }

  /// The beginning of every line of a first result that ``line`` writes.
  static let firstRevisionStart = Array("{\"schemaVersion\":\(schemaVersion),\"id\":".utf8)

  /// A digest of the id. It takes a quarter of the memory; among a million ids, two have the same
  /// digest in one of thirty million files.
  var idDigest: UInt64 {
    var digest = Digest()
    digest.combine(id)
    return digest.full
  }
}

extension Value {
  fileprivate func text(_ name: String) throws(ResultError) -> String {
    guard let text = self[name]?.string else { throw .missing(name) }
    return text
  }

  fileprivate func integer(_ name: String) throws(ResultError) -> Int {
    guard let integer = self[name]?.integer else { throw .missing(name) }
    return integer
  }

  fileprivate func values(_ name: String) throws(ResultError) -> [Value] {
    guard case .array(let values)? = self[name] else { throw .missing(name) }
    return values
  }

  fileprivate func texts(_ name: String) throws(ResultError) -> [String] {
    var texts: [String] = []
    for value in try values(name) {
      guard let text = value.string else { throw .missing(name) }
      texts.append(text)
    }
    return texts
  }

  fileprivate func metrics(_ name: String) throws(ResultError) -> Metrics {
    guard let fields = self[name]?.fields else { throw .missing(name) }
    guard fields.count <= Metrics.limit else { throw .unfit(name) }
    var metrics: Metrics = [:]
    for field in fields {
      guard let integer = field.value.integer else { throw .missing(field.name) }
      metrics[field.name] = integer
    }
    return metrics
  }
}

/// The reason why a line of results is skipped.
package enum ResultError: Error, Equatable, Sendable {
  case notJSON(String)
  /// This member is missing or has the wrong type.
  case missing(String)
  /// This member has a text that cannot be a name: too long, or with characters that cannot be
  /// shown.
  case unfit(String)
  /// A later version of the program has written it.
  case newer(version: Int)

  package var message: String {
    switch self {
    case .notJSON(let reason): "it is damaged: \(reason)"
    case .missing(let name): "it is not a result: `\(name)` is missing or wrong"
    case .unfit(let name): "`\(name)` is too long or has characters that cannot be shown"
    case .newer(let version):
      "its schema version is \(version), and this program reads versions up to"
        + " \(GameResult.schemaVersion)"
    }
  }
}
