import MinesweeperGame
import ParlorKit

/// Boards of Minesweeper made through the typed interface.
struct MinesweeperBoards {
  /// A game of the mode before its first move.
  let opening: MinesweeperState
  private let game = Minesweeper()

  /// Boards of a mode, with or without the need to guess.
  init(_ mode: String, guess: Bool = true) throws(BenchError) {
    let options = OptionValues(
      for: game.definition, given: ["guess": .text(guess ? "yes" : "no")])
    do throws(GameError) {
      opening = try game.start(GameConfiguration(arguments: [.word(mode)], options: options))
    } catch { throw .refused(error.message) }
  }

  /// The size.
  var shape: Shape { opening.match.shape }

  /// The first reveal, in the middle, with the mines that a seed lays.
  ///
  /// - Returns: nothing if there is no such board within the tries of the game.
  func firstReveal(seed: Int) throws(BenchError) -> MinesweeperMove? {
    var chance = Chance(seed: UInt64(seed), draw: 0)
    let cell = Cell(shape.rows / 2 + 1, shape.columns / 2 + 1)
    do throws(GameError) {
      let resolution = try game.resolve(.reveal(cell, nil), in: opening, chance: &chance)
      if case .play(let move) = resolution { return move }
      return nil
    } catch {
      if error.code == .limit { return nil }
      throw .refused(error.message)
    }
  }

  /// Moves that clear the board of a first reveal: every cell without a mine, in any order. Those
  /// that are revealed with others before are ignored.
  func clearing(_ first: MinesweeperMove, seed: Int) -> [MinesweeperMove] {
    guard case .reveal(_, let layout?) = first else { return [first] }
    var cells: [Cell] = []
    for row in 1...shape.rows {
      for column in 1...shape.columns where !layout.isMine(Cell(row, column)) {
        cells.append(Cell(row, column))
      }
    }
    var chance = Chance(seed: UInt64(seed), draw: 1)
    chance.shuffle(&cells)
    return [first] + cells.map { .reveal($0, nil) }
  }

  /// Plays moves.
  ///
  /// - Returns: how many had an effect.
  func play(_ moves: [MinesweeperMove]) throws(BenchError) -> Int {
    var state = opening
    var made = 0
    var chance = Chance(seed: 0, draw: 0)
    for move in moves where !state.isOver {
      let resolution: Resolution<MinesweeperMove>
      do throws(GameError) {
        resolution = try game.resolve(move, in: state, chance: &chance)
      } catch { throw .refused(error.message) }
      guard case .play(let resolved) = resolution else { continue }
      game.apply(resolved, to: &state, at: .zero) { _ in }
      made += 1
    }
    return made
  }
}
