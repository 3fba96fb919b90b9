import GameCatalog
import ParlorKit
import TestKit

@testable import Language

/// A session with the games of the catalog.
struct ContractSession {
  let interpreter: Interpreter
  private let folder: TemporaryFolder?

  init(_ games: [any Game], seed: Int = 0, folder: TemporaryFolder? = nil) {
    var settings = Settings(games: games)
    settings.seed = seed
    if let folder {
      settings.capabilities = .local
      settings.files = FileAccess(reading: folder.path, writing: folder.path)
    }
    self.folder = folder
    interpreter = Interpreter(settings)
  }

  /// What a line brings about.
  @discardableResult
  func run(_ line: [UInt8]) -> Transcription { interpreter.transcribe(line[...]) }

  /// The reply to a line.
  @discardableResult
  func say(_ line: String) -> String {
    String(decoding: run(Array(line.utf8)).text, as: UTF8.self)
  }

  /// The game, its moves and the digest of its state.
  var position: [Int] {
    guard let game = interpreter.currentGame else { return [] }
    return [game.number, game.moveCount, Int(game.digest), Int(game.epoch)]
  }

  /// Plays moves that are legal, picked at random, by typing them.
  ///
  /// - Returns: how many were played.
  @discardableResult
  func play(atMost count: Int, _ picker: inout Chance) -> Int {
    for played in 0..<count {
      guard let game = interpreter.currentGame, !game.status.isOver else { return played }
      let moves = game.legalMoves().moves.map(\.line)
      guard !moves.isEmpty else { return played }
      say(moves[picker.index(moves.count)])
    }
    return count
  }
}
