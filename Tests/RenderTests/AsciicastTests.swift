import ParlorKit
import Testing

@testable import Render

@Suite struct AsciicastTests {
  /// A key comes 60, 85, 50 ms after the one before; a line takes a quarter of a second before its first key
  /// and after its last one; a reply of one line takes 950 ms to read.
  @Test func `keys come one after the other, and replies are left to be read`() throws {
    var recording = Recording(title: "a", columns: 80)
    for _ in 0..<2 {
      var frame = Recording.Frame(command: StyledLine("abc"))
      frame.reply = [StyledLine("Done.")]
      recording.frames.append(frame)
    }
    let line = [310, 395, 445, 695]
    let moments = [0] + line + line.map { 695 + 950 + $0 }
    let lines = Asciicast(recording, rows: 24, version: .two).bytes.split(separator: 0x0A)
    let times = try lines.dropFirst().map { try JSONReader.read($0).array?.first?.number ?? -1 }
    #expect(times.map { Int(($0 * 1000).rounded()) } == moments)
    // The third version tells the times between two outputs.
    let later = Asciicast(recording, rows: 24, version: .three).bytes.split(separator: 0x0A)
    let between = try later.dropFirst().map { try JSONReader.read($0).array?.first?.number ?? -1 }
    #expect(
      between.map { Int(($0 * 1000).rounded()) }
        == [0] + zip(moments, moments.dropFirst()).map { $1 - $0 })
  }
}
