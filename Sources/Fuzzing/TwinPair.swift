import ParlorEngine
import ParlorKit

/// Two sessions with games that look the same but hide different things.
package struct TwinPair {
  /// Why a pair has ended without a finding.
  package enum End: String, Sendable, Hashable {
    /// The players may see a difference now.
    case revealed
    /// An amendment that fits in one game only has revealed a difference, which is what amending
    /// asks for.
    case asked
    /// Advice was stopped in one session; the other one reused an earlier computation.
    case stopped
    case over
  }

  /// The logs of the games when the pair was made, without their seeds.
  package let logs: ([String], [String])
  /// The moves as typed, without their outcomes.
  let typed: [String]
  private let game: any Game
  private let seeds: (Int, Int)
  private let sessions: (Interpreter, Interpreter)
  private var lines: [[UInt8]] = []
  /// Whether the sessions have different draws, including those of later games.
  private let isGuarded: Bool
  /// The number of moves that had revealed something when the pair was made.
  private let reveals: Int
  /// Whether both games were opened with the same reply.
  private(set) var isSound = true

  /// Sessions that hide their seeds and have different draws from the beginning.
  init(_ game: any Game, guardedSeeds seeds: (Int, Int), opening: String) {
    self.game = game
    self.seeds = seeds
    isGuarded = true
    reveals = 0
    logs = ([opening], [opening])
    typed = []
    func session(_ seed: Int) -> Interpreter {
      var settings = Settings.ofTwins([game], seed: seed)
      settings.guardsChance = true
      return Interpreter(settings)
    }
    sessions = (session(seeds.0), session(seeds.1))
    let replies = [sessions.0, sessions.1].map { $0.transcribe(Array(opening.utf8)[...]) }
    isSound = replies[0].code == nil && replies[0].text == replies[1].text
  }

  /// Sessions in which these games are loaded.
  ///
  /// - Parameter next: the seed of the next new game, the same in both.
  init?(
    _ game: any Game, seeds: (Int, Int), _ one: TwinStory, _ other: TwinStory, typed: [String],
    next: Int
  ) {
    self.game = game
    self.seeds = seeds
    self.typed = typed
    isGuarded = false
    reveals = (one.game?.log.revealingMoves.count ?? 0) * 2
    logs = (one.lines, other.lines)
    sessions = (
      Interpreter(.ofTwins([game], seed: next)), Interpreter(.ofTwins([game], seed: next))
    )
    guard let first = one.game, let second = other.game,
      (try? sessions.0.session.open(logOf: first)) != nil,
      (try? sessions.1.session.open(logOf: second)) != nil
    else { return nil }
  }

  var moveCount: Int { sessions.0.currentGame?.moveCount ?? 0 }

  /// The material for lines in the current state.
  var vocabulary: Vocabulary {
    let session = sessions.0
    return Vocabulary(games: [game.definition], commands: session.router.declarations) {
      session.currentGame?.legalMoves().moves.map(\.line) ?? []
    }
  }

  /// Whether the replies to a line may differ only in hidden information: if the seeds differ,
  /// games of a batch have different draws. `seed` shows the next seed, which a session that hides
  /// it does not have: each of its games draws its own.
  func mayRun(_ line: [UInt8]) -> Bool {
    guard isGuarded else { return true }
    let text = String(decoding: line, as: UTF8.self).lowercased()
    return !["batch", "step", "seed"].contains(where: text.contains)
  }

  /// Feeds a line to both.
  ///
  /// - Returns: why the pair ends; `nil` if it continues.
  mutating func feed(_ line: [UInt8]) throws(TwinFinding) -> End? {
    lines.append(line)
    let replies = (sessions.0.transcribe(line[...]), sessions.1.transcribe(line[...]))
    if replies.0.text == replies.1.text, replies.0.code == replies.1.code {
      let isOver = sessions.0.currentGame?.status.isOver ?? true
      if replies.0.isOver || isOver { return .over }
      guard lines.count % Self.helpInterval == 0 else { return nil }
      let help = (Self.help(in: sessions.0, for: line), Self.help(in: sessions.1, for: line))
      if help.0 == help.1 { return nil }
      if isTold { return .revealed }
      throw finding(help)
    }
    if isTold { return .revealed }
    if Self.isStopped(replies.0) != Self.isStopped(replies.1) { return .stopped }
    // Lines of the game do not ask about the log.
    let isAmendment = String(decoding: line, as: UTF8.self).lowercased().contains("amend")
    if isAmendment, replies.0.code != nil || replies.1.code != nil { return .asked }
    throw finding(
      (
        String(decoding: replies.0.text, as: UTF8.self),
        String(decoding: replies.1.text, as: UTF8.self)
      ))
  }

  /// Whether a computation was stopped by its limit of steps, in text or JSON.
  private static func isStopped(_ reply: Transcription) -> Bool {
    reply.code == .notNow && String(decoding: reply.text, as: UTF8.self).contains("interrupted")
  }

  private func finding(_ replies: (String, String)) -> TwinFinding {
    TwinFinding(
      game: game, isGuarded: isGuarded, seeds: seeds, logs: logs, lines: lines, replies: replies)
  }

  /// The number of lines between two comparisons of the help that the prompt gives during typing.
  private static let helpInterval = 8

  /// The suggestions of the prompt for an empty line, and after the verb of a line.
  private static func help(in session: Interpreter, for line: [UInt8]) -> String {
    let verb = line.prefix { $0 != 0x20 }.prefix(20) + [0x20]
    return [[], verb].map { String(describing: session.assistant.completion(of: $0)) }
      .joined(separator: "\n")
  }

  /// Whether the players may know a difference: some position of a log looks different, or, in a
  /// game with several players, a move has revealed something.
  private var isTold: Bool {
    guard let one = sessions.0.currentGame?.logged, let other = sessions.1.currentGame?.logged
    else { return (sessions.0.currentGame == nil) != (sessions.1.currentGame == nil) }
    // The draws of such a game are public at once.
    if !game.definition.traits.contains(.hidesDraws),
      TwinStory.log(of: one) != TwinStory.log(of: other)
    {
      return true
    }
    if one.players.count > 1,
      one.log.revealingMoves.count + other.log.revealingMoves.count > reveals
    {
      return true
    }
    return TwinStory.sights(along: one) != TwinStory.sights(along: other)
  }
}

/// A game that was played by typing lines, and its visible positions.
struct TwinStory {
  /// The lines of its log, outcomes included, without the seed.
  private(set) var lines: [String] = []
  /// The same as typed, if a game was played: without outcomes.
  private(set) var typed: [String] = []
  private(set) var replies: [String] = []
  /// The appearance of each position.
  private(set) var sights: [[String]] = []
  private let session: Interpreter

  var game: (any LoggedGame)? { session.currentGame?.logged }

  /// Plays random legal moves.
  init?(
    _ game: any Game, seed: Int, opening: String, moves count: Int, _ chance: inout Chance
  ) {
    session = Interpreter(.ofTwins([game], seed: seed))
    guard say(opening) else { return nil }
    for _ in 0..<count {
      let moves = self.game?.legalMoves().moves.map(\.line) ?? []
      guard !moves.isEmpty else { break }
      let before = self.game?.moveCount ?? 0
      let line = chance.pick(moves)
      guard say(line), let game = self.game, !game.status.isOver else { return nil }
      // A move without effect is not in the log.
      if game.moveCount == before { drop() }
    }
    readLog()
    guard typed.count == lines.count else { return nil }
  }

  /// Types the lines of a log, including outcomes.
  ///
  /// - Returns: `nil` if the log of the game differs.
  init?(_ game: any Game, seed: Int, telling lines: [String]) {
    session = Interpreter(.ofTwins([game], seed: seed))
    for line in lines { guard say(line) else { return nil } }
    readLog()
    guard self.lines == lines else { return nil }
  }

  private mutating func say(_ line: String) -> Bool {
    let reply = session.transcribe(Array(line.utf8)[...])
    guard reply.code == nil, let game else { return false }
    typed.append(line)
    replies.append(String(decoding: reply.text, as: UTF8.self))
    sights.append(Self.sight(of: game))
    return true
  }

  private mutating func drop() {
    typed.removeLast()
    replies.removeLast()
    sights.removeLast()
  }

  private mutating func readLog() {
    if let game { lines = Self.log(of: game) }
  }

  /// The lines of a log, including outcomes, without the seed.
  static func log(of game: any LoggedGame) -> [String] {
    var lines: [String] = []
    game.forEachLine(untilNow: false) { line, _ in
      lines.append(
        lines.isEmpty
          ? line.split(separator: " ").filter { !$0.hasPrefix("seed=") }.joined(separator: " ")
          : line)
    }
    return lines
  }

  // MARK: - What is seen

  /// The appearance of a position to the player to move and to onlookers.
  private static func sight(of game: any LoggedGame) -> [String] {
    [game.view, game.onlookerView].compactMap(\.self).map { view in
      var text = TextWriter()
      view.writeTable(to: &text)
      text.write("\n")
      view.writeSituation(to: &text)
      return "\(Value.object(view.fields).json) \(view.caption) \(view.prompt) \(text.string)"
    }
  }

  /// The appearance of all positions of a log.
  static func sights(along game: any LoggedGame) -> [[String]] {
    (0..<game.moveCount).map { number in
      game.position(before: number + 1).map(sight) ?? []
    } + [sight(of: game)]
  }

  // MARK: - What is hidden

  /// Changes something that was drawn: exchanges two characters, or replaces one.
  ///
  /// - Returns: the number of the line; `nil` if nothing was drawn.
  func change(_ lines: inout [String], _ chance: inout Chance) -> Int? {
    // In a game for several what was drawn before a move that shows it is public.
    let first = game.map { $0.players.count > 1 ? $0.log.revealingMoves.last ?? 0 : 0 } ?? 0
    let drawn = lines.indices.dropFirst(first).flatMap { index in
      Self.drawn(in: lines[index], typed: typed[index], isOpening: index == 0)
        .map { (line: index, places: $0) }
    }
    guard !drawn.isEmpty else { return nil }
    let (index, places) = chance.pick(drawn)
    var bytes = Array(lines[index].utf8)
    let place = chance.pick(places)
    if chance.isOne(in: 2) {
      // Equal characters make no difference.
      let others = places.filter { bytes[$0] != bytes[place] }
      guard !others.isEmpty else { return index }
      bytes.swapAt(place, chance.pick(others))
    } else {
      let isDigit = 0x30...0x39 ~= bytes[place]
      bytes[place] = isDigit ? 0x31 + UInt8(chance.index(9)) : bytes[chance.pick(places)]
    }
    lines[index] = String(decoding: bytes, as: UTF8.self)
    return index
  }

  /// The indices of the characters that a line has beyond the typed line, for each word of an
  /// opening.
  private static func drawn(in line: String, typed: String, isOpening: Bool) -> [[Int]] {
    let bytes = Array(line.utf8)
    func isPart(_ index: Int) -> Bool {
      ![0x20, UInt8(ascii: "\""), UInt8(ascii: "/")].contains(bytes[index])
    }
    guard isOpening else {
      guard line.hasPrefix(typed), line != typed else { return [] }
      let added = bytes[typed.utf8.count...]
      let start = added.firstIndex(of: UInt8(ascii: "=")).map { $0 + 1 } ?? added.startIndex
      return [(start..<bytes.count).filter(isPart)]
    }
    let words = Set(typed.split(separator: " "))
    return line.split(separator: " ").filter { $0.contains("=") && !words.contains($0) }
      .compactMap { word in
        // A value of several words is quoted, and its end is that of the quotes.
        let start = line.utf8.distance(from: line.startIndex, to: word.startIndex)
        guard let equals = bytes[start...].firstIndex(of: UInt8(ascii: "=")) else { return nil }
        let isQuoted = equals + 1 < bytes.count && bytes[equals + 1] == UInt8(ascii: "\"")
        let stop = UInt8(ascii: isQuoted ? "\"" : " ")
        let first = equals + (isQuoted ? 2 : 1)
        let end = bytes[min(first, bytes.count)...].firstIndex(of: stop) ?? bytes.count
        return (first..<max(first, end)).filter(isPart)
      }.filter { !$0.isEmpty }
  }
}

extension Settings {
  /// A session without permissions whose advice depends only on the lines.
  fileprivate static func ofTwins(_ games: [any Game], seed: Int) -> Settings {
    var settings = Settings(games: games)
    settings.seed = seed
    settings.advice = .bounded
    return settings
  }
}
