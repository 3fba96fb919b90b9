public import ParlorKit

/// What the player sees: the board without what is hidden, and the figures.
public struct MinesweeperView: GameView {
  /// What can be seen of the cells.
  public let board: Board
  /// The mode.
  public let mode: Mode
  /// The number of mines on the board.
  public let mines: Int
  /// The mines that have no flag, below 0 if there are more flags than mines.
  public let minesLeft: Int
  /// Whether the game goes on.
  public let status: Status
  /// The time since the first reveal, up to the end.
  public let milliseconds: Int64
  /// Whether anything was revealed, so that time runs.
  public let isStarted: Bool
  /// The moves so far.
  public let clicks: Int
  /// The options that are not as usual.
  let options: String?
  /// The seed, once the game is over: a game that was saved forgets who gave it.
  let seed: UInt64?
  /// The mine that was revealed.
  let exploded: Cell?
  /// How the game went, once it is over.
  let result: MinesweeperResult?

  init(_ state: MinesweeperState, at time: Int64) {
    let match = state.match
    board = state.board
    mode = match.mode
    mines = match.mines
    minesLeft = state.minesLeft
    status = state.status
    milliseconds = state.elapsed(at: time)
    isStarted = state.start != nil
    clicks = state.clicks
    options = match.optionText
    seed = state.isOver ? match.seed : nil
    exploded = state.exploded
    result = state.isOver ? MinesweeperResult(state) : nil
  }

  /// The mode: `easy`.
  public var caption: String { mode.rawValue }

  /// The mode and the mines left: `easy 8`.
  public var prompt: String { status == .playing ? "\(mode.rawValue) \(minesLeft)" : "over" }

  /// The whole view as data.
  public var fields: Fields {
    var fields: Fields = [
      "mode": .string(mode.rawValue), "rows": .integer(board.shape.rows),
      "cols": .integer(board.shape.columns), "mines": .integer(mines),
      "minesLeft": .integer(minesLeft), "status": .string(status.rawValue),
      "started": .bool(isStarted), "milliseconds": .integer(Int(milliseconds)),
      "clicks": .integer(clicks), "cells": .strings(board.rows),
      "exploded": exploded.map(\.value) ?? .null,
      "seed": seed.map { .integer(Int(truncatingIfNeeded: $0)) } ?? .null,
    ]
    let score = result?.score?.fields
    for name in Score.names where fields[name] == nil { fields[name] = score?[name] ?? .null }
    return fields
  }
}
