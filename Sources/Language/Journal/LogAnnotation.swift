import Platform

/// A remark in the log of a game: a comment for whoever runs the file as a script, and a fact for
/// whoever opens it. Moments are milliseconds since 1970-01-01T00:00:00Z.
enum LogAnnotation: Equatable {
  /// The game hides its draws, and the user did not give its seed.
  case hiddenSeed
  /// How often the draws were renewed by an undo.
  case epoch(UInt32)
  /// When the game was opened.
  case opened(Int64)
  /// When it was taken up again, and the milliseconds for which it had been open.
  case resumed(Int64, played: Int64)
  /// When the lines above were written, and the milliseconds since the last move then.
  case moment(Int64, rest: Int64)
  /// The game does not count.
  case uncounted(UnrankedReason)
  /// The result is among those recorded, under this name.
  case recorded(String)

  /// The comment.
  var line: String {
    switch self {
    case .hiddenSeed: "# seed-hidden"
    case .epoch(let epoch): "# undo-epoch \(epoch)"
    case .opened(let moment): "# opened \(moment)"
    case .resumed(let moment, let played): "# resumed \(moment) \(played)"
    case .moment(let moment, let rest): "# at \(moment) \(rest)"
    case .uncounted(let reason): "# uncounted \(reason.rawValue)"
    case .recorded(let id): "# recorded \(id)"
    }
  }

  /// Reads a comment.
  ///
  /// - Returns: nothing if it is some other comment.
  /// - Throws: why it is none, if its first word promises a remark.
  init?(_ line: ArraySlice<UInt8>) throws(BadMark) {
    let words = String(decoding: line, as: UTF8.self).split(separator: " ").dropFirst()
    let rest = words.dropFirst().map(String.init)
    switch words.first {
    case "seed-hidden": self = .hiddenSeed
    case "undo-epoch":
      guard let epoch = rest.first.flatMap(UInt32.init) else {
        throw BadMark(reason: "the undo epoch is not a number")
      }
      self = .epoch(epoch)
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
      self = .recorded(id)
    default: return nil
    }
  }

  /// Why a remark cannot be read.
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
