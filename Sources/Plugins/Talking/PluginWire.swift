import Language
import ParlorKit
import Platform

/// A running plugin, asked one thing at a time. Whatever it does, asking ends within the limits,
/// with an answer or a failure; after a failure the process has been ended.
struct PluginWire {
  private let process: Subprocess
  private let limits: PluginLimits
  private let listener: PluginProcess.Listener
  private var lastID = 0

  /// Starts a program and asks who it is.
  init(
    _ program: PluginProgram, limits: PluginLimits, listener: @escaping PluginProcess.Listener
  ) throws(PluginError) {
    self.limits = limits
    self.listener = listener
    do throws(FileError) {
      process = try Subprocess(program.path)
    } catch {
      throw .notStarted(error)
    }
  }

  /// Asks for something.
  ///
  /// - Parameters:
  ///   - settings: names and values, written in their order.
  ///   - rest: a line of the game, or what the verb says.
  ///   - patience: milliseconds for the answer; the usual limit if none is given.
  /// - Returns: the object of the answer.
  mutating func ask(
    _ verb: String, _ settings: [(String, String)], rest: String,
    patience: Int64?
  ) throws(PluginError) -> Value {
    lastID += 1
    var request = "\(lastID) \(verb)"
    for (name, value) in settings { request += " " + Word.written(option: name, value) }
    if !rest.isEmpty { request += " " + rest }
    process.send(Array("\(request)\n".utf8))
    let patience = patience ?? limits.answer
    let deadline = SystemClock.monotonic + patience
    while true {
      switch try nextLine(during: verb, deadline: deadline) {
      case .line(let line):
        guard let answer = try answer(line, to: verb) else { continue }
        try endAnswer(during: verb, deadline: deadline)
        return try answer.get()
      case .late:
        process.end(after: 0)
        throw .late(milliseconds: patience, during: verb)
      case .end: throw stopped(during: verb)
      case .tooLong:
        process.end(after: 0)
        throw .oversize(limits.bytes, during: verb)
      }
    }
  }

  /// Hands out what has come without being asked.
  func listen() {
    while case .line(let line) = process.nextLine(limit: limits.bytes, deadline: 0) {
      noteUnasked(line)
    }
  }

  /// What came on standard error last.
  var errorText: String { process.errorText }

  /// How the process ended, if it has.
  var hasEnded: Bool { process.ending != nil }

  /// Ends the process in good order.
  func end() {
    if process.ending == nil { process.send(Array("\(lastID + 1) quit\n".utf8)) }
    process.end(after: limits.ending)
  }

  /// Ends the input.
  ///
  /// - Returns: whether the process ended by itself, without an error.
  func endsByItself() -> Bool { process.end(after: limits.answer) == .exited(0) }

  /// The line as an answer to the last request; nothing if it is something else.
  private func answer(
    _ line: [UInt8], to verb: String
  ) throws(PluginError) -> Result<Value, PluginError>? {
    guard let mark = line.first, mark == UInt8(ascii: "=") || mark == UInt8(ascii: "?") else {
      noteUnasked(line)
      return nil
    }
    let line = Line.trimmed(line[...]).dropFirst()
    let digits = line.prefix { $0 != 0x20 }
    guard Int(String(decoding: digits, as: UTF8.self)) == lastID else {
      throw garbled("the answer has another number", during: verb)
    }
    let object: Value
    do throws(JSONError) {
      object = try JSONReader.read(line.dropFirst(digits.count))
    } catch {
      throw garbled("\(error.reason), at byte \(error.offset + 1) of the object", during: verb)
    }
    guard object.fields != nil else { throw garbled("it is no object", during: verb) }
    if mark == UInt8(ascii: "=") { return .success(object) }
    return .failure(.refused(GameError(object)))
  }

  /// Reads the empty line that ends an answer.
  private func endAnswer(during verb: String, deadline: Int64) throws(PluginError) {
    while true {
      switch try nextLine(during: verb, deadline: deadline) {
      case .line(let line):
        if Line.trimmed(line[...]).isEmpty { return }
        noteUnasked(line)
      case .late: throw garbled("no empty line follows", during: verb)
      case .end: throw stopped(during: verb)
      case .tooLong: throw garbled("no empty line follows", during: verb)
      }
    }
  }

  /// How often, in milliseconds, it is asked whether the user wants no answer any more.
  private static let attention: Int64 = 20

  /// Waits for a line of an answer, unless that is interrupted.
  private func nextLine(
    during verb: String, deadline: Int64
  ) throws(PluginError) -> Subprocess.Reading {
    while true {
      let pause = min(deadline, SystemClock.monotonic + Self.attention)
      let reading = process.nextLine(limit: limits.bytes, deadline: pause)
      guard reading == .late else { return reading }
      if limits.isInterrupted() {
        process.end(after: 0)
        throw .interrupted(during: verb)
      }
      if pause == deadline { return .late }
    }
  }

  private func noteUnasked(_ line: [UInt8]) {
    let line = Line.trimmed(line[...])
    guard !line.isEmpty else { return }
    if line.first == UInt8(ascii: "!"), let event = try? JSONReader.read(line.dropFirst()) {
      listener(.news(event))
    } else {
      listener(.stray(PluginText.line(String(decoding: line.prefix(200), as: UTF8.self))))
    }
  }

  /// A program that writes what is no answer may not be trusted to be in step.
  private func garbled(_ reason: String, during verb: String) -> PluginError {
    process.end(after: 0)
    return .garbled(reason, during: verb)
  }

  private func stopped(during verb: String) -> PluginError {
    let ending = process.end(after: limits.ending)
    return .stopped(ending, during: verb, stderr: process.errorText)
  }
}

extension GameError {
  /// The refusal that an object tells of.
  init(_ object: Value) {
    let code = object["code"]?.string.flatMap(ErrorCode.init(rawValue:)) ?? .plugin
    let message = PluginText.line(object["message"]?.string ?? "")
    self.init(code, message.isEmpty ? "refused without a reason" : message)
    if let index = object["place"]?["argument"]?.integer {
      place = .argument(index)
    } else if let name = object["place"]?["option"]?.string {
      place = .option(name)
    }
    let lines = object["help"]?.array ?? []
    help = lines.prefix(20).compactMap { $0.string.map(PluginText.line) }.filter { !$0.isEmpty }
  }
}
