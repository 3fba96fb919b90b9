package import ParlorEngine
package import ParlorKit

/// A session under test, driven by lines as a user types them.
package struct TestSession {
  package let interpreter: Interpreter
  /// Is removed with the last copy of this value.
  private let folder: TemporaryFolder?

  /// A session with these games, and with files if it has a folder for them.
  package init(
    _ games: [any Game], seed: Int = 0, folder: TemporaryFolder? = nil,
    configure: (inout Settings) -> Void = { _ in }
  ) {
    var settings = Settings(games: games)
    settings.seed = seed
    if let folder {
      settings.capabilities = .local
      settings.files = FileAccess(reading: folder.path, writing: folder.path)
    }
    configure(&settings)
    self.folder = folder
    interpreter = Interpreter(settings)
  }

  /// A session with an interpreter that was made elsewhere.
  package init(_ interpreter: Interpreter) {
    self.interpreter = interpreter
    folder = nil
  }

  /// What a line of any bytes brings.
  @discardableResult
  package func run(_ line: [UInt8]) -> Transcription { interpreter.transcribe(line[...]) }

  /// The reply to a line as a transcript shows it, without the last line break.
  @discardableResult
  package func say(_ line: String) -> String { say(bytes: Array(line.utf8)) }

  @discardableResult
  package func say(bytes: [UInt8]) -> String {
    let text = run(bytes).text
    return String(decoding: text.last == 0x0A ? text.dropLast() : text[...], as: UTF8.self)
  }

  /// The replies to several lines.
  @discardableResult
  package func run(_ lines: String...) -> [String] { lines.map { say($0) } }

  /// The code of the error that a line gives.
  package func code(of line: String) -> ErrorCode? { run(Array(line.utf8)).code }

  /// The error that a line gives, in words.
  package func problem(with line: String) -> Diagnostic? {
    interpreter.execute(Array(line.utf8)[...]).last?.problem
  }

  /// The current game, the number of its moves, the digest of its state and its undo epoch.
  package var position: [Int] {
    guard let game = interpreter.currentGame?.logged else { return [] }
    return [game.number, game.moveCount, Int(game.digest), Int(game.epoch)]
  }

  /// What a line with an error must not change: log, state, games, seed, clock and settings, and
  /// what the next draw will be.
  package func snapshot() -> [String] {
    ["games", "seed", "clock", "set", "log", "state", "legal"].map { say($0) } + ["\(position)"]
  }
}
