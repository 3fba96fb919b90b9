import LineSyntax
import ParlorKit
import Platform

/// Sessions as text: commands after `> `, replies below them. The text passes as a scenario.
package enum Transcript {
  /// A command as a line of a transcript.
  ///
  /// Invalid UTF-8 ends the line as U+FFFD, which is refused in the same words. A line over the
  /// limit is cut, but stays over the limit.
  package static func command(_ line: ArraySlice<UInt8>) -> [UInt8] {
    var text = Line.trimmed(line)
    if let fault = TextCheck.firstInvalidIndex(in: text) {
      text = text[..<min(fault, text.startIndex + Line.limit - 3)]
      while TextCheck.firstInvalidIndex(in: text) != nil { text = text.dropLast() }
      text += "\u{FFFD}".utf8
    }
    if line.count > Line.limit, text.count <= Line.limit {
      text += repeatElement(UInt8(ascii: "x"), count: Line.limit + 1 - text.count)
    }
    return Array("> ".utf8) + text + [UInt8(ascii: "\n")]
  }

  /// A line that lets time pass.
  static func clock(_ milliseconds: Int64, isMessage: Bool) -> [UInt8] {
    silent("clock \(Span.written(milliseconds: milliseconds))", isMessage)
  }

  /// A line without a reply in text. In JSON every line has one.
  fileprivate static func silent(_ line: String, _ isMessage: Bool) -> [UInt8] {
    command(Array(line.utf8)[...]) + (isMessage ? Array("...\n".utf8) : [])
  }

  /// The lines that give a new session of a script the seed, the time, the settings and the open
  /// games of another session.
  package static func preamble(of interpreter: Interpreter) -> [UInt8] {
    let session = interpreter.session
    var lines: [String] = []
    let openings = session.openings
    let nextSeed = openings.nextSeedLine
    if let nextSeed, nextSeed != "seed 0" { lines.append(nextSeed) }
    let games = session.games.all
    let (passages, start) = passages(of: games, in: session)
    if session.clock.kind == .virtual, start > 0 {
      lines.append("clock \(Span.written(milliseconds: start))")
    }
    let fresh = Interpreter(Settings(kinds: []))
    for setting in Setting.all
    where !setting.isForScreen && setting.value(session) != setting.value(fresh.session) {
      lines.append("set \(setting.name) \(setting.value(session))")
    }
    var bytes = lines.flatMap { line in
      command(Array(line.utf8)[...]) + fresh.transcribe(Array(line.utf8)[...]).text
    }
    // Games keep their numbers: others are opened and closed in place of those that are gone.
    var next = 1
    func add(_ line: String) { bytes += Array("> \(line)\n...\n".utf8) }
    let any = session.library.kinds.first {
      $0.definition.setup.allSatisfy { $0.count.lowerBound == 0 }
    }
    var (time, current) = (start, 0)
    var (opened, moved): ([Int], Set<Int>) = ([], [])
    func use(_ number: Int) {
      if number != current { add("use \(number)") }
      current = number
    }
    // `new` closes a current game without moves.
    func keepCurrent() {
      if current > 0, !moved.contains(current), let other = opened.last(where: moved.contains) {
        use(other)
      }
    }
    func skip(to number: Int) {
      while next < number, let any {
        keepCurrent()
        add("new \(any.definition.name) seed=0")
        add("close")
        current = opened.last ?? 0
        next += 1
      }
      next = number + 1
    }
    func pass(until later: Int64) {
      if later > time { add("clock \(Span.written(milliseconds: later - time))") }
      time = max(time, later)
    }
    for passage in passages {
      pass(until: passage.time)
      if passage.opens {
        skip(to: passage.number)
        keepCurrent()
        opened.append(passage.number)
        current = passage.number
      } else {
        use(passage.number)
      }
      if passage.hasMoves { moved.insert(passage.number) }
      passage.lines.forEach(add)
    }
    pass(until: session.clock.milliseconds)
    skip(to: session.games.nextNumber)
    if let nextSeed, games.contains(where: { $0.origin.hidesSeed }) { add(nextSeed) }
    if let game = session.currentGame { use(game.number) }
    return bytes
  }

  /// Whether the lines of a preamble lead a new session to the same games.
  static func leads(_ preamble: [UInt8], to session: Session) -> Bool {
    let games = session.games.all.compactMap(\.logged)
    var settings = Settings(kinds: session.library.kinds)
    settings.dailyGames = session.host.dailyGames
    let fresh = Interpreter(settings)
    for line in Script(preamble, isScenario: true).lines { _ = fresh.transcribe(line.bytes) }
    let others = fresh.session.games.all.compactMap(\.logged)
    func bots(_ game: any LoggedGame) -> [String: String] {
      game.table.seats.filter { game.players.contains($0.key) && $0.value.bot != Seat.exec }
        .mapValues(\.caption)
    }
    return games.count == others.count
      && session.currentGame?.number == fresh.session.currentGame?.number
      && zip(games, others).allSatisfy { one, other in
        one.number == other.number && one.moveCount == other.moveCount && one.digest == other.digest
          && one.clock.time.milliseconds == other.clock.time.milliseconds
          && bots(one) == bots(other)
      }
  }

  /// The lines that do what a line of a game's log does. If the game hides its seed, that is in a line before.
  fileprivate static func visible(_ line: String, of game: any LoggedGame) -> [String] {
    let seed = " seed=\(game.origin.seed)"
    guard game.origin.hidesSeed, line.hasPrefix("new "), line.hasSuffix(seed) else { return [line] }
    return [game.origin.seedLine, String(line.dropLast(seed.count))]
  }

  /// Calls a function for each line of a game's log. A draw is made anew, so that it can be taken back as before.
  fileprivate static func forEachLine(of game: any LoggedGame, _ body: (String) -> Void) {
    // The opening comes before the first move.
    var move = -1
    game.forEachLine { line, _ in
      if line.hasPrefix("clock ") { return body(line) }
      body(move < 0 ? line : game.lineOfDraw(at: move) ?? line)
      move += 1
    }
  }

  /// The lines that give a game its bots. A player who has left, or has another name by a move of the game, has no seat.
  fileprivate static func seats(of game: any LoggedGame) -> [String] {
    game.table.seats.sorted { $0.key < $1.key }.filter { game.players.contains($0.key) }
      .map { "seat \(Word.written($0.key)) \($0.value.caption)" }
  }

  /// Lines of a game that are typed at one time of the session.
  private struct Passage {
    let number: Int
    let time: Int64
    var lines: [String] = []
    /// Whether they begin with that which opens the game.
    let opens: Bool
    var hasMoves = false
  }

  /// The lines of open games in the order of time, and the time at which they begin. If a later game began
  /// before an earlier one, since it was loaded, the games follow one after the other.
  private static func passages(
    of games: [any SessionGame], in session: Session
  ) -> ([Passage], start: Int64) {
    let clock = session.clock
    let beginnings = games.compactMap(\.logged).filter(\.kind.readsClock).map(\.clock.beginning)
    let earliest = clock.kind == .virtual ? 0 : clock.milliseconds
    let isInOrder = zip(beginnings, beginnings.dropFirst()).allSatisfy { $0 <= $1 }
    let start = isInOrder ? beginnings.first ?? clock.milliseconds : earliest
    var passages: [Passage] = []
    var last = start
    for (place, game) in games.enumerated() {
      let logged = game.logged.flatMap { isInOrder && $0.kind.readsClock ? $0 : nil }
      // `new` closes a game without moves, so a game without a clock opens only when those before it have
      // theirs: as late as the next one with a clock allows.
      let latest =
        games[place...].lazy.compactMap(\.logged).first(where: \.kind.readsClock)?.clock.beginning
        ?? clock.milliseconds
      var time = isInOrder ? logged?.clock.beginning ?? latest : last
      var passage = Passage(number: game.number, time: time, opens: true)
      func add(_ line: String) { passage.lines.append(line) }
      if let game = game.logged {
        if game.log.count == 0, let line = session.lineOfDaily(game) {
          add(line)
        } else {
          forEachLine(of: game) { line in
            if line.hasPrefix("clock "), let span = Span.milliseconds(of: String(line.dropFirst(6)))
            {
              time += Int64(span)
              passages.append(passage)
              passage = Passage(number: game.number, time: time, opens: false)
              return
            }
            passage.hasMoves = !passage.opens || !passage.lines.isEmpty
            passage.lines += visible(line, of: game)
          }
        }
        seats(of: game).forEach(add)
      } else {
        add(game.origin.line(masked: false))
      }
      if !passage.lines.isEmpty { passages.append(passage) }
      last = time
    }
    let sorted = passages.enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }
    return (sorted.map(\.element), start)
  }

  /// Appends a reply as a transcript shows it, without styles, marking lines that would be read as
  /// patterns.
  package static func append(_ reply: Reply, to bytes: inout [UInt8]) {
    var text = TextWriter()
    reply.write(to: &text)
    append(text.bytes, to: &bytes)
  }

  /// Appends the text of a reply with these marks.
  package static func append(_ text: [UInt8], to bytes: inout [UInt8]) {
    for line in text.split(separator: UInt8(ascii: "\n")) {
      TranscriptSyntax.escape(line, into: &bytes)
      bytes.append(UInt8(ascii: "\n"))
    }
  }
}

/// Writes a session into a file as a scenario, line by line. The scenario passes without the
/// profile, the clock and the files of the session.
final class Recorder {
  /// The file as the user named it.
  let path: String
  private let file: AppendFile
  private let session: Session
  /// The command that runs; `nil` once it is written, or if it is not to be recorded.
  private var pending: ArraySlice<UInt8>?
  private var count = 0
  private var isInCommand = false
  /// Whether the running command began in a format in which every line has a reply.
  private var isMessage = false
  /// The clock time already written to the file.
  private var time: Int64

  /// Commands whose replies depend on the profile.
  private static let ofProfile: Set<String> = ["stats", "finished", "ranking"]

  /// The number of the next game before the running command, if games draw their own seeds.
  private var numberOfDrawing: Int?
  /// Whether a game with a clock was open before the running command, which may have closed it.
  private var hadClock = false
  /// The number of games and moves before the running command.
  private var size = 0
  /// The seed of the batch before the running command.
  private var seedOfBatch: UInt64?

  /// Begins a file, whose first lines set the session up again.
  ///
  /// - Parameter replaces: whether it may take the place of another.
  ///
  /// - Throws: also if these lines would lead to other games.
  init(_ path: String, replaces: Bool, of interpreter: Interpreter) throws(CommandError) {
    self.path = path
    session = interpreter.session
    session.clock.hold()
    time = session.clock.milliseconds
    let preamble = Transcript.preamble(of: interpreter)
    guard Transcript.leads(preamble, to: session) else { throw .notRecordable }
    do throws(FileError) {
      file = try session.files.create(path, beginning: preamble, replaces: replaces)
    } catch {
      throw .io(error)
    }
  }

  /// A command is about to run.
  func begin(_ line: ArraySlice<UInt8>) {
    isInCommand = Line.isCommand(line)
    isMessage = session.preferences.format.isMessage
    // The positions of a drill have the seeds that follow from its own.
    numberOfDrawing =
      session.openings.nextSeed == nil && session.drill == nil ? session.games.nextNumber : nil
    hadClock = hasClock
    size = sizeOfGames
    seedOfBatch = session.batch?.origin.seed
    pending = isInCommand ? line : nil
  }

  /// Does not record the running command: run again, it would do something else.
  func skip() {
    isInCommand = false
    pending = nil
  }

  /// The command has replied.
  func note(_ reply: Reply) throws(FileError) {
    // The lines of the file are recorded in its place.
    guard isInCommand, reply.command != "source" else { return }
    let line = pending
    pending = nil
    guard let line else {
      var bytes: [UInt8] = []
      Transcript.append(reply.withoutNotices(), to: &bytes)
      return try file.append(bytes)
    }
    // The next seed of another session differs.
    let isOfSeed = reply.command == "seed" && !(reply.problem == nil && reply.events.isEmpty)
    // Only a saved game moves a real clock.
    let isOfClock =
      reply.command == "clock" && session.clock.kind == .real
      && !(reply.problem == nil && reply.events.isEmpty)
    // Another session has no house rules of this profile.
    let isOfRules = reply.command == "rules" && session.rules.isLasting && !isAlone(line)
    // What Ctrl-C has stopped would go on to its end.
    let isStopped = session.host.isInterrupted() && size == sizeOfGames
    // What was refused because of a file changed nothing, and need not be refused elsewhere.
    // A scenario has no earlier lines, and no earlier games.
    let isOfPast = reply.command == "history" || isForgetting(line)
    if reply.command == "record" || isOfPast || isOfClock || isOfSeed || isOfRules
      || isOfFile(line, reply) || isStopped || isRefusedHere(line, reply)
      || reply.problem?.code == .io
    {
      return skip()
    }
    // A misspelt command, or a line without words, tests nothing and may contain a secret.
    if let code = reply.problem?.code, code == .unknownCommand || code == .syntax { return skip() }
    if reply.command == "replay", reply.problem == nil, !reply.events.contains(where: Self.isPlace)
    {
      pending = line
      return
    }
    // Without the profile such a command may be allowed.
    let isOfProfile = isOfProfile(reply, line)
    if isOfProfile, reply.problem != nil { return skip() }
    var bytes = passedTime()
    count += 1
    if let lines = linesInstead(of: line, reply) {
      for line in lines { bytes += Transcript.command(Array(line.utf8)[...]) + Self.anything }
      skip()
    } else {
      if let number = numberOfDrawing, session.drill == nil {
        let game = session.currentGame.flatMap { $0.number >= number ? $0.origin : nil }
        let batch = session.batch.flatMap { $0.origin.seed == seedOfBatch ? nil : $0.origin }
        if let origin = game ?? batch, !origin.isSeedGiven {
          bytes += Transcript.silent(origin.seedLine, isMessage)
        }
      }
      bytes += Transcript.command(line)
      if isOfProfile {
        bytes += Self.anything
        skip()
      } else {
        Transcript.append(reply.withoutNotices(), to: &bytes)
      }
    }
    try file.append(bytes)
  }

  /// Whether a command wrote a file, or read one that the scenario would not find.
  private func isOfFile(_ line: ArraySlice<UInt8>, _ reply: Reply) -> Bool {
    switch reply.command {
    case "save": return true
    case "review": return !isAlone(line)
    // The card may be that of a finished game, which is in a file.
    case "daily": return reply.events.contains { $0.type == "daily-card" }
    case "stats":
      var words = Line()
      guard (try? words.read(line)) != nil, words.tokens.count > 1 else { return false }
      return ["export", "import"].contains { words.isLiteral(words.tokens[1], $0) }
        || words.tokens.contains { $0.name.map { words.name($0) == "plot" } ?? false }
    default: return false
    }
  }

  /// Whether a reply depends on the profile: on its results, on the name of its house rules, on the plugins
  /// that have been started, or on the settings of the screen.
  private func isOfProfile(_ reply: Reply, _ line: ArraySlice<UInt8>) -> Bool {
    if Self.ofProfile.contains(reply.command) || reply.command == "set" && isAlone(line) {
      return true
    }
    for event in reply.events where event is HostEvent {
      if HostEvent.typesOfRuleNames.contains(event.type) { return true }
    }
    let names = session.games.all.compactMap(\.origin.houseRules) + idlePlugins
    return Self.mentions(names, line, reply)
  }

  /// Whether a refusal may have other words elsewhere: it names house rules, or games of plugins.
  private func isRefusedHere(_ line: ArraySlice<UInt8>, _ reply: Reply) -> Bool {
    reply.problem != nil
      && Self.mentions(session.rules.names() + session.library.findableNames, line, reply)
  }

  /// Whether a line or its reply contains one of these names.
  private static func mentions(
    _ names: [String], _ line: ArraySlice<UInt8>, _ reply: Reply
  ) -> Bool {
    guard !names.isEmpty else { return false }
    var text = Array(line)
    Transcript.append(reply, to: &text)
    text = text.map(Line.lowercased)
    return names.contains { text.firstRange(of: $0.utf8.map(Line.lowercased)) != nil }
  }

  /// The games of plugins that have been started, of which none is open.
  private var idlePlugins: [String] {
    let open = Set(session.games.all.map(\.kind.definition.name))
    return session.library.found.map(\.definition.name).filter { !open.contains($0) }
  }

  private static let anything = Array("...\n".utf8)

  private var sizeOfGames: Int {
    session.games.all.compactMap(\.logged).reduce(session.games.all.count) { $0 + $1.moveCount }
  }

  private var hasClock: Bool { session.games.all.contains(where: \.kind.readsClock) }

  /// The line that lets as much time pass as has passed, if a game reads the real clock.
  private func passedTime() -> [UInt8] {
    let passed = session.clock.milliseconds - time
    time += passed
    guard session.clock.kind == .real, passed > 0, hadClock || hasClock else { return [] }
    return Transcript.clock(passed, isMessage: isMessage)
  }

  /// The lines that replace a command that used files or house rules of this session.
  private func linesInstead(of line: ArraySlice<UInt8>, _ reply: Reply) -> [String]? {
    guard reply.problem == nil, let game = session.currentGame else { return nil }
    switch reply.command {
    // The finished game was still open.
    case "load" where isReturn(reply): return ["use \(game.number)"]
    case "load" where !isOfClosedGame(reply), "replay":
      var lines: [String] = []
      if let game = game.logged {
        Transcript.forEachLine(of: game) { lines += Transcript.visible($0, of: game) }
        if game.origin.hidesSeed, let next = session.openings.nextSeedLine { lines.append(next) }
      }
      return lines
    case "new":
      guard let game = game.logged, isOfSource || usesHouseRules(line, of: game) else { return nil }
      return Transcript.visible(game.origin.line(masked: false), of: game)
        + Transcript.seats(of: game) + (session.openings.nextSeedLine.map { [$0] } ?? [])
    default: return nil
    }
  }

  /// Whether a line of a saved game runs that contains a hidden seed.
  private var isOfSource: Bool { session.sources.last??.hidesSeed == true }

  /// Whether a line opens a game by house rules.
  private func usesHouseRules(_ line: ArraySlice<UInt8>, of game: any LoggedGame) -> Bool {
    var words = Line()
    guard (try? words.read(line)) != nil,
      let rules = words.tokens.first(where: { token in
        token.name.map { words.name($0) == "rules" } ?? false
      })
    else { return false }
    return game.kind.preset(words.text(rules)) == nil
  }

  /// Whether a line is one word.
  private func isAlone(_ line: ArraySlice<UInt8>) -> Bool {
    var words = Line()
    return (try? words.read(line)) != nil && words.tokens.count == 1
  }

  private static func isPlace(_ event: any Event) -> Bool {
    event is HostEvent && event.type == "went-to"
  }

  private func isForgetting(_ line: ArraySlice<UInt8>) -> Bool {
    var words = Line()
    guard (try? words.read(line)) != nil, words.tokens.count > 1 else { return false }
    return words.isLiteral(words.tokens[0], "finished")
      && words.isLiteral(words.tokens[1], "forget")
  }

  private func isReturn(_ reply: Reply) -> Bool {
    reply.events.contains { $0 is HostEvent && $0.type == "using" }
  }

  private func isOfClosedGame(_ reply: Reply) -> Bool {
    reply.events.contains { $0 is HostEvent && $0.type == "resumed" }
  }

  /// What `record` reports when the recording ends.
  func end() -> HostEvent { .recorded(path: path, commands: count) }
}

extension Transcript {
  /// What `parlor --echo --keep-going` prints for a script.
  ///
  /// - Parameters:
  ///   - shown: a line as it is shown; asked before the line runs.
  ///   - transcribe: runs a line.
  package static func echo(
    _ script: [UInt8], shown: (ArraySlice<UInt8>) -> ArraySlice<UInt8>,
    transcribe: (ArraySlice<UInt8>) -> Transcription
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    for line in Script(script, isScenario: false).lines {
      bytes += Transcript.command(shown(line.bytes))
      let reply = transcribe(line.bytes)
      append(reply.text, to: &bytes)
      if reply.isOver { break }
    }
    return bytes
  }
}
