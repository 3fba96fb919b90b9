import LineSyntax
import ParlorKit
import Platform

/// Opens the game of a saved log by making every move again, each checked against its digest.
struct LogReplayer {
  private let session: Session

  init(_ session: Session) { self.session = session }

  /// The game of a file.
  ///
  /// - Parameters:
  ///   - path: what errors call the file.
  ///   - fileTime: the time of the file, if the time since its last line is to pass for the game.
  ///     Such a file is a journal, which goes on as far as it goes; any other must not end early.
  func replay(
    _ bytes: [UInt8], path: String, fileTime: Timestamp? = nil
  ) throws(CommandError) -> ReplayedLog {
    do throws(CommandError) {
      let (items, sum) = try SavedGame.read(bytes, path: path)
      return try replay(bytes, items, sum, path: path, fileTime)
    } catch {
      if case .damagedSave(let line)? = error.detail {
        if let name = changedPlugin(of: bytes, line) {
          throw .unusableSave(
            "\(path):\(line): the plugin \(name) plays otherwise than when this game was saved")
        }
        throw Self.withoutSecrets(error, path, line, bytes)
      }
      // Checksums need neither a plugin nor a later version. A journal of a later one stays as it is until that is
      // there.
      guard error.detail == .unusableSave, fileTime == nil || SavedGame.isOne(bytes) else {
        throw error
      }
      if let line = LogSum.firstWrong(in: bytes) { throw Self.wrongSum(path, line) }
      if fileTime == nil, let end = Self.earlyEnd(of: bytes, path) { throw end }
      throw LogSum.isUnsealed(bytes) ? Self.secretLine(path, 1) : error
    }
  }

  /// The plugin that refuses a line, or plays it otherwise, though a checksum vouches for it.
  private func changedPlugin(of bytes: [UInt8], _ line: Int) -> String? {
    guard LogSum.vouches(for: line, in: bytes),
      let opening = bytes.split(separator: 0x0A).first(where: { $0.starts(with: "new ".utf8) }),
      let words = try? Line(command: opening), words.tokens.count > 1,
      let kind = session.library.known(words.text(words.tokens[1])),
      !session.library.isBuiltIn(kind)
    else { return nil }
    return kind.definition.name
  }

  /// The game of a file of another program, which a game of this one can read.
  ///
  /// - Returns: nil if it is no such file.
  func replay(recording bytes: [UInt8], path: String) throws(CommandError) -> ReplayedLog? {
    do throws(GameError) {
      for kind in session.library.kinds {
        guard let lines = try kind.recordedLines(bytes, path) else { continue }
        let entries = lines.enumerated().map { number, line in
          SavedGame.Entry(number: number + 1, command: Array(line.utf8)[...])
        }
        do throws(CommandError) {
          return try replay([], entries.map(SavedGame.Item.entry), LogSum(), path: path, nil)
        } catch {
          throw GameError(.badArgument, error.message)
        }
      }
      return nil
    } catch {
      throw .unusableSave("\(path): \(error.message)")
    }
  }

  private func replay(
    _ bytes: [UInt8], _ items: [SavedGame.Item], _ sum: LogSum, path: String, _ fileTime: Timestamp?
  ) throws(CommandError) -> ReplayedLog {
    let entries = items.compactMap { if case .entry(let entry) = $0 { entry } else { nil } }
    guard let first = entries.first else {
      throw .badSave(path: path, line: 1, reason: "the file contains no game")
    }
    // The line that says so may be damaged where no checksum tells.
    let hidesSeed = SavedGame.hidesSeed(bytes) || LogSum.isUnsealed(bytes)
    let revision = items.lazy
      .compactMap { if case .annotation(.revision(let revision)) = $0 { revision } else { nil } }
      .first
    let game = try located(first, path) { line throws(CommandError) in
      try open(line, isSeedGiven: !hidesSeed, revision: revision ?? 1)
    }
    try check(game, game.log.openingDigest, after: first, path)
    var log = ReplayedLog(game, sum)
    try game.replay { () throws(CommandError) in
      for item in items {
        switch item {
        case .annotation(let annotation): log.take(annotation)
        case .wrongSum(let line): throw Self.wrongSum(path, line)
        case .entry(let entry) where entry.number > first.number:
          log.noteEntry(entry)
          if session.host.isInterrupted() { throw .interrupted }
          try located(entry, path) { line throws(CommandError) in try run(line, in: &log) }
          try check(game, game.digest, after: entry, path)
          if game.status.isOver { log.hadEnded = true }
        case .entry: break
        }
      }
      // Only a journal goes on with a secret: whoever has the file knows it.
      if fileTime == nil { _ = game.reveal() }
      if let fileTime {
        log.pass(until: fileTime)
      } else if let error = Self.earlyEnd(of: bytes, path) {
        throw error
      }
    }
    return log
  }

  /// An error in a line without what it quotes, where that can be a secret: damage can reveal what a file hides.
  private static func withoutSecrets(
    _ error: CommandError, _ path: String, _ line: Int, _ bytes: [UInt8]
  ) -> CommandError {
    if let wrong = LogSum.firstWrong(in: bytes) {
      return wrong == line
        ? error
        : .badSave(
          path: path, line: line,
          reason: "this line or one above was changed: the file differs from its checksum")
    }
    let end = earlyEnd(of: bytes, path)
    guard end != nil || SavedGame.hidesSeed(bytes), end?.message != error.message else {
      return error
    }
    return secretLine(path, line)
  }

  /// An error in a line of a file without checksums that may hide something.
  static func secretLine(_ path: String, _ line: Int) -> CommandError {
    .badSave(
      path: path, line: line, reason: "this line is not as it was saved; it may have a secret")
  }

  static func wrongSum(_ path: String, _ line: Int) -> CommandError {
    .badSave(path: path, line: line, reason: "the lines above differ from their checksum")
  }

  static func earlyEnd(of bytes: [UInt8], _ path: String) -> CommandError? {
    guard LogSum.endsEarly(bytes) else { return nil }
    return .badSave(
      path: path, line: bytes.count { $0 == 0x0A },
      reason: "the file ends early: its last line is not a checksum")
  }

  /// Runs an entry; an error names its line in the file.
  private func located<Result>(
    _ entry: SavedGame.Entry, _ path: String, _ body: (Line) throws(CommandError) -> Result
  ) throws(CommandError) -> Result {
    do throws(CommandError) {
      return try body(Line(command: entry.command))
    } catch {
      throw error.detail == .unusableSave
        ? .unusableSave("\(path):\(entry.number): \(error.message)")
        : .badSave(path: path, line: entry.number, reason: error.message)
    }
  }

  private func check(
    _ game: any LoggedGame, _ digest: UInt32, after entry: SavedGame.Entry, _ path: String
  ) throws(CommandError) {
    guard let saved = entry.digest, digest != saved else { return }
    // The line itself may reveal what the game hides.
    let isHidden = game.kind.definition.traits.contains(.hidesDraws)
    let line = isHidden ? "this line" : "`\(String(decoding: entry.command, as: UTF8.self))`"
    throw .badSave(
      path: path, line: entry.number,
      reason: "the state after \(line) differs from the saved state")
  }

  private func open(
    _ line: Line, isSeedGiven: Bool, revision: Int
  ) throws(CommandError) -> any LoggedGame {
    guard let verb = line.tokens.first, line.isLiteral(verb, "new"), line.tokens.count > 1 else {
      throw .notALog
    }
    let name = line.text(line.tokens[1])
    guard let kind = try kind(named: name) else {
      throw session.library.loader == nil ? .notALog : .noPlugin(name)
    }
    let opening = kind.opening(with: FairOpening(line, isTyped: false).options)
    var origin = try session.origin(of: kind, try opening.call(line), isLog: true)
    // Every saved game contains its seed; that does not mean that the player asked for it.
    origin.isSeedGiven = origin.fair == nil
    if !isSeedGiven { origin.hideSeed() }
    guard revision <= origin.revisionInForce else {
      throw .unusableSave("the game was played by the rules of a newer program")
    }
    origin.revision = revision
    guard let game = try session.start(origin).logged else { throw .notALog }
    let written = Opponents.quotingNames(in: String(decoding: line.bytes, as: UTF8.self), kind)
    if origin.fair != nil, written != game.origin.line(masked: false) {
      throw .refused(
        .illegal("what the game draws at its start is not what the secret has for it"))
    }
    return game
  }

  private func kind(named name: String) throws(CommandError) -> GameKind? {
    do throws(CommandError) {
      return try session.library.kind(named: name)
    } catch {
      if error.diagnostic.lacks.isEmpty { throw error }
      throw .unusableSave("`new \(name)` starts a plugin, which is not allowed in this session")
    }
  }

  /// Runs a line of a log: a move with its outcome, or what the host did to the game.
  private func run(_ line: Line, in log: inout ReplayedLog) throws(CommandError) {
    guard let verb = line.tokens.first else { return }
    let game = log.game
    func number(_ command: HostCommand) throws(CommandError) -> Int? {
      try command.read(line).integer(0)
    }
    if line.isLiteral(verb, "clock"), game.kind.readsClock {
      log.pass(milliseconds: Int64(try number(.clock) ?? 0))
    } else if line.isLiteral(verb, "undo") {
      _ = try game.undo(try number(.undo) ?? 1, policy: .same)
    } else if line.isLiteral(verb, "redo") {
      _ = try game.redo(try number(.redo) ?? 1)
    } else if line.isLiteral(verb, "goto") {
      try game.go(
        to: try number(.go) ?? unreachable("`goto` names a move", 0), policy: .same)
    } else if line.isLiteral(verb, "amend") {
      guard let amendment = try Amending(line, in: game), !amendment.isQuestion else {
        throw .notALog
      }
      let amended = try game.amend(amendment.places, by: amendment.move, policy: .same)
      if amended.hasDrawn { throw .refused(Self.noOutcome) }
    } else if line.isLiteral(verb, "fair"), game.origin.fair != nil {
      let call = try HostCommand.fair.read(line)
      switch (call.form, call.word(0), call.word(1)) {
      case (1, let name?, let word?):
        try game.give(word: word, of: try game.player(named: name))
      case (2, let share?, _): _ = try game.take(share)
      default: throw .notALog
      }
    } else if line.isLiteral(verb, "seat") {
      try seat(line, in: &log)
    } else if line.isLiteral(verb, "player"), game.kind.command(line.bytes[verb.range]) == nil {
      try change(line, in: &log)
    } else {
      try move(line, verb, in: game)
    }
  }

  private static let noOutcome = GameError(
    .illegalMove, "a log contains only moves with their outcomes")

  private func seat(_ line: Line, in log: inout ReplayedLog) throws(CommandError) {
    guard let change = try SeatChange(line) else { return }
    let player = try change.player(of: log.game)
    // A log starts no program: the user seats it again when the game is resumed. Until then a hidden
    // hand stays its own.
    let seat = try change.seat(in: log.game) { _ in nil }
    let hides = log.game.kind.definition.traits.contains(.hidesDraws)
    log.game.table.seats[player] = seat.flatMap { $0.bot == Seat.exec && !hides ? nil : $0 }
    if let seat { log.bots[player] = log.bots[player] ?? seat.caption }
  }

  /// A player joins or leaves, or has another name from here on.
  private func change(_ line: Line, in log: inout ReplayedLog) throws(CommandError) {
    let change = try PlayerChange(line)
    _ = try log.game.change(change)
    guard case .rename(let player, let name) = change else { return }
    if let bot = log.bots.removeValue(forKey: player) { log.bots[name] = bot }
  }

  private func move(
    _ line: Line, _ verb: Token, in game: any LoggedGame
  ) throws(CommandError) {
    do throws(GameError) {
      if line.isLiteral(verb, "resign") {
        _ = try game.make(.resignation)
      } else if let command = game.kind.command(line.bytes[verb.range]) {
        var reader = CallReader(line, as: command)
        let call: Call
        do throws(LineError) {
          call = try reader.read()
        } catch {
          throw GameError(.badArgument, error.message)
        }
        let report = try game.run(call)
        if !report.isMove || report.hasDrawn {
          throw Self.noOutcome
        }
      } else {
        throw GameError(.unknownCommand, "`\(line.text(verb))` is not a move of the game")
      }
    } catch {
      throw .refused(error)
    }
  }
}

/// A game as its log leads to it, with the annotations of the log.
struct ReplayedLog {
  /// The game at the end of the log.
  let game: any LoggedGame
  /// The checksum of its lines.
  let sum: LogSum
  /// When it was opened.
  private(set) var opened: Timestamp?
  /// The milliseconds for which it was open.
  private(set) var played: Int64 = 0
  /// Why it does not count, if so.
  private(set) var exclusion: UnrankedReason?
  /// What people have seen of its chance.
  private(set) var seen = SeenChance()
  /// What it says of its recorded result.
  private(set) var result = ResultMark()
  /// Whether the game was over after one of its lines.
  fileprivate(set) var hadEnded = false
  /// The players for whom a bot has decided, with the bots' captions.
  fileprivate(set) var bots: [String: String] = [:]
  /// When a session opened or resumed it last.
  private var begun: Int64?
  /// When the last lines were written, and the milliseconds since the last move then.
  private var moment: (day: Int64, rest: Int64)?

  fileprivate init(_ game: any LoggedGame, _ sum: LogSum) {
    self.game = game
    self.sum = sum
  }

  fileprivate mutating func take(_ annotation: LogAnnotation) {
    switch annotation {
    case .hiddenSeed, .revision: break
    case .epoch(let epoch): game.epoch = epoch
    case .given(let place): game.noteGiven(at: place)
    case .handSeen(let player): seen.hands.insert(player)
    case .drawsSeen(let epoch): seen.epochs.insert(epoch)
    case .givenUp: _ = game.reveal()
    case .assisted: game.table.isAssisted = true
    case .opened(let moment):
      opened = Timestamp(milliseconds: moment)
      begun = moment
    case .resumed(let moment, let before):
      begun = moment
      played = before
    case .moment(let day, let rest): moment = (day, rest)
    case .uncounted(let reason): exclusion = exclusion ?? reason
    case .recorded(let id, let revision): result.note(id, revision: revision)
    }
  }

  /// Lets the time pass that a line says has passed since the move before.
  fileprivate mutating func pass(milliseconds: Int64) {
    game.clock.advance(milliseconds: milliseconds)
    // What follows may be missing from a damaged journal.
    if let moment { self.moment = (moment.day + milliseconds - moment.rest, 0) }
  }

  /// A line follows; who sits where does not change a result.
  fileprivate mutating func noteEntry(_ entry: SavedGame.Entry) {
    guard result.id != nil, !entry.command.starts(with: "seat ".utf8) else { return }
    result.isCorrected = true
  }

  /// Lets the time pass that the file's time says has passed since the last line; an earlier one says nothing.
  fileprivate mutating func pass(until fileTime: Timestamp) {
    let end = max(fileTime, Timestamp(milliseconds: moment?.day ?? 0))
    // Of a game that is over, the log says below its last move how long it was open.
    if let begun, !game.status.isOver { played += Self.span(from: begun, to: end) }
    guard let moment else { return }
    game.clock.advance(milliseconds: Self.span(from: moment.day, to: end) + moment.rest)
  }

  /// The time between two moments; 0 if it cannot be right, because a journal was damaged or a
  /// clock was set.
  private static func span(from start: Int64, to end: Timestamp) -> Int64 {
    let span = end.milliseconds - start
    return 0...maxSpan ~= span ? span : 0
  }

  /// No game is open for a year without a line.
  private static let maxSpan: Int64 = 366 * Timestamp.day
}
