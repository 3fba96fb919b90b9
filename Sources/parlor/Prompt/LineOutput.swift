import LibC
import ParlorEngine
import ParlorKit
import Platform

/// The replies to the running line of a prompt, until they are on the screen.
struct LineOutput {
  /// The text that is not on the screen yet.
  var text: TextWriter
  /// The number of replies to the line.
  private(set) var replyCount = 0
  /// Whether the last reply of the running command is an error.
  var hasFailed = false
  /// Whether output of the line is already on the screen.
  private(set) var hasFlushed = false
  /// Where in the text the board of the last reply begins, if it ends with one.
  private(set) var boardStart: Int?
  /// How often the terminal is to ring after the line.
  private var bells = 0
  /// What copies a text to the clipboard after the line.
  private var clipboard: [UInt8] = []
  /// Whether boards are cut to the terminal, since `play` can show the rest.
  private let crops: Bool

  init(isColored: Bool, crops: Bool) {
    text = TextWriter(styled: isColored)
    self.crops = crops
    begin()
  }

  /// Begins with a new line.
  mutating func begin() {
    text.width = Terminal.columns ?? 80
    (replyCount, hasFlushed, boardStart) = (0, false, nil)
  }

  /// Adds a reply, with lines that fit the terminal.
  mutating func add(_ reply: Reply, _ preferences: Preferences) {
    // Of several boards in a row only the last one matters.
    if preferences.redraws, let start = boardStart, reply.problem == nil {
      text.bytes.removeSubrange(start...)
    }
    write(reply)
    replyCount += 1
    hasFailed = reply.problem != nil
    if preferences.rings { bells += reply.events.reduce(0) { $0 + $1.bells } }
  }

  /// Copies the text of an event to the clipboard, by OSC 52 of xterm.
  mutating func copy(_ event: any Event) {
    var card = TextWriter()
    event.write(to: &card)
    clipboard = Array("\u{1B}]52;c;\(Base64.text(of: card.bytes))\u{7}".utf8)
  }

  private mutating func write(_ reply: Reply) {
    let start = text.bytes.count
    let situation = reply.write(to: &text)
    boardStart = nil
    guard reply.format == .text else { return }
    let place = situation ?? text.bytes.count
    var report = Array(text.bytes[start..<place])
    // These are commands, for copying.
    if !["echo", "history", "log"].contains(reply.command) {
      let isProse = reply.command == "help"
      let width = isProse ? min(text.width, ReplyLayout.readableWidth) : text.width
      report = ReplyLayout.wrapped(report[...], width: width)
    }
    var rest = text.bytes[place...]
    let isBoard = rest.count { $0 == 0x0A } >= ShownBoard.fewestRows
    if crops || !isBoard {
      rest = ReplyLayout.wrapped(rest, width: text.width, crops: isBoard)[...]
    }
    text.bytes.replaceSubrange(start..., with: report + rest)
    if isBoard { boardStart = start + report.count }
  }

  /// Adds a remark below the replies.
  mutating func remark(_ remark: String) {
    boardStart = nil
    var line = TextWriter(styled: text.isStyled)
    line.write(Styled(.faint, remark), "\n")
    text.bytes += ReplyLayout.wrapped(line.bytes[...], width: text.width)
  }

  /// Shows the output so far while the line is running.
  mutating func flushWithin() throws(FileError) {
    if !text.isEmpty { (hasFlushed, boardStart) = (true, nil) }
    try flush()
  }

  /// Shows the output at the end of the line, then rings.
  ///
  /// - Parameter show: shows a long text otherwise, and returns whether it has.
  mutating func finish(
    unless show: ([UInt8]) throws(FileError) -> Bool
  ) throws(FileError) {
    if replyCount == 1, !hasFlushed, boardStart == nil, try show(text.bytes) {
      text.bytes.removeAll(keepingCapacity: true)
    }
    text.bytes += repeatElement(0x07, count: bells)
    text.bytes += clipboard
    (bells, clipboard) = (0, [])
    try flush()
  }

  mutating func flush() throws(FileError) {
    defer { text.bytes.removeAll(keepingCapacity: true) }
    try FileSystem.write(text.bytes, to: STDOUT_FILENO, named: "standard output")
  }
}
