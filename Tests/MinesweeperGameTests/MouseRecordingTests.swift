import ParlorKit
import Testing

@testable import MinesweeperGame

/// Recordings of other programs. `Tests/Peers/recordings.py` has hundreds of them, with a model.
struct MouseRecordingTests {
  /// Three clicks on a board of 8×8 that ms_toollib 1.5.20 wrote as `.evf`, version 4.
  private let bytes: [UInt8] = {
    let text =
      "0470000808000a1000000010000000005858000661393ae1c055000661393ae1c058736f6600706c61007261"
      + "6300756e690000000080010226800023000002000008007803000000000004000000ff900500000000000200"
      + "00700070030000000000000000"
    return stride(from: 0, to: text.utf8.count, by: 2).map { place in
      let start = text.index(text.startIndex, offsetBy: place)
      return UInt8(text[start..<text.index(start, offsetBy: 2)], radix: 16) ?? 0
    }
  }()

  @Test func `a game of ms_toollib has its board and its clicks`() throws {
    let lines = try Minesweeper().lines(ofRecording: bytes, named: "a.EVF")
    let layout = "......../*......./.......*/......*./..*..**./*......./......../..*...**"
    #expect(
      lines == [
        "new minesweeper custom rows=8 cols=8 mines=10 seed=0", "reveal 8 1 layout=\(layout)",
        "flag 1 1", "reveal 8 8",
      ])
  }

  @Test func `a click beside the board does nothing`() throws {
    // At 128, 120 it is right of the last row. Then the first click comes from there, to 8, 120.
    let beside: [UInt8] = [2, 0, 0, 128, 0, 120, 3, 0, 0, 0, 0, 0, 2, 0, 255, 136, 0, 0]
    let recording = Array(bytes[..<62]) + beside + Array(bytes[68...])
    let lines = try Minesweeper().lines(ofRecording: recording, named: "a.evf")
    let others = try Minesweeper().lines(ofRecording: bytes, named: "a.evf")
    #expect(lines == others)
  }

  @Test func `other files are no recordings, and one that is cut is an error`() throws {
    for name in ["a.parlor", "evf", "a.evf.txt"] {
      #expect(try Minesweeper().lines(ofRecording: bytes, named: name) == nil)
    }
    for count in [0, 1, 40, bytes.count - 3] {
      for suffix in ["evf", "avf", "rmv"] {
        #expect(throws: GameError.self) {
          try Minesweeper().lines(ofRecording: Array(bytes[..<count]), named: "a.\(suffix)")
        }
      }
    }
  }

  /// Around the mine: one cell is revealed, the mine flagged, and three chords clear the rest.
  @Test(arguments: [(".../.*./...", 8, 1, 5), ("..../..../....", 1, 0, 1)])
  func `islands and ZiNi of boards that can be counted by hand`(
    _ text: String, _ bbbv: Int, _ islands: Int, _ zini: Int
  ) throws {
    let layout = try Layout(text)
    #expect(Difficulty(layout).bbbv == bbbv)
    #expect(Difficulty.islands(of: layout) == islands)
    #expect(ZiNi.clicks(layout) == zini)
  }
}
