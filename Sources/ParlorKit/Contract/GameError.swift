/// Why something was refused: a stable code, the place at fault, and words for a person.
///
/// A refusal changes nothing. Games keep their reasons as an enumeration of facts and word them
/// in one file; the host adds what would be legal.
public struct GameError: Error, Sendable, Equatable {
  /// The code.
  public var code: ErrorCode
  /// One sentence without a capital or a full stop, such as `2 scores nothing on its own`.
  public var message: String
  /// What in the line is at fault.
  public var place: Place
  /// Further lines that say what would be right.
  public var help: [String]

  /// A refusal.
  public init(
    _ code: ErrorCode, _ message: String, at place: Place = .line, help: [String] = []
  ) {
    self.code = code
    self.message = message
    self.place = place
    self.help = help
  }

  /// A part of a line.
  public enum Place: Sendable, Equatable {
    /// The command as a whole.
    case line
    /// An argument, counted from 0.
    case argument(Int)
    /// An option, by its name.
    case option(String)
  }
}

/// The stable codes of refusals, the same in every format.
public enum ErrorCode: String, Sendable, CaseIterable {
  /// The line cannot be read.
  case syntax
  /// There is no such command.
  case unknownCommand = "unknown-command"
  /// An argument is missing, unknown or out of its range.
  case badArgument = "bad-argument"
  /// The rules forbid the move.
  case illegalMove = "illegal-move"
  /// The command exists, and does not fit the moment.
  case notNow = "not-now"
  /// No game is open.
  case noGame = "no-game"
  /// An option is unknown or its value out of its range.
  case badOption = "bad-option"
  /// Too long, too many or too deep.
  case limit
  /// A file could not be read or written.
  case io
  /// A remote service failed.
  case remote
  /// A plugin failed.
  case plugin
  /// The program is at fault.
  case `internal`
}
