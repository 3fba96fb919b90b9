import GameCatalog
import LineSyntax
import ParlorEngine
import ParlorKit
import Platform
import Render
import Scenarios

/// Runs a file as data, as tests do, and records the session.
struct SessionRecorder {
  private let interpreter: Interpreter
  /// Whether lines are broken to fit the terminal.
  private let wraps: Bool
  private(set) var recording: Recording
  /// The games that were open after some line.
  private var games: [Int: any LoggedGame] = [:]

  /// The maximum number of lines in a file.
  static let mostLines = 100_000
  /// The maximum number of characters shown of a line.
  private static let mostCharacters = 4000

  /// Why a file cannot be recorded.
  enum Failure: Error {
    case invalid(ScenarioError)
    case unreadable(FileError)
    /// The file is a saved game that cannot be loaded; the error as text.
    case unloadable(String)
    case empty
    case tooLong
  }

  /// Runs the whole file.
  ///
  /// - Parameters:
  ///   - path: a script, a scenario or a saved game.
  ///   - allowed: its permissions besides reading files below its folder.
  init(
    _ path: String, title: String?, columns: Int, wraps: Bool, allowing allowed: Capabilities
  ) throws(Failure) {
    self.wraps = wraps
    recording = Recording(title: title ?? FileSystem.name(of: path), columns: columns)
    var settings = Settings.program()
    settings.isStyled = true
    let point: ResumePoint?
    if try Self.isSavedGame(path) {
      settings.runAsData(below: FileSystem.parent(of: path), allowing: allowed)
      point = nil
    } else {
      do throws(ScenarioError) {
        let end = try ResumePoint(endOf: path)
        settings.runAsData(below: end.folder, allowing: allowed)
        point = end
      } catch {
        throw .invalid(error)
      }
    }
    settings.use(.ofOneSession)
    interpreter = Interpreter(settings)
    if let point {
      try run(point)
    } else {
      try load(FileSystem.name(of: path))
    }
    if recording.frames.isEmpty { throw .empty }
  }

  /// Whether a file begins like a saved game.
  private static func isSavedGame(_ path: String) throws(Failure) -> Bool {
    do throws(FileError) {
      let mark = SavedGame.mark
      switch FileSystem.kind(of: path) {
      case .file:
        return try FileSystem.beginning(of: path, count: mark.utf8.count).elementsEqual(mark.utf8)
      case .missing: throw FileError(.read, path, because: "no such file or directory")
      case .folder: throw FileError(.read, path, because: "it is a directory")
      case .other: throw FileError(.read, path, because: "it is not a regular file")
      }
    } catch {
      throw .unreadable(error)
    }
  }

  // MARK: - Charts

  /// Reviews the games that have a chart, and adds it: chances to win, or the scores of three or
  /// more players.
  mutating func addCharts() {
    for (number, game) in games where game.moveCount > 1 {
      // Advice on the last move is cheap, and says what the advice is about.
      guard let last = game.position(before: game.moveCount),
        let advice = try? last.adviser?.advise(isInterrupted: { false }),
        advice.unit == .chance || game.players.count > 2,
        let chart = try? game.adviser?.review(isInterrupted: { false }).chart,
        chart.curves.contains(where: { $0.points.count > 1 })
      else { continue }
      recording.charts[number] = Plot(chart)
    }
  }

  // MARK: - Scripts and scenarios

  private mutating func run(_ point: ResumePoint) throws(Failure) {
    let session = ScenarioSession(interpreter)
    for file in point.attachments { _ = session.attach(file.name, file.bytes) }
    let commands = point.commands.filter { Line.isCommand($0[...]) }
    if commands.count > Self.mostLines { throw .tooLong }
    for command in commands {
      var frame = Recording.Frame(command: shown(command[...]))
      var text = TextWriter(styled: true, width: recording.columns)
      var isOver = false
      var eventEnd: Int?
      interpreter.execute(command[...]) { reply in
        eventEnd = reply.write(to: &text)
        frame.isError = frame.isError || reply.problem != nil
        isOver = isOver || reply.endsSession
      }
      add(frame, text.bytes, eventEnd: eventEnd)
      if isOver { break }
    }
  }

  /// A line as it appears at the prompt.
  private func shown(_ line: ArraySlice<UInt8>) -> StyledLine {
    // A line that is not text, or too long, is shown as in a transcript.
    let canonical = interpreter.router.canonical(line)
    var bytes = Transcript.command(canonical[...]).dropFirst(2).dropLast()
    if bytes.count > Self.mostCharacters {
      let text = String(decoding: bytes, as: UTF8.self)
      return StyledLine(text.prefix(Self.mostCharacters) + "…")
    }
    bytes = Array(bytes)[...]
    var result = StyledLine()
    var place = bytes.startIndex
    func add(_ range: Range<Int>, _ styles: [Style]) {
      guard !range.isEmpty else { return }
      result.runs += StyledLine(String(decoding: bytes[range], as: UTF8.self), styles).runs
    }
    for part in interpreter.assistant.highlights(of: bytes)
    where part.range.lowerBound >= place && part.range.upperBound <= bytes.endIndex {
      add(place..<part.range.lowerBound, [])
      add(part.range, [part.role.style])
      place = part.range.upperBound
    }
    add(place..<bytes.endIndex, [])
    return result
  }

  private mutating func add(_ frame: Recording.Frame, _ text: [UInt8], eventEnd: Int?) {
    var frame = frame
    let end = eventEnd ?? text.count
    frame.reply = lines(text[..<end])
    frame.eventCount = frame.reply.count
    frame.reply += lines(text[end...])
    if let game = interpreter.currentGame {
      frame.game = position(of: game)
      games[game.number] = game.logged
    }
    recording.frames.append(frame)
  }

  private func lines(_ bytes: ArraySlice<UInt8>) -> [StyledLine] {
    StyledLine.lines(
      of: wraps ? ReplyLayout.wrapped(bytes, width: recording.columns)[...] : bytes)
  }

  private func position(of game: any SessionGame) -> Recording.Position {
    let view = game.view
    var table = view.picture.map { Recording.Table.picture($0) }
    if table == nil {
      var text = TextWriter(styled: true, width: recording.columns)
      view.writeTable(to: &text)
      text.breakLine()
      view.writeSituation(to: &text)
      table = .text(StyledLine.lines(of: text.bytes))
    }
    return Recording.Position(
      number: game.number, caption: "\(game.kind.definition.title): \(view.caption)",
      moveCount: game.moveCount, table: table ?? .text([]))
  }

  // MARK: - Saved games

  /// Loads a saved game and goes through its moves as the players saw them.
  private mutating func load(_ name: String) throws(Failure) {
    let reply = interpreter.transcribe(Array("load \(Word.written(name))".utf8)[...])
    guard reply.code == nil, let game = interpreter.currentGame?.logged else {
      throw .unloadable(StyledLine.lines(of: reply.text).map(\.text).joined(separator: "\n"))
    }
    let opening = game.origin.line(masked: !game.status.isOver)
    game.rewind()
    add(opening, game.opening, of: game)
    while let step = game.stepForward() {
      if recording.frames.count == Self.mostLines { throw .tooLong }
      add(step.line, step.events, of: game)
    }
  }

  private mutating func add(_ line: String, _ events: [any Event], of game: any LoggedGame) {
    var text = TextWriter(styled: true, width: recording.columns)
    for event in events {
      event.write(to: &text)
      text.breakLine()
    }
    let end = text.bytes.count
    game.view.writeSituation(to: &text)
    text.breakLine()
    add(Recording.Frame(command: StyledLine(line)), text.bytes, eventEnd: end)
  }
}

extension Plot {
  init(_ chart: GameReview.Chart) {
    switch chart.subject {
    case .chance:
      self.init("Chance to win", x: "move", y: "chance", isShare: true, shape: .line)
    case .score: self.init("Score", x: "move", y: "points", shape: .line)
    }
    series = chart.curves.map { curve in
      Series(
        curve.player, curve.points.map { Point(x: Double($0.number), y: $0.value) })
    }
  }
}
