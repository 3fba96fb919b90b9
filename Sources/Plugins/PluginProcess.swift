import LineSyntax
import ParlorEngine
import ParlorKit
import Platform
import Synchronization

/// A running plugin. Any thread can ask it; requests wait for each other.
final class PluginProcess: Sendable {
  /// The protocol that the host speaks.
  static let protocolNumber = 2
  /// The protocols that a plugin may speak.
  static let protocols = 1...protocolNumber

  /// Called with each line that is not an answer.
  typealias Listener = @Sendable (Unasked) -> Void

  /// A line that is not an answer.
  enum Unasked: Sendable {
    /// News of a remote game: an event, perhaps with the state after it.
    case news(Value)
    /// Any other line.
    case stray(String)
  }

  private let wire: Mutex<PluginWire>
  private let place = Mutex<PluginPosition?>(nil)

  /// Starts a program.
  ///
  /// - Parameter listener: called while the process is asked or listened to.
  init(
    _ program: PluginProgram, limits: PluginLimits, listener: @escaping Listener
  ) throws(PluginError) {
    wire = Mutex(try PluginWire(program, limits: limits, listener: listener))
  }

  /// The position of the game in the process.
  var position: PluginPosition? {
    get { place.withLock { $0 } }
    set { place.withLock { $0 = newValue } }
  }

  /// Asks the plugin to identify itself.
  ///
  /// - Parameter reserved: the verbs of the host, which no game may have.
  func hello(reserved: Set<String>) throws(PluginError) -> PluginIdentity {
    try PluginIdentity(ask("hello", rest: "\(Self.protocolNumber)"), reserved: reserved)
  }

  /// Sends a request; see ``PluginWire/ask(_:_:rest:timeout:)``.
  func ask(
    _ verb: String, _ settings: [(String, String)] = [], rest: String = "",
    timeout: Int64? = nil
  ) throws(PluginError) -> Value {
    try request(verb, settings, rest: rest, timeout: timeout).value
  }

  /// Sends a request whose answer is read only in part.
  func request(
    _ verb: String, _ settings: [(String, String)] = [], rest: String = "",
    timeout: Int64? = nil
  ) throws(PluginError) -> PluginAnswer {
    try wire.withLock { wire throws(PluginError) in
      try wire.ask(verb, settings, rest: rest, timeout: timeout)
    }
  }

  /// Passes lines that have arrived since the last answer to the listener.
  func listen() { wire.withLock { $0.listen() } }

  /// The end of what came on standard error.
  var errorText: String { wire.withLock { $0.errorText } }

  var hasEnded: Bool { wire.withLock { $0.hasEnded } }

  /// Asks the process to stop, and kills it if it does not.
  func end() { wire.withLock { $0.end() } }

  /// Closes the input.
  ///
  /// - Returns: whether the process stopped by itself, without an error.
  func endsByItself() -> Bool { wire.withLock { $0.endsByItself() } }
}

/// The requests to a plugin and its answers. Every request ends within the limits, with an answer
/// or an error. After an error other than the plugin's own, the process is stopped.
struct PluginWire {
  private let process: Subprocess
  private let limits: PluginLimits
  private let listener: PluginProcess.Listener
  private var lastID = 0

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

  /// Sends a request and reads its answer.
  ///
  /// - Parameters:
  ///   - settings: names and values, in this order.
  ///   - rest: a line of the game, or another rest of the request.
  ///   - timeout: milliseconds for the answer; by default ``PluginLimits/start`` for `hello` and
  ///     ``PluginLimits/answer`` for the others.
  /// - Returns: the object of the answer.
  mutating func ask(
    _ verb: String, _ settings: [(String, String)], rest: String,
    timeout: Int64?
  ) throws(PluginError) -> PluginAnswer {
    lastID += 1
    var request = "\(lastID) \(verb)"
    for (name, value) in settings { request += " " + Word.written(option: name, value) }
    if !rest.isEmpty { request += " " + rest }
    process.send(Array("\(request)\n".utf8))
    let timeout = timeout ?? (verb == "hello" ? limits.start : limits.answer)
    let deadline = SystemClock.monotonic + timeout
    while true {
      switch try nextLine(during: verb, deadline: deadline) {
      case .line(let line):
        guard let answer = try answer(line, to: verb) else {
          guard try mayWait(until: deadline, during: verb) else {
            throw late(timeout, during: verb)
          }
          continue
        }
        try endAnswer(during: verb, deadline: deadline)
        return try answer.get()
      case .late: throw late(timeout, during: verb)
      case .end: throw stopped(during: verb)
      case .tooLong:
        process.end(after: 0)
        throw .oversize(limits.bytes, during: verb)
      }
    }
  }

  /// Passes lines that have come since the last answer to the listener, at most ``linesAtOnce``.
  func listen() {
    for _ in 0..<Self.linesAtOnce {
      guard case .line(let line) = process.nextLine(limit: limits.bytes, deadline: 0)
      else { return }
      noteUnasked(line)
    }
  }

  /// The number of lines that the host takes at once, since a plugin may never stop writing.
  private static let linesAtOnce = 1000

  /// The end of what came on standard error.
  var errorText: String { process.errorText }

  var hasEnded: Bool { process.ending != nil }

  /// Asks the process to stop, and kills it if it does not.
  func end() {
    if process.ending == nil { process.send(Array("\(lastID + 1) quit\n".utf8)) }
    process.end(after: limits.ending)
  }

  /// Closes the input.
  ///
  /// - Returns: whether the process stopped by itself, without an error.
  func endsByItself() -> Bool { process.end(after: limits.answer) == .exited(0) }

  /// The line as an answer to the last request; `nil` if it is anything else.
  private func answer(
    _ line: [UInt8], to verb: String
  ) throws(PluginError) -> Result<PluginAnswer, PluginError>? {
    guard let mark = line.first, mark == UInt8(ascii: "=") || mark == UInt8(ascii: "?") else {
      noteUnasked(line)
      return nil
    }
    let line = Line.trimmed(line[...]).dropFirst()
    let digits = line.prefix { $0 != 0x20 }
    guard Int(String(decoding: digits, as: UTF8.self)) == lastID else {
      throw garbled("the number is not that of the request", during: verb)
    }
    let answer: PluginAnswer
    do throws(JSONError) {
      answer = try PluginAnswer(reading: line.dropFirst(digits.count))
    } catch {
      throw garbled("\(error.reason), at byte \(error.offset + 1) of the object", during: verb)
    }
    guard answer.isObject else { throw garbled("it is not an object", during: verb) }
    if mark == UInt8(ascii: "=") { return .success(answer) }
    return .failure(.refused(GameError(answer.value)))
  }

  /// Reads the empty line that ends an answer.
  private func endAnswer(during verb: String, deadline: Int64) throws(PluginError) {
    while true {
      switch try nextLine(during: verb, deadline: deadline) {
      case .line(let line):
        if Line.trimmed(line[...]).isEmpty { return }
        noteUnasked(line)
        guard try mayWait(until: deadline, during: verb) else {
          throw garbled("no empty line follows it", during: verb)
        }
      case .late: throw garbled("no empty line follows it", during: verb)
      case .end: throw stopped(during: verb)
      case .tooLong: throw garbled("no empty line follows it", during: verb)
      }
    }
  }

  /// Milliseconds between two checks of ``PluginLimits/isInterrupted``.
  private static let attention: Int64 = 20

  /// Waits for a line until the deadline, or until the user interrupts.
  private func nextLine(
    during verb: String, deadline: Int64
  ) throws(PluginError) -> Subprocess.Reading {
    while true {
      let pause = min(deadline, SystemClock.monotonic + Self.attention)
      let reading = process.nextLine(limit: limits.bytes, deadline: pause)
      guard reading == .late else { return reading }
      guard try mayWait(until: deadline, during: verb) else { return .late }
    }
  }

  /// Whether there is time left for an answer. The host asks after every line that is not an
  /// answer, since a plugin may write such lines for ever.
  ///
  /// - Throws: an error if the user has interrupted the request.
  private func mayWait(until deadline: Int64, during verb: String) throws(PluginError) -> Bool {
    if limits.isInterrupted() {
      process.end(after: 0)
      throw .interrupted(during: verb)
    }
    return SystemClock.monotonic < deadline
  }

  private func late(_ timeout: Int64, during verb: String) -> PluginError {
    process.end(after: 0)
    return .late(milliseconds: timeout, during: verb)
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

  /// Stops the process: after an invalid answer, later answers could belong to earlier requests.
  private func garbled(_ reason: String, during verb: String) -> PluginError {
    process.end(after: 0)
    return .garbled(reason, during: verb)
  }

  private func stopped(during verb: String) -> PluginError {
    let ending = process.end(after: limits.ending)
    return .stopped(ending, during: verb, stderr: process.errorText)
  }
}
