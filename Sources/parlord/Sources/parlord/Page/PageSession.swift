import LineSyntax
import NIOCore
import ParlorEngine
import ParlorKit
import Synchronization

/// Who holds a handle of a session.
enum PageRole: Sendable {
  case player
  /// Sees what everybody may see, and can do nothing.
  case onlooker
}

/// The games that somebody plays on the page: a line session, like a connection of the line
/// protocol.
///
/// Replies are numbered. The latest are kept, so that a stream that was cut goes on where it ended;
/// one that has missed more gets the table instead. Streams take from here what they have not sent
/// yet, so a slow one holds nothing.
actor PageSession {
  /// The bytes of replies that are kept, but for the last one, which is kept in any case.
  private static let keptBytes = 1 << 17
  /// The most bytes of a replay.
  private static let replayBytes = 1 << 20
  /// The most suggestions for a line.
  private static let mostSuggestions = 40
  /// The most games that are open at a time.
  private static let mostGames = 32
  /// What the page needs in each reply.
  private static let settings = [
    "set format json", "set text on", "set legal always", "set state full",
  ]

  /// The network of the client that has opened it.
  nonisolated let network: String
  /// When its last line ran, in milliseconds of the monotonic clock.
  nonisolated let used = Atomic(SystemClock.monotonic)
  /// The streams that wait for replies, and why the session is over.
  private nonisolated let streams = Mutex<Streams>(Streams())
  /// Lines run on threads of their own, so that a long one does not delay other requests.
  private nonisolated let loop: any EventLoop

  private let interpreter: Interpreter
  private let deadline = LineDeadline()
  private let lineMilliseconds: Int64
  private var replies: [NumberedReply] = []
  /// The number of the last reply.
  private var number = 0
  /// The table as text and data, which many streams may ask for at once.
  private var tables: [PageRole: (number: Int, bytes: [UInt8])] = [:]

  private struct Streams {
    var waiting: [Int: AsyncStream<Void>.Continuation] = [:]
    var lastNumber = 0
    var end: String?
  }

  private struct NumberedReply {
    let number: Int
    let player: [UInt8]
    /// Nothing if an onlooker would see no change.
    let onlooker: [UInt8]?

    var size: Int { player.count + (onlooker?.count ?? 0) }
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    loop.executor.asUnownedSerialExecutor()
  }

  /// - Parameters:
  ///   - network: the network of the client.
  ///   - loop: the thread on which lines run.
  ///   - limits: those of a line connection.
  init(
    network: String, loop: any EventLoop, limits: LineLimits,
    isStopping: @escaping @Sendable () -> Bool
  ) {
    self.network = network
    self.loop = loop
    lineMilliseconds = limits.lineMilliseconds
    var settings = LineSession.settings(until: deadline, isStopping: isStopping)
    settings.mostGames = Self.mostGames
    settings.guardsChance = true
    interpreter = Interpreter(settings)
    for line in Self.settings { interpreter.execute(line) }
  }

  // MARK: - Lines

  /// Runs a line.
  ///
  /// - Parameter isWaiting: whether the client is still connected; a line that has waited for
  ///   others runs only then.
  /// - Returns: the number of its last reply, the text of its error if it has one, and whether it
  ///   has ended the session.
  func run(_ line: [UInt8], isWaiting: () -> Bool) -> (
    number: Int, problem: String?, isOver: Bool
  ) {
    guard end == nil, isWaiting() else { return (number, nil, end != nil) }
    used.store(SystemClock.monotonic, ordering: .relaxed)
    var isOver = false
    var problem: String?
    var before = publicTable
    deadline.end = SystemClock.monotonic + lineMilliseconds
    let typed = String(decoding: line.prefix(Line.limit), as: UTF8.self)
    interpreter.execute(line[...]) { reply in
      let after = publicTable
      add(reply, to: typed, from: before, to: after)
      before = after
      isOver = isOver || reply.endsSession
      if let error = reply.problem {
        var text = TextWriter()
        error.write(to: &text)
        problem = text.string
      }
      // Whatever was set, the page needs the same in each reply.
      guard reply.command == "set" else { return }
      for line in Self.settings { interpreter.execute(line) }
    }
    if isOver { finish("`quit` ended the session") }
    wake()
    return (number, problem, isOver)
  }

  /// What could be typed at the end of a line: the start of the line that stays, and what may
  /// follow it.
  func completion(of line: [UInt8]) -> Value {
    let completion = interpreter.completion(of: line[...])
    let kept = line.prefix(completion.range.lowerBound)
    return [
      "kept": .string(String(decoding: kept, as: UTF8.self)),
      "suggestions": .array(
        completion.suggestions.prefix(Self.mostSuggestions).map {
          [
            "text": .string($0.text + ($0.isComplete ? " " : "")),
            "detail": .string($0.detail),
          ]
        }),
    ]
  }

  // MARK: - Streams

  /// What a stream has to send next.
  ///
  /// - Parameter seen: the number of the last reply that was sent; `nil` if none was.
  /// - Returns: events with what came since, or with the table if that is not kept, and the number
  ///   to ask for next.
  func events(after seen: Int?, for role: PageRole) -> (bytes: [UInt8], number: Int) {
    if seen == number { return ([], number) }
    guard let seen, let first = replies.first, (first.number - 1)...number ~= seen else {
      return (table(for: role), number)
    }
    let bytes = replies.drop { $0.number <= seen }
      .compactMap { role == .player ? $0.player : $0.onlooker }
    return (Array(bytes.joined()), number)
  }

  /// Why the session is over; `nil` while it is not.
  nonisolated var end: String? { streams.withLock { $0.end } }

  /// Ends the session and its streams.
  nonisolated func finish(_ reason: String) {
    streams.withLock { $0.end = $0.end ?? reason }
    wake()
  }

  /// Registers a stream, which is woken when there may be something to send.
  nonisolated func addStream() -> (id: Int, wakeups: AsyncStream<Void>) {
    let (wakeups, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    continuation.yield()
    let id = streams.withLock { streams in
      streams.lastNumber += 1
      streams.waiting[streams.lastNumber] = continuation
      return streams.lastNumber
    }
    return (id, wakeups)
  }

  nonisolated func removeStream(_ id: Int) {
    streams.withLock { $0.waiting[id] = nil }
  }

  /// Wakes all streams.
  nonisolated func wake() {
    for stream in streams.withLock({ Array($0.waiting.values) }) { stream.yield() }
  }

  // MARK: - Replays

  /// The positions of the current game from its start, as an onlooker may see them: a JSON array.
  func replay() -> [UInt8] {
    deadline.end = SystemClock.monotonic + lineMilliseconds
    var json = JSONWriter()
    json.writeArray { json in
      interpreter.openGame?.forEachPosition { game, line, events in
        Self.write(game, line: line, events, to: &json)
        return json.bytes.count < Self.replayBytes && !deadline.isOver
      }
    }
    return Value.withoutMarkup(json.bytes)
  }

  private static func write(
    _ game: any OpenGame, line: String, _ events: [any Event], to json: inout JSONWriter
  ) {
    json.write([
      "line": .string(line), "text": .string(text(of: events)), "status": game.statusData,
      "state": game.onlookerView.map { .object($0.fields) } ?? .null,
    ])
  }

  // MARK: - Replies

  /// What everybody may see of the current game.
  private struct PublicTable {
    var game: (any OpenGame)?
    var moves = 0
    var state: Value = .null
    /// Whether the player sees no more.
    var isWhole = true
  }

  private var publicTable: PublicTable {
    guard let game = interpreter.openGame else { return PublicTable() }
    guard let view = game.onlookerView else {
      return PublicTable(game: game, moves: game.moveCount)
    }
    let state = Value.object(view.fields)
    return PublicTable(
      game: game, moves: game.moveCount, state: state,
      isWhole: state == .object(game.view.fields))
  }

  /// Numbers a reply and keeps it. Replies about the table go to onlookers too, without what the
  /// player alone has asked or may see.
  private func add(_ reply: Reply, to line: String, from: PublicTable, to table: PublicTable) {
    number += 1
    var onlooker: [UInt8]?
    let isMove = from.game !== table.game || from.moves != table.moves
    if isMove || from.state != table.state {
      let events = reply.gameEvents
      onlooker = event("reply", publicReply(isMove && table.isWhole ? events : [], table))
    }
    replies.append(
      NumberedReply(
        number: number, player: event("reply", playerReply(reply, to: line)), onlooker: onlooker))
    var size = replies.reduce(0) { $0 + $1.size }
    while size > Self.keptBytes, replies.count > 1 { size -= replies.removeFirst().size }
  }

  /// The event with the whole table, for a stream that begins or has missed too much.
  private func table(for role: PageRole) -> [UInt8] {
    if let table = tables[role], table.number == number { return table.bytes }
    deadline.end = SystemClock.monotonic + lineMilliseconds
    var bytes: [UInt8]
    switch role {
    case .player:
      // Without a game there is nothing to show.
      let shown = interpreter.execute("show").last { $0.problem == nil }
      bytes = shown.map { playerReply($0, to: nil) } ?? envelope(nil, Self.emptyTable)
    case .onlooker: bytes = publicReply([], publicTable)
    }
    bytes = event("table", bytes)
    tables[role] = (number, bytes)
    return bytes
  }

  private static let emptyTable = Value.object(
    ["ok": true, "command": "show", "events": [], "text": ""]
  ).bytes

  private func playerReply(_ reply: Reply, to line: String?) -> [UInt8] {
    var text = TextWriter()
    reply.write(to: &text)
    var written = text.bytes
    if !reply.isMessage {
      written = Value.object(["ok": true, "events": [], "text": .string(text.string)]).bytes
    } else if written.last == 0x0A {
      written.removeLast()
    }
    return envelope(line, written)
  }

  /// What an onlooker is told: what happened, or else the table.
  private func publicReply(_ events: [any Event], _ table: PublicTable) -> [UInt8] {
    var text = Self.text(of: events)
    if let view = table.game?.onlookerView {
      var writer = TextWriter()
      if events.isEmpty { view.writeTable(to: &writer) } else { view.writeSituation(to: &writer) }
      writer.breakLine()
      text += writer.string
    }
    let game: Value =
      table.game.map {
        ["number": .integer($0.number), "name": .string($0.name)]
      } ?? .null
    let events = events.map { event in
      var fields: Fields = ["type": .string(event.type)]
      for field in event.fields { fields[field.name] = field.value }
      return Value.object(fields)
    }
    return envelope(
      nil,
      Value.object([
        "ok": true, "events": .array(events), "game": game, "state": table.state,
        "text": .string(text),
      ]).bytes)
  }

  /// A reply with its number, the line that it answers and the status of the game.
  private func envelope(_ line: String?, _ reply: [UInt8]) -> [UInt8] {
    var json = JSONWriter()
    json.writeObject { json in
      json.write(key: "number")
      json.write(number)
      if let line {
        json.write(key: "line")
        json.write(line)
      }
      json.write(key: "status")
      json.write(interpreter.openGame?.statusData ?? .null)
      json.write(key: "reply", written: reply)
    }
    return json.bytes
  }

  /// An event of a stream. JSON has no line breaks.
  private func event(_ type: String, _ json: [UInt8]) -> [UInt8] {
    Array("id: \(number)\nevent: \(type)\ndata: ".utf8) + Value.withoutMarkup(json)
      + [0x0A, 0x0A]
  }

  private static func text(of events: [any Event]) -> String {
    var text = TextWriter()
    for event in events {
      event.write(to: &text)
      text.breakLine()
    }
    return text.string
  }
}
