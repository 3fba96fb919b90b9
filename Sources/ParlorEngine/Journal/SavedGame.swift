import LineSyntax
import ParlorKit

/// The file of a game: its log as a script that anyone can run. A comment on each line has the
/// digest of the state after it; the last line is a checksum of the others.
package enum SavedGame {
  /// How the first line of every version begins.
  package static let mark = "# parlor-log "
  /// The first line.
  static let header = "\(mark)1"

  /// The bytes of a game's file.
  ///
  /// - Parameter tellsHints: whether it says that somebody took a hint.
  static func bytes(of game: any LoggedGame, tellsHints: Bool = true) -> [UInt8] {
    var sum = LogSum()
    return sum.sealed(lines(of: game, tellsHints: tellsHints))
  }

  /// The lines of a game's file, to which a checksum is to be added.
  ///
  /// - Parameters:
  ///   - untilNow: whether the time since the last move is told at the end.
  ///   - tellsHints: whether it says that somebody took a hint.
  static func lines(
    of game: any LoggedGame, untilNow: Bool = true, tellsHints: Bool = true
  ) -> [UInt8] {
    var text = TextWriter()
    text.write(header, "\n", LogSum.promise, "\n")
    if game.kind.definition.traits.contains(.hidesDraws) {
      text.write("# This file holds what the game hides from its players.\n")
    }
    if game.origin.hidesSeed, game.origin.fair == nil {
      text.write(LogAnnotation.hiddenSeed.line, "\n")
    }
    let revision = game.origin.revisionInForce
    if revision > 1 { text.write(LogAnnotation.revision(revision).line, "\n") }
    if game.origin.isRevealed, !game.status.isOver {
      text.write(LogAnnotation.givenUp.line, "\n")
    }
    if game.table.isAssisted, tellsHints { text.write(LogAnnotation.assisted.line, "\n") }
    if game.epoch > 0 { text.write(LogAnnotation.epoch(game.epoch).line, "\n") }
    game.forEachLine(untilNow: untilNow) { line, digest in
      text.write(Self.line(line, digest))
    }
    return text.bytes
  }

  /// Whether a file says that it holds a game.
  static func isOne(_ bytes: [UInt8]) -> Bool {
    Line.trimmed(bytes.prefix { $0 != 0x0A }).elementsEqual(header.utf8)
  }

  /// Whether a saved game says that its seed is hidden, also in a line that damage has joined with another one.
  static func hidesSeed(_ bytes: [UInt8]) -> Bool {
    bytes.firstRange(of: Array(LogAnnotation.hiddenSeed.line.utf8)) != nil
  }

  /// The length of a journal up to a `clock` line that no move follows, because the write of both was cut: the next
  /// move would count its time again.
  package static func wholeLength(of journal: [UInt8]) -> Int {
    var open: Int?
    for line in journal.split(separator: 0x0A, omittingEmptySubsequences: true) {
      if line.starts(with: "clock +".utf8) {
        open = open ?? line.startIndex
      } else if line.first != UInt8(ascii: "#") {
        open = nil
      }
    }
    return open ?? journal.count
  }

  /// Whether two files have the same game, up to the time after the last move.
  package static func haveEqualMoves(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    plainLines(of: one).elementsEqual(plainLines(of: other)) { $0.elementsEqual($1) }
  }

  /// What would be lost if a file replaced another, as a clause; `nil` if all moves of the other
  /// are the first ones of the file.
  static func loss(of replaced: [UInt8], to saved: [UInt8]) -> String? {
    guard beginEqually(replaced, saved) else { return "holds another game" }
    let (old, new) = (plainLines(of: replaced), plainLines(of: saved))
    let same = zip(old, new).prefix { $0.elementsEqual($1) }.count
    if same == old.count { return nil }
    if same == new.count {
      return "holds more of this game: \(Plural(moves(old), "move")), not \(moves(new).grouped)"
    }
    let shared = moves(new.prefix(same))
    return shared == 0
      ? "holds another game, which began the same"
      : "holds a game that differs after move \(shared.grouped)"
  }

  /// The number of moves among lines of which the first opens the game.
  private static func moves(_ lines: some Sequence<ArraySlice<UInt8>>) -> Int {
    lines.count { !isClock($0) } - 1
  }

  /// Whether the games of two files were opened by the same line.
  static func beginEqually(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    guard let line = plainLines(of: one).first, let opening = plainLines(of: other).first else {
      return false
    }
    return line.elementsEqual(opening)
  }

  /// The lines of a file that are no comments: the line that opens the game, and its moves. The
  /// time after the last one is left out.
  private static func plainLines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines = bytes.split(separator: 0x0A).map { Line.trimmed($0) }
    lines.removeAll { $0.isEmpty || $0.first == UInt8(ascii: "#") }
    if let last = lines.last, isClock(last) { lines.removeLast() }
    return lines
  }

  private static func isClock(_ line: ArraySlice<UInt8>) -> Bool {
    line.starts(with: "clock ".utf8)
  }

  /// A line of a file that is to be run.
  struct Entry {
    /// Its number in the file, from 1.
    var number: Int
    /// The command without the digest.
    var command: ArraySlice<UInt8>
    /// The digest of the state after it; nil in a game that another program recorded.
    var digest: UInt32?
  }

  /// A line of a file.
  enum Item {
    case entry(Entry)
    case annotation(LogAnnotation)
    /// A checksum that is not that of the lines above it.
    case wrongSum(line: Int)
  }

  /// Reads a file.
  ///
  /// - Returns: its lines in order, without blank ones and comments for people, and their checksum.
  static func read(
    _ bytes: [UInt8], path: String
  ) throws(CommandError) -> (items: [Item], sum: LogSum) {
    var items: [Item] = []
    var number = 0
    var sum = LogSum()
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      number += 1
      let line = Line.trimmed(line)
      defer { sum.add(line: line) }
      if number == 1 {
        if let version = version(of: line), version > 1 {
          throw .unusableSave(
            "\(path) has version \(version), but this program reads only version 1")
        }
        guard line.elementsEqual(header.utf8) else {
          throw .badSave(
            path: path, line: 1, reason: "not a saved game: the first line is not `\(header)`")
        }
      } else if LogSum.isSum(line) {
        if !line.elementsEqual(sum.line.utf8) { items.append(.wrongSum(line: number)) }
      } else if line.first == UInt8(ascii: "#") {
        do throws(LogAnnotation.BadMark) {
          if let mark = try LogAnnotation(line) { items.append(.annotation(mark)) }
        } catch {
          throw .badSave(path: path, line: number, reason: error.reason)
        }
      } else if !line.isEmpty {
        guard let entry = entry(line, number: number) else {
          throw .badSave(path: path, line: number, reason: "the line has no digest")
        }
        items.append(.entry(entry))
      }
    }
    return (items, sum)
  }

  /// The version that the first line of a file names.
  private static func version(of line: ArraySlice<UInt8>) -> Int? {
    line.starts(with: mark.utf8) ? Line.integer(line.dropFirst(mark.utf8.count)) : nil
  }

  /// A line with its digest: `bank # =0123ABCD`.
  private static func entry(_ line: ArraySlice<UInt8>, number: Int) -> Entry? {
    let mark = line.suffix(12)
    guard mark.starts(with: " # =".utf8) else { return nil }
    let digits = String(decoding: mark.dropFirst(4), as: UTF8.self)
    guard digits.utf8.count == 8, let digest = UInt32(digits, radix: 16) else { return nil }
    return Entry(number: number, command: Line.trimmed(line.dropLast(12)), digest: digest)
  }

  /// A line with the digest of the state after it, and its end.
  static func line(_ command: String, _ digest: UInt32) -> String {
    "\(command) # =\(digest.padded(to: 8, radix: 16, uppercase: true))\n"
  }
}

/// A comment in the log of a game that states a fact for whoever opens it. Times are milliseconds
/// since 1970-01-01T00:00:00Z.
enum LogAnnotation: Equatable {
  /// The seed is hidden until the game is over: the user did not give it.
  case hiddenSeed
  /// The revision of the rules, if it is not the first.
  case revision(Int)
  /// How often the draws were renewed, by an undo, `amend` or `copy`.
  case epoch(UInt32)
  /// When the game was opened.
  case opened(Int64)
  /// When the lines above were written, or it was taken up again, and the milliseconds for which it had been open.
  case resumed(Int64, played: Int64)
  /// When the lines above were written, and the milliseconds since the last move then.
  case moment(Int64, rest: Int64)
  /// The game does not count.
  case uncounted(UnrankedReason)
  /// The result is among those recorded, under this name; how often, or once more if nothing is said.
  case recorded(String, revision: Int?)
  /// A hint was taken before the end.
  case assisted
  /// The fair game was given up, and its secret shown.
  case givenUp
  /// The outcome of the move at a place in the log was entered, where Parlor draws.
  case given(Int)
  /// A person has seen the hidden hand of the player at an index.
  case handSeen(Int)
  /// Another game has shown the draws of an undo epoch.
  case drawsSeen(UInt32)

  /// The comment.
  var line: String {
    switch self {
    case .hiddenSeed: "# seed-hidden"
    case .revision(let revision): "# rules-revision \(revision)"
    case .epoch(let epoch): "# undo-epoch \(epoch)"
    case .opened(let moment): "# opened \(moment)"
    case .resumed(let moment, let played): "# resumed \(moment) \(played)"
    case .moment(let moment, let rest): "# at \(moment) \(rest)"
    case .uncounted(let reason): "# uncounted \(reason.rawValue)"
    case .recorded(let id, let revision):
      "# recorded \(id)\(revision.map { " \($0)" } ?? "")"
    case .assisted: "# assisted"
    case .givenUp: "# given-up"
    case .given(let place): "# outcome-given \(place + 1)"
    case .handSeen(let player): "# hand-seen \(player + 1)"
    case .drawsSeen(let epoch): "# draws-seen \(epoch)"
    }
  }

  /// Reads a comment.
  ///
  /// - Returns: `nil` if it is an ordinary comment.
  /// - Throws: why it cannot be read, if its first word says that it states a fact.
  init?(_ line: ArraySlice<UInt8>) throws(BadMark) {
    let words = String(decoding: line, as: UTF8.self).split(separator: " ").dropFirst()
    let rest = words.dropFirst().map(String.init)
    switch words.first {
    case "seed-hidden": self = .hiddenSeed
    case "rules-revision":
      guard let revision = rest.first.flatMap({ Int($0) }), revision > 0 else {
        throw BadMark(reason: "the revision of the rules is not a number")
      }
      self = .revision(revision)
    case "undo-epoch":
      guard let epoch = rest.first.flatMap(UInt32.init) else {
        throw BadMark(reason: "the undo epoch is not a number")
      }
      self = .epoch(epoch)
    case "assisted": self = .assisted
    case "given-up": self = .givenUp
    case "outcome-given":
      guard let number = rest.first.flatMap({ Int($0) }), number > 0 else {
        throw BadMark(reason: "the number of a move is missing")
      }
      self = .given(number - 1)
    case "hand-seen":
      guard let number = rest.first.flatMap({ Int($0) }), number > 0 else {
        throw BadMark(reason: "the number of a player is missing")
      }
      self = .handSeen(number - 1)
    case "draws-seen":
      guard let epoch = rest.first.flatMap(UInt32.init) else {
        throw BadMark(reason: "the undo epoch is not a number")
      }
      self = .drawsSeen(epoch)
    case "opened": self = .opened(try Self.number(rest, 0))
    case "resumed": self = .resumed(try Self.number(rest, 0), played: try Self.number(rest, 1))
    case "at": self = .moment(try Self.number(rest, 0), rest: try Self.number(rest, 1))
    case "uncounted":
      guard let reason = rest.first.flatMap(UnrankedReason.init) else {
        throw BadMark(reason: "the reason for which the game does not count is unknown")
      }
      self = .uncounted(reason)
    case "recorded":
      guard let id = rest.first else { throw BadMark(reason: "the name of the result is missing") }
      self = .recorded(id, revision: rest.dropFirst().first.flatMap { Int($0) })
    default: return nil
    }
  }

  /// Why a comment with a fact cannot be read.
  struct BadMark: Error {
    var reason: String
  }

  /// A number of milliseconds, at most some 30,000 years of them.
  private static func number(_ words: [String], _ index: Int) throws(BadMark) -> Int64 {
    guard words.indices.contains(index), let number = Int64(words[index]),
      0...(1 << 50) ~= number
    else { throw BadMark(reason: "a number of milliseconds is missing") }
    return number
  }
}
