import ParlorKit

/// A game that another program recorded: its board, and what the mouse did.
///
/// The formats are `.avf` of Minesweeper Arbiter, `.rmv` of Viennasweeper, and `.evf` of Metasweeper
/// in its versions 0 to 4. Sources: the readers of Damien Moore's rawvf converters and of ms_toollib,
/// and for `.evf` its standard, in the repository of ms_toollib.
struct MouseRecording {
  /// The board.
  private(set) var layout: Layout
  /// What the mouse did, in order.
  private(set) var events: [Event] = []
  /// The pixels of a side of a cell.
  private(set) var cellSize = 16

  /// Something that the mouse did.
  struct Event {
    /// Milliseconds of the recording.
    var time: Int
    var kind: Kind
    /// Pixels from the left and the upper edge of the board, which the mouse may leave.
    var x: Int
    var y: Int
  }

  /// What a mouse can do. The numbers are those of `.evf` and `.rmv`.
  enum Kind: UInt8 {
    case move = 1
    case leftDown, leftUp, rightDown, rightUp, middleDown, middleUp
    /// A flag that was there before the first click.
    case flag
    /// The other button is pressed, too.
    case bothDown
    /// A button is pressed or released.
    case left, right, middle
    /// The left button with Shift, which acts like both buttons.
    case shiftDown
  }

  /// Reads a recording, whose name tells its format.
  ///
  /// - Returns: nil if the name is not that of a recording.
  init?(_ bytes: [UInt8], named name: String) throws(GameError) {
    var reader = RecordingBytes(bytes)
    let suffix = name.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last?
      .lowercased()
    switch suffix {
    case "avf": try self.init(arbiter: &reader)
    case "rmv": try self.init(vienna: &reader)
    case "evf": try self.init(metasweeper: &reader)
    default: return nil
    }
  }

  // MARK: Formats

  private init(arbiter reader: inout RecordingBytes) throws(GameError) {
    try reader.skip(5)
    let shape: Shape
    var mines: Int
    switch try reader.byte() {
    case 3: (shape, mines) = (Shape(rows: 8, columns: 8), 10)
    case 4: (shape, mines) = (Shape(rows: 16, columns: 16), 40)
    case 5: (shape, mines) = (Shape(rows: 16, columns: 30), 99)
    case 6:
      let columns = try reader.byte() + 1
      shape = try reader.shape(rows: try reader.byte() + 1, columns: columns)
      mines = try reader.number(2)
    default: throw reader.damage("its level is none of 3 to 6")
    }
    var cells: [Cell] = []
    while mines > 0 {
      mines -= 1
      let row = try reader.byte()
      cells.append(Cell(row, try reader.byte()))
    }
    layout = try reader.layout(shape, cells)
    // The times, in brackets. The first event is where the first second can stand.
    while try reader.byte() != UInt8(ascii: "[") {}
    while try reader.byte() != UInt8(ascii: "]") {}
    while case let (left, seconds) = (try reader.peek(1), try reader.peek(2)),
      seconds != 1 || left > 1
    { try reader.skip(1) }
    var isLast = false
    repeat {
      let event = try reader.bytes(8)
      let kind: Kind? =
        switch event[0] {
        case 1: .move
        case 3: .leftDown
        case 5, 21: .leftUp
        case 9: .rightDown
        case 17, 145: .rightUp
        case 33: .middleDown
        case 65, 193: .middleUp
        case 11: .shiftDown
        default: nil
        }
      guard let kind else { throw reader.damage("it has an unknown event") }
      let seconds = event[6] << 8 | event[2]
      events.append(
        Event(
          time: max(0, seconds - 1) * 1000 + event[4] * 10, kind: kind,
          x: event[1] << 8 | event[3], y: event[5] << 8 | event[7]))
      let (low, high) = (try reader.peek(2), try reader.peek(6))
      isLast = low == 0 && high == 0
    } while !isLast
  }

  private init(vienna reader: inout RecordingBytes) throws(GameError) {
    guard try reader.bytes(4) == Array("*rmv".utf8).map({ Int($0) }), try reader.number(2) == 1
    else { throw reader.damage("it does not begin as a recording of Viennasweeper") }
    try reader.skip(4)
    let (result, version) = (try reader.number(2), try reader.number(2))
    try reader.skip(4)
    let (flags, properties) = (try reader.number(2), try reader.number(2))
    try reader.skip(7)
    // The result without its first three bytes, the version, and the length of what follows.
    try reader.skip(max(0, result - 3) + version + 2)
    for _ in 0..<(try reader.number(2)) { try reader.skip(try reader.byte()) }
    try reader.skip(4)
    let columns = try reader.byte()
    let shape = try reader.shape(rows: try reader.byte(), columns: columns)
    var cells: [Cell] = []
    for _ in 0..<(try reader.number(2)) {
      let column = try reader.byte() + 1
      cells.append(Cell(try reader.byte() + 1, column))
    }
    layout = try reader.layout(shape, cells)
    if flags > 0 {
      for _ in 0..<(try reader.number(2)) {
        let x = try reader.byte() * cellSize
        events.append(Event(time: 0, kind: .flag, x: x, y: try reader.byte() * cellSize))
      }
    }
    try reader.skip(properties)
    var isFirst = true
    while case let code = try reader.byte(), !(15...17 ~= code) {
      switch code {
      case 0: try reader.skip(4)
      case 1...7:
        let time = try reader.number(3)
        try reader.skip(1)
        let x = try reader.number(2) - 12
        let y = try reader.number(2) - 56
        // The press of the click that begins the game is left out.
        if isFirst { events.append(Event(time: time, kind: .leftDown, x: x, y: y)) }
        isFirst = false
        events.append(
          Event(time: time, kind: Kind(rawValue: UInt8(code)) ?? .move, x: x, y: y))
      case 9...14, 18...27: try reader.skip(2)
      default: throw reader.damage("it has an unknown event")
      }
    }
  }

  private init(metasweeper reader: inout RecordingBytes) throws(GameError) {
    let version = try reader.byte()
    guard version <= 4 else { throw reader.damage("its version, \(version), is above 4") }
    let flags = try reader.byte()
    if version >= 3 { try reader.skip(1) }
    let rows = try reader.byte()
    let shape = try reader.shape(rows: rows, columns: try reader.byte())
    let mines = try reader.number(2)
    cellSize = max(1, try reader.byte())
    try reader.skip(4)
    if version == 4 {
      // The time, the country, and when it began and ended; then texts.
      try reader.skip(4 + 2 + 16)
      for _ in 0..<(flags & 8 == 0 ? 4 : 6) { try reader.skipText() }
      try reader.skip(try reader.number(2))
      layout = try reader.layout(shape, mines: mines)
      for _ in 0..<(try reader.number(2)) { try reader.skipText() }
    } else {
      try reader.skip(3)
      for _ in 0..<7 { try reader.skipText() }
      let start = reader
      // Files of version 2 that say version 0 have one text more.
      do throws(GameError) {
        if version >= 2 { try reader.skipText() }
        layout = try reader.layout(shape, mines: mines)
      } catch {
        guard version < 2 else { throw error }
        reader = start
        try reader.skipText()
        layout = try reader.layout(shape, mines: mines)
      }
    }
    try readEvents(&reader, version)
  }

  private mutating func readEvents(
    _ reader: inout RecordingBytes, _ version: Int
  ) throws(GameError) {
    var (time, x, y) = (0, 0, 0)
    while case let code = try reader.byte(), code != 0, version == 4 || code != 255 {
      switch code {
      case 255: time += try reader.number(2)
      case 81...99 where version == 4: time += try reader.byte()
      case 1...12:
        let isFirst = events.isEmpty
        if version == 4 {
          time += try reader.byte()
          let (right, down) = (try reader.number(2), try reader.number(2))
          x = isFirst ? right : x + Int(Int16(truncatingIfNeeded: right))
          y = isFirst ? down : y + Int(Int16(truncatingIfNeeded: down))
        } else {
          time = try reader.number(3)
          (x, y) = (try reader.number(2), try reader.number(2))
        }
        events.append(
          Event(time: time, kind: Kind(rawValue: UInt8(code)) ?? .move, x: x, y: y))
      default:
        guard version == 4 else { throw reader.damage("it has an unknown event") }
      }
    }
  }
}

// MARK: Lines

extension MouseRecording {
  /// The lines of the game: `new`, and each click that changed something after its time.
  func lines() throws(GameError) -> [String] {
    let shape = layout.shape
    let isCustom =
      MinesweeperOptions.rowRange ~= shape.rows && MinesweeperOptions.columnRange ~= shape.columns
    for mode in Mode.ladder
    where mode.board.map({ $0 == (shape, layout.mines) }) ?? isCustom {
      // Only a board that is given may have a mine under the first click, or any number of mines.
      if let lines = try? lines(of: mode) { return lines }
    }
    return try lines(of: .layout)
  }

  private func lines(of mode: Mode) throws(GameError) -> [String] {
    var configuration = GameConfiguration<MinesweeperOptions>()
    var opening = "new minesweeper"
    switch mode {
    case .layout:
      configuration.options.layout = layout.text
      configuration.given = [Layout.option]
      opening += " \(Layout.option)=\(layout.text)"
    default:
      configuration.arguments = [.word(mode.rawValue)]
      opening += " \(mode.rawValue)"
      if mode == .custom {
        let shape = layout.shape
        (configuration.options.rows, configuration.options.columns) =
          (shape.rows, shape.columns)
        configuration.options.mines = layout.mines
        opening += " rows=\(shape.rows) cols=\(shape.columns) mines=\(layout.mines)"
      }
      opening += " seed=0"
    }
    var state = MinesweeperState(try BoardPlan(configuration))
    var lines = [opening]
    var (mouse, last, chance) = (Mouse(), 0, Chance(seed: 0, draw: 0))
    for event in events where !state.isOver {
      guard
        let move = mouse.move(
          at: event, cell(at: event), laying: state.layout == nil ? layout : nil)
      else { continue }
      do throws(GameError) {
        guard case .play(let resolved) = try state.resolve(move, chance: &chance) else { continue }
        var report = Reporter([])
        if event.time > last {
          lines.append("clock +\(Thousandths(event.time - last).text)s")
          last = event.time
        }
        state.apply(resolved, at: GameTime(milliseconds: Int64(event.time)), report: &report)
        var text = TextWriter()
        resolved.write(to: &text)
        lines.append(String(decoding: text.bytes, as: UTF8.self))
      } catch {
        // A click that the rules refuse changed nothing there either.
        if case .reveal(_, .some) = move { throw error }
      }
    }
    return lines
  }

  /// The cell under the mouse; nil outside the board.
  private func cell(at event: Event) -> Cell? {
    guard event.x >= 0, event.y >= 0 else { return nil }
    let (row, column) = (event.y / cellSize, event.x / cellSize)
    return row < layout.shape.rows && column < layout.shape.columns
      ? Cell(row + 1, column + 1) : nil
  }

  /// The buttons that are down.
  private struct Mouse {
    private var left = false
    private var right = false
    private var middle = false
    private var isShifted = false
    /// Whether the release of the left button means nothing: a chord was made.
    private var isSpent = false

    /// What a change of the buttons does at a cell.
    mutating func move(at event: Event, _ cell: Cell?, laying layout: Layout?) -> MinesweeperMove? {
      switch event.kind {
      case .move, .middleDown: return nil
      case .left: return change(left ? .leftUp : .leftDown, cell, layout)
      case .right: return change(right ? .rightUp : .rightDown, cell, layout)
      case .middle:
        middle.toggle()
        return middle ? nil : cell.map(MinesweeperMove.chord)
      default: return change(event.kind, cell, layout)
      }
    }

    private mutating func change(_ kind: Kind, _ cell: Cell?, _ layout: Layout?) -> MinesweeperMove?
    {
      let isChord = left && (right || isShifted)
      switch kind {
      case .leftDown: (left, isSpent) = (true, left && isSpent)
      case .shiftDown: (left, isShifted, isSpent) = (true, true, false)
      case .bothDown: (left, right) = (true, true)
      case .rightDown:
        let isAlone = !left
        right = true
        if isAlone { return cell.map(MinesweeperMove.flag) }
      case .leftUp:
        let isClick = left && !isSpent
        (left, isShifted, isSpent) = (false, false, false)
        if isChord { return cell.map(MinesweeperMove.chord) }
        if isClick { return cell.map { .reveal($0, layout) } }
      case .rightUp:
        right = false
        if isChord {
          isSpent = true
          return cell.map(MinesweeperMove.chord)
        }
      case .middleUp: return cell.map(MinesweeperMove.chord)
      case .flag: return cell.map(MinesweeperMove.flag)
      default: break
      }
      return nil
    }
  }
}

// MARK: Bytes

/// Reads the bytes of a recording in order; numbers have the most significant byte first.
private struct RecordingBytes {
  private let all: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) { all = bytes }

  func damage(_ reason: String) -> GameError {
    GameError(.badArgument, "the recording cannot be read: \(reason)")
  }

  /// A byte that many places after the next one.
  func peek(_ offset: Int) throws(GameError) -> Int {
    guard all.indices.contains(place + offset) else { throw damage("it ends early") }
    return Int(all[place + offset])
  }

  mutating func byte() throws(GameError) -> Int {
    let byte = try peek(0)
    place += 1
    return byte
  }

  mutating func bytes(_ count: Int) throws(GameError) -> [Int] {
    var bytes: [Int] = []
    for _ in 0..<count { bytes.append(try byte()) }
    return bytes
  }

  mutating func number(_ count: Int) throws(GameError) -> Int {
    try bytes(count).reduce(0) { $0 << 8 | $1 }
  }

  mutating func skip(_ count: Int) throws(GameError) {
    guard all.count - place >= count else { throw damage("it ends early") }
    place += count
  }

  /// Skips a text with a 0 at its end.
  mutating func skipText() throws(GameError) { while try byte() != 0 {} }

  func shape(rows: Int, columns: Int) throws(GameError) -> Shape {
    guard Shape.sides ~= rows, Shape.sides ~= columns else {
      throw damage("its board is not 1×1 to 60×60")
    }
    return Shape(rows: rows, columns: columns)
  }

  func layout(_ shape: Shape, _ cells: [Cell]) throws(GameError) -> Layout {
    var rows = [UInt64](repeating: 0, count: shape.rows + 2)
    for cell in cells {
      guard shape.contains(cell), rows[Int(cell.row)] >> UInt64(cell.column) & 1 == 0 else {
        throw damage("a mine is not on the board, or there twice")
      }
      rows[Int(cell.row)] |= 1 << UInt64(cell.column)
    }
    return Layout(shape, rows: rows)
  }

  /// A board with a bit for each cell, row by row, the most significant bit of a byte first.
  mutating func layout(_ shape: Shape, mines: Int) throws(GameError) -> Layout {
    let bits = try bytes((shape.count + 7) / 8)
    var cells: [Cell] = []
    for place in 0..<shape.count where bits[place / 8] >> (7 - place % 8) & 1 != 0 {
      cells.append(Cell(place / shape.columns + 1, place % shape.columns + 1))
    }
    guard cells.count == mines else { throw damage("its board has another number of mines") }
    return try layout(shape, cells)
  }
}
