import LibC
import Testing

@testable import LineEditing

@Suite struct TerminalInputTests {
  @Test func `a terminal that is gone is told from the end of the input`() throws {
    let signals = try #require(SignalPipe(catching: .windowChange))
    let printer = try #require(ExternalPrinter())
    func end(of descriptor: Int32) -> TerminalInput.Chunk {
      TerminalInput(descriptor: descriptor, signals: signals, printer: printer).read(atMost: 8)
    }
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    close(ends[1])
    let null = open("/dev/null", O_RDONLY)
    defer { for descriptor in [ends[0], null] { close(descriptor) } }
    guard case .hangUp = end(of: ends[0]), case .endOfInput = end(of: null) else {
      Issue.record("\(end(of: ends[0])), \(end(of: null))")
      return
    }
  }
}
