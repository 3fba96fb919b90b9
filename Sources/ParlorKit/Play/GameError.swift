/// Why something was refused: a stable code, the place at fault, and a message.
///
/// An error changes nothing. The rules throw it where they find it; the host adds the legal moves.
///
///     throw .illegal("only \(left) sticks are left", at: .argument(0))
public struct GameError: Error, Sendable, Equatable {
  /// The code.
  public var code: ErrorCode
  /// One sentence without a capital or a full stop, such as `2 scores nothing on its own`.
  public var message: String
  /// The part of the line at fault.
  public var place: Place
  /// Further lines with advice.
  public var help: [String]

  /// An error.
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
    /// The first argument that is one of these integers.
    case anyOf([Int])
    /// An option, by its name.
    case option(String)
  }
}

extension GameError {
  /// The rules forbid the move.
  public static func illegal(
    _ message: String, at place: Place = .line, help: [String] = []
  ) -> GameError {
    GameError(.illegalMove, message, at: place, help: help)
  }

  /// The command exists, but makes no sense now.
  public static func notNow(_ message: String, help: [String] = []) -> GameError {
    GameError(.notNow, message, help: help)
  }

  /// An argument is missing, unknown or out of its range.
  public static func badArgument(
    _ message: String, at place: Place = .line, help: [String] = []
  ) -> GameError {
    GameError(.badArgument, message, at: place, help: help)
  }

  /// The value of an option does not fit.
  public static func badOption(
    _ name: String, _ message: String, help: [String] = []
  ) -> GameError {
    GameError(.badOption, message, at: .option(name), help: help)
  }

  /// The same error with a place that needs no values: the argument that is one of some integers
  /// becomes an index.
  package func located(in call: Call) -> GameError {
    guard case .anyOf(let numbers) = place else { return self }
    var error = self
    error.place = call.firstArgument(among: numbers).map { .argument($0) } ?? .line
    return error
  }

  /// The user has asked to stop what was running.
  public static var stopped: GameError { .notNow("interrupted") }

  /// The advice is not ready in time and is still being computed.
  public static var computing: GameError { .notNow("computing advice…") }

  /// The game is over.
  public static var gameOver: GameError {
    .notNow("the game is over", help: ["`new` plays again"])
  }
}

/// The stable codes of errors, the same in every format.
public enum ErrorCode: String, Sendable, CaseIterable {
  /// The line cannot be read.
  case syntax
  /// There is no such command.
  case unknownCommand = "unknown-command"
  /// An argument is missing, unknown or out of its range.
  case badArgument = "bad-argument"
  /// The rules forbid the move.
  case illegalMove = "illegal-move"
  /// The command exists, but makes no sense now.
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
