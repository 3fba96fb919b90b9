package import LineSyntax
public import ParlorKit

/// Why a line was rejected: a code, words, and a place in the line. Each error is made where it is found,
/// by a factory if several places need it.
package struct CommandError: Error, Sendable {
  /// The error in words, without the line of help that lists what is legal.
  private var words: Diagnostic
  /// The part that callers act on, if there is one.
  package private(set) var detail: Detail?
  /// What is at fault, as long as its place in the line is not known.
  private var place: Place?
  /// The places of the lines on the way to the error, if it comes from a file: `FILE:LINE`.
  private var source = Source()

  /// What callers need to know of some errors.
  package enum Detail: Equatable, Sendable {
    /// What the reader of lines tells.
    case line(LineError.Detail)
    /// A saved game is damaged from a line on.
    case damagedSave(line: Int)
    /// A saved game is in order, and this program cannot go on with it.
    case unusableSave
    /// What is taken back was seen by others, who are to agree.
    case needsConsent
  }

  enum Place {
    /// An argument, if it is there.
    case argument(Int)
    /// What a game says, or the verb if that is not there.
    case ofGame(GameError.Place)
  }

  private struct Source {
    /// The line of the file that was wrapped last.
    var last: String?
    /// The lines that ran other files, the last first.
    var trail: [String] = []
  }

  init(
    _ code: ErrorCode, _ message: String, range: Range<Int>? = nil, at place: Place? = nil,
    help: [String] = [], detail: Detail? = nil
  ) {
    words = Diagnostic(code: code, message: message, range: range, help: help)
    self.place = place
    self.detail = detail
  }

  /// A line that cannot be read.
  package init(_ error: LineError) {
    self.init(
      error.code, error.message, range: error.range, help: error.help,
      detail: error.detail.map { .line($0) })
  }

  package var code: ErrorCode { words.code }
  package var message: String { words.message }

  /// The error in words.
  package var diagnostic: Diagnostic {
    // For lines of a file, legal moves are listed only in JSON.
    guard !words.legal.isEmpty, source.last == nil else { return words }
    // What is wrong with a word, and what would be right, is told already.
    if code == .badArgument, !words.help.isEmpty { return words }
    var diagnostic = words
    diagnostic.help.append("legal now: " + words.legal.joined(separator: ", "))
    return diagnostic
  }

  /// The error without its place, for callers that reject a line as a whole.
  var ofWholeLine: GameError { GameError(code, message, help: words.help) }
}

extension CommandError {
  /// The same error, of a line that needs what the session is not granted.
  func lacking(_ capabilities: Capabilities) -> CommandError {
    var error = self
    error.words.lacks = capabilities
    return error
  }

  /// What a game or a plugin refuses.
  ///
  /// - Parameter legal: what would be legal, in few words.
  package static func refused(_ error: GameError, legal: [String] = []) -> CommandError {
    var refused = CommandError(
      error.code, error.message, at: .ofGame(error.place),
      help: error.help, detail: error.code == .plugin ? .unusableSave : nil)
    refused.words.legal = legal
    return refused
  }

  /// The line met a branch that cannot happen. What it did is done and kept.
  static func internalFault(_ fault: String) -> CommandError {
    CommandError(
      .internal, fault,
      help: ["this is a fault of the program, please report it; `undo` takes a move back"])
  }

  /// The error of `history` in a session where nobody types.
  static var noHistory: CommandError {
    CommandError(.notNow, "only a prompt with line editing has a history")
  }

  /// A command or a word that would be refused now. It is only used to colour lines.
  static func notAvailable(_ range: Range<Int>) -> CommandError {
    CommandError(.notNow, "not available now", range: range)
  }
}

// MARK: - Lines

extension Line {
  /// A line of a session.
  init(command bytes: ArraySlice<UInt8>) throws(CommandError) {
    self.init()
    do throws(LineError) { try read(bytes) } catch { throw CommandError(error) }
  }
}

extension DeclaredCommand {
  /// Reads a line as a call of the command.
  func call(_ line: Line, isTyped: Bool = false) throws(CommandError) -> Call {
    var reader = CallReader(line, as: self, isTyped: isTyped)
    do throws(LineError) { return try reader.read() } catch { throw CommandError(error) }
  }
}

// MARK: - Places

extension CommandError {
  /// The same error at a place of the line.
  func located(at range: Range<Int>) -> CommandError {
    var error = self
    error.words.range = range
    return error
  }

  /// The same error in a line that has so many bytes before this one.
  func shifted(by offset: Int) -> CommandError {
    guard let range = words.range else { return self }
    return located(at: (range.lowerBound + offset)..<(range.upperBound + offset))
  }

  /// The error with the place in the line of what it names.
  func placed(in line: Line, _ call: Call, of command: DeclaredCommand) -> CommandError {
    guard words.range == nil, let place else { return self }
    let places = CallReader(line, as: command).places(of: call)
    func word(_ index: Int) -> Range<Int>? {
      places.arguments.indices.contains(index) ? places.arguments[index].range : nil
    }
    switch place {
    case .argument(let index): return word(index).map(located) ?? self
    case .ofGame(.line): return located(at: places.verb)
    case .ofGame(.anyOf(let numbers)):
      let index = call.firstArgument(among: numbers)
      return located(at: index.flatMap(word) ?? places.verb)
    case .ofGame(.argument(let index)): return located(at: word(index) ?? places.verb)
    case .ofGame(.option(let name)): return located(at: places.options[name] ?? places.verb)
    }
  }

  /// The words of a game for an error, at the same place.
  func said(by game: GameError) -> CommandError {
    var error = self
    error.words = Diagnostic(
      code: game.code, message: game.message, range: words.range, help: game.help,
      lacks: words.lacks)
    return error
  }

  /// The error of a line of a file. The message names the innermost line; a line of help names the
  /// files on the way to it, each once.
  func inSource(path: String, line: Int) -> CommandError {
    let place = "\(path):\(line)"
    var error = self
    error.place = nil
    error.words.range = nil
    if let last = source.last {
      if place != last, !source.trail.contains(place) {
        if !source.trail.isEmpty { error.words.help.removeLast() }
        error.source.trail.append(place)
        error.words.help.append("run by \(error.source.trail.joined(separator: ", by "))")
      }
    } else {
      error.words.message = "\(place): \(message)"
    }
    error.source.last = place
    return error
  }
}

/// An error in words.
public struct Diagnostic: Sendable, Equatable {
  /// The stable code.
  public var code: ErrorCode
  /// One clause without a full stop.
  public var message: String
  /// The bytes of the line at fault; empty at the place where something is missing, and `nil` if
  /// the line as a whole is meant.
  public var range: Range<Int>?
  /// What would be right, a line each.
  public var help: [String] = []
  /// What would be legal now, for machines.
  public var legal: [String] = []
  /// What the line needs and the session is not granted.
  public var lacks = Capabilities.none

  package init(
    code: ErrorCode, message: String, range: Range<Int>? = nil, help: [String] = [],
    legal: [String] = [], lacks: Capabilities = .none
  ) {
    self.code = code
    self.message = message
    self.range = range
    self.help = help
    self.legal = legal
    self.lacks = lacks
  }

  /// Writes the error as transcripts show it: the message, then indented lines of help.
  public func write(to text: inout TextWriter) {
    text.write(Styled(.bad, "error[\(code.rawValue)]:"), " ", message)
    text.breakLine()
    for line in help { text.write("  ", line, "\n") }
  }

  func write(to json: inout JSONWriter) {
    json.writeObject { json in
      json.write(key: "code")
      json.write(code.rawValue)
      json.write(key: "message")
      json.write(message)
      if let range {
        json.write(key: "column")
        json.write(range.lowerBound + 1)
      }
      json.write(key: "legal")
      json.write(.strings(legal))
    }
  }
}
