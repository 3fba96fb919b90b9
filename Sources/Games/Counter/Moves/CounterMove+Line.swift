import ParlorKit

extension CounterMove {
  /// Writes the line that means this move.
  func write(to line: inout TextWriter) {
    switch self {
    case .add(let points): line.write("add ", Int(points))
    case .next: line.write("next")
    case .previous: line.write("prev")
    case .roll(nil): line.write("roll")
    case .roll(let face?): line.write("roll ", Int(face))
    case .pause: line.write("pause")
    case .resume: line.write("resume")
    case .join(let names):
      line.write("player add")
      for name in names { line.write(" ", Word.written(name)) }
    case .leave(let number): line.write("player remove ", Int(number))
    case .place(let number, let position):
      line.write("player move ", Int(number), " ", Int(position))
    case .start: line.write("start")
    }
  }

  /// The move that a command means; nothing for a command that is a question.
  ///
  /// - Parameter roster: who plays, so that names become numbers.
  init?(_ call: Call, _ roster: Roster) throws(CounterRefusal) {
    switch (call.verb, call.form) {
    case ("add", _): self = .add(Int32(clamping: call.integer(0) ?? 0))
    case ("next", _): self = .next
    case ("prev", _): self = .previous
    case ("roll", 0): self = .roll(nil)
    case ("roll", _): self = .roll(UInt8(clamping: call.integer(0) ?? 0))
    case ("pause", _): self = .pause
    case ("resume", _): self = .resume
    case ("start", _): self = .start
    case ("player", 0):
      self = .join(call.arguments.indices.map { call.word($0) ?? "" })
    case ("player", let form):
      if roster.players.isEmpty { throw .nobody }
      let number = UInt16(clamping: try roster.number(meantBy: call.word(0) ?? ""))
      guard form == 2 else {
        self = .leave(number)
        return
      }
      self = .place(number, at: UInt16(clamping: call.integer(1) ?? 0))
    default: return nil
    }
  }
}
