import Platform

/// Why a figure could not be had.
enum BenchError: Error, Sendable {
  /// The program could not be started.
  case cannotStart(String)
  /// The program ended with something else than 0.
  case failed(String, status: Int32)
  /// A script could not be written.
  case file(FileError)
  /// A game refused a move that the policy makes.
  case refused(String)
  /// The difference is too small to tell.
  case tooSmall

  /// What happened, in a few words.
  var message: String {
    switch self {
    case .cannotStart(let program): "\(program) cannot be started"
    case .failed(_, let status) where status & 0x7F != 0: "ended by signal \(status & 0x7F)"
    case .failed(_, let status): "ended with exit code \(status >> 8 & 0xFF)"
    case .file(let failure): failure.message
    case .refused(let message): "a move was refused: \(message)"
    case .tooSmall: "too small to tell"
    }
  }
}
