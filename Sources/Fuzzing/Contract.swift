import LineSyntax
import ParlorEngine
import ParlorKit

/// How a line violates the contract of replies and games.
package enum Violation: Sendable, Equatable {
  /// A text reply contains a blank line.
  case blankLine
  /// A line of a reply has a trailing blank.
  case trailingBlank
  /// A line of a text reply starts like an echoed command.
  case promptLike
  /// A reply contains a control character or invalid UTF-8.
  case notPlainText
  /// A line was rejected, but the reply is not an error.
  case silentError
  /// A line was accepted, but the reply looks like an error.
  case falseAlarm
  /// A rejected line changed what a command shows.
  case changedByError(view: String)
  /// Replaying the log of a game leads to another state.
  case replayDiffers
  /// Undo followed by redo leads to another state.
  case redoDiffers
  /// A move that is listed as legal is rejected.
  case legalMoveRejected(move: String)
  /// Advice is wrong, for this reason.
  case advice(String)

  /// The violation as a clause.
  package var message: String {
    switch self {
    case .blankLine: "the reply contains a blank line"
    case .trailingBlank: "a line of the reply has a trailing blank"
    case .promptLike: "a line of the reply starts with `> `"
    case .notPlainText: "the reply contains a control character or invalid UTF-8"
    case .silentError: "the line was rejected, but the reply is not an error"
    case .falseAlarm: "the line was accepted, but the reply is an error"
    case .changedByError(let view): "the line was rejected, but \(view) has changed"
    case .replayDiffers: "replaying the log leads to another state"
    case .redoDiffers: "undo followed by redo leads to another state"
    case .legalMoveRejected(let move): "`\(move)` is listed as legal, but is rejected"
    case .advice(let fault): "wrong advice: \(fault)"
    }
  }

  /// Whether a shorter list of lines that shows the other violation is a reproduction of this one.
  func isSimilar(to other: Violation) -> Bool {
    switch (self, other) {
    case (.changedByError, .changedByError), (.legalMoveRejected, .legalMoveRejected): true
    default: self == other
    }
  }
}

/// The contract of the reply to any line.
package enum ReplyContract {
  /// The first violation in a reply.
  ///
  /// - Parameters:
  ///   - text: the reply, with or without a final line break. In a JSON reply only the characters
  ///     are checked.
  ///   - isError: whether the interpreter rejected the line.
  package static func violation(in text: [UInt8], isError: Bool) -> Violation? {
    guard !text.isEmpty else { return isError ? .silentError : nil }
    let body = text.last == UInt8(ascii: "\n") ? text.dropLast() : text[...]
    for line in body.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      if let violation = violation(inLine: line) { return violation }
    }
    let looksLikeError = body.starts(with: "error[".utf8)
    let isData = body.first == UInt8(ascii: "{")
    if isError && !looksLikeError && !isData { return .silentError }
    if !isError && looksLikeError { return .falseAlarm }
    return nil
  }

  private static func violation(inLine line: ArraySlice<UInt8>) -> Violation? {
    guard let last = line.last else { return .blankLine }
    if last == UInt8(ascii: " ") || last == UInt8(ascii: "\t") { return .trailingBlank }
    if line.starts(with: "> ".utf8) { return .promptLike }
    return TextCheck.firstInvalidIndex(in: line) == nil ? nil : .notPlainText
  }
}

/// The contract of a game after any line: replaying its log leads to its state, undo followed by
/// redo changes nothing, and a legal move is accepted. All of this is checked on a copy.
struct GameContract {
  private let games: [any Game]

  init(_ games: [any Game]) { self.games = games }

  func violation(in game: any LoggedGame) -> Violation? {
    let copy = Interpreter(Settings(games: games))
    do throws(CommandError) {
      try copy.session.open(logOf: game)
    } catch {
      return .replayDiffers
    }
    guard let twin = copy.currentGame?.logged else { return .replayDiffers }
    guard twin.digest == game.digest, Self.lines(of: twin) == Self.lines(of: game) else {
      return .replayDiffers
    }
    let undone = copy.transcribe(Array("undo".utf8)[...])
    if undone.code == nil {
      guard copy.transcribe(Array("redo".utf8)[...]).code == nil, twin.digest == game.digest else {
        return .redoDiffers
      }
    }
    let moves = twin.legalMoves().moves
    guard !moves.isEmpty else { return nil }
    // Varies from call to call, but depends only on the game.
    let move = moves[(game.moveCount + Int(game.digest)) % moves.count].line
    let reply = copy.transcribe(Array(move.utf8)[...])
    return reply.code == nil ? nil : .legalMoveRejected(move: move)
  }

  private static func lines(of game: any LoggedGame) -> [String] {
    var lines: [String] = []
    game.forEachLine { line, _ in lines.append(line) }
    return lines
  }
}
