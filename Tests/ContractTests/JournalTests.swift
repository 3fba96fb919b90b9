import Fuzzing
import GameTesting
import ParlorKit
import Platform
import TestKit
import Testing

@testable import ParlorEngine

/// What a session notes of its games leads another session to the same games.
struct JournalTests {
  private static let rounds = 10

  /// Keeps what is noted in memory.
  private final class MemoryKeeper: GameStore {
    /// The noted bytes and the file time of each open game, by its number.
    var files: [Int: (bytes: [UInt8], time: Timestamp)] = [:]
    let keepsLines = true

    func keep(_ changes: SessionChanges) -> [any Event] {
      for game in changes.changed {
        files[game.game.number, default: ([], game.opened)].bytes += game.news
        game.markWritten()
        touch(game)
      }
      for game in changes.closed { files[game.game.number] = nil }
      return []
    }

    /// Gives the file the time that the game's time says.
    func touch(_ game: GameJournal) {
      if let time = game.fileTime { files[game.game.number]?.time = time }
    }
  }

  private func interpreter(_ game: any Game, _ keeper: MemoryKeeper?, seed: Int) -> Interpreter {
    var settings = Settings(games: [game])
    settings.capabilities = .local
    settings.seed = seed
    settings.store = keeper
    return Interpreter(settings)
  }

  /// Plays at random, the host's commands among the moves, and after every line takes the game up
  /// in another session.
  @Test(arguments: Contestants.all)
  func `a game that is taken up is the game`(game: any Game) throws {
    for round in 0..<Self.rounds {
      let keeper = MemoryKeeper()
      let session = interpreter(game, keeper, seed: round)
      var picker = Chance(seed: UInt64(round), draw: 9)
      if round % 3 == 2 { say("set undo fresh", to: session) }
      let presets = game.definition.presets
      let preset = presets.isEmpty ? nil : presets[round % presets.count]
      say(Opening(of: game.definition, preset: preset, seed: UInt64(round)).line, to: session)
      for _ in 0..<40 {
        guard let open = session.currentGame?.logged else { break }
        say(line(for: open, &picker), to: session)
        if let journal = open.journal { keeper.touch(journal) }
        let file = try #require(keeper.files[open.number])
        if open.status.isOver { break }
        let other = interpreter(game, MemoryKeeper(), seed: 0)
        let journal = try other.session.journal(
          file.bytes, path: "journal", fileTime: file.time)
        try other.session.takeUp(journal)
        let taken = journal.game
        // A game may have something to do when it is taken up, as a paused timer has.
        if taken.moveCount > open.moveCount { say("resume", to: session) }
        #expect(taken.digest == open.digest, "\(lines(taken).suffix(4)) \(lines(open).suffix(4))")
        #expect(lines(taken) == lines(open))
        #expect(taken.epoch == open.epoch)
        #expect(taken.clock.restTime == open.clock.restTime)
        #expect(taken.table.seats.mapValues(\.caption) == open.table.seats.mapValues(\.caption))
        #expect(
          taken.journal?.exclusion == open.journal?.exclusion, "\(lines(open))")
      }
    }
  }

  /// The end shows the secret that all copies have, whatever its last move shows.
  @Test func `after the end of a copy the game does not count`() throws {
    let session = interpreter(Vault(), MemoryKeeper(), seed: 1)
    for line in ["new vault seed=5", "hide", "try 1", "copy", "try 2"] { say(line, to: session) }
    let journal = try #require(session.session.games.game(1).logged?.journal)
    #expect(journal.exclusion == nil)
    say("resign", to: session)
    #expect(journal.exclusion == .shown)
  }

  private func say(_ line: String, to session: Interpreter) {
    session.execute(Array(line.utf8)[...])
  }

  private func line(for game: any LoggedGame, _ picker: inout Chance) -> String {
    let moves = game.legalMoves().moves.map(\.line)
    switch picker.index(10) {
    case 0: return "undo \(1 + picker.index(3))"
    case 1: return "redo"
    case 2: return "goto \(picker.index(game.log.count + 1))"
    case 3: return "clock +\(picker.index(5000))ms"
    case 4:
      // A bot of a game without an end would play for very long.
      guard let player = game.players.first, !game.kind.definition.traits.contains(.endless) else {
        return "undo"
      }
      return "seat \(Word.written(player)) \(picker.index(2) == 0 ? "random" : "human")"
    case 5 where game.moveCount > 0 && !moves.isEmpty:
      let (number, move) = (1 + picker.index(game.moveCount), moves[picker.index(moves.count)])
      return [
        "amend \(number) \(move)", "amend insert \(number) \(move)", "amend delete \(number)",
        "amend \(number)-\(game.moveCount) \(move)",
      ][picker.index(4)]
    default: return moves.isEmpty ? "undo" : moves[picker.index(moves.count)]
    }
  }

  private func lines(_ game: any LoggedGame) -> [String] {
    var lines: [String] = []
    game.forEachLine { line, digest in lines.append("\(line) \(digest)") }
    return lines
  }
}
