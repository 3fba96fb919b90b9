import ParlorKit
import TestKit

@testable import Language

/// A session under test, driven by lines.
struct Session {
  let interpreter: Interpreter
  private let folder: TemporaryFolder?

  /// A session with the games of these tests, and with files if it has a folder for them.
  init(
    games: [any Game] = [Pile(), Tally()], seed: Int = 0, folder: TemporaryFolder? = nil,
    clock: SessionClock.Kind = .virtual, houseRules: (any HouseRules)? = nil,
    isInterrupted: @escaping () -> Bool = { false }
  ) {
    var settings = Settings(games: games)
    settings.seed = seed
    settings.clock = clock
    settings.houseRules = houseRules
    settings.isInterrupted = isInterrupted
    if let folder {
      settings.capabilities = .local
      settings.files = FileAccess(reading: folder.path, writing: folder.path)
    }
    self.folder = folder
    interpreter = Interpreter(settings)
  }

  /// A session with an interpreter that was made elsewhere.
  init(interpreter: Interpreter) {
    self.interpreter = interpreter
    folder = nil
  }

  /// The reply to a line as a transcript shows it, without the last line break.
  @discardableResult
  func say(_ line: String) -> String { say(bytes: Array(line.utf8)) }

  /// The reply to a line of any bytes.
  @discardableResult
  func say(bytes: [UInt8]) -> String {
    let text = interpreter.transcribe(bytes[...]).text
    return String(decoding: text.last == 0x0A ? text.dropLast() : text[...], as: UTF8.self)
  }

  /// The replies to several lines.
  @discardableResult
  func run(_ lines: String...) -> [String] { lines.map { say($0) } }

  /// The code with which a line is refused.
  func code(of line: String) -> ErrorCode? {
    interpreter.transcribe(Array(line.utf8)[...]).code
  }

  /// Why a line is refused.
  func problem(with line: String) -> Diagnostic? {
    var problem: Diagnostic?
    interpreter.onReply = { problem = $0.problem }
    interpreter.execute(Array(line.utf8)[...])
    return problem
  }

  /// What is at stake when nothing may change: log, state, number of games, seed, clock, settings,
  /// and what a further draw would be.
  func snapshot() -> [String] {
    let views = ["games", "seed", "clock", "set", "log", "state", "legal"].map { say($0) }
    let game = interpreter.currentGame
    return views + [
      "\(game?.number ?? 0) \(game?.moveCount ?? 0) \(game?.digest ?? 0) \(game?.epoch ?? 0)"
    ]
  }
}
