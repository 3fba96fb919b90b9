import Foundation
import TestKit
import Testing

/// Lines that are too long: one error each, and no memory.
@Suite(.blocking) struct LimitTests {
  @Test func `a line has at most 4,096 bytes`() throws {
    let word = String(repeating: "x", count: 4_091)
    #expect(try Program.run(input: "echo \(word)\n".utf8) == Outcome(0, word + "\n"))
    let outcome = try Program.run(["--keep-going"], input: "echo \(word)x\necho next\n".utf8)
    #expect(outcome.status == .exited(1) && outcome.text == "next\n")
    #expect(outcome.complaint.hasPrefix("stdin:1:1: error[limit]: "))
  }

  @Test func `a line of ten megabytes does not run, even at the end of the input`() throws {
    let line = [UInt8](repeating: UInt8(ascii: ";"), count: 10_000_000)
    let outcome = try Program.run(
      ["--keep-going"], input: "echo a\necho ".utf8 + line + "\necho b\n".utf8 + line)
    #expect(
      outcome
        == Outcome(
          1, "a\nb\n",
          errors: """
            stdin:2:1: error[limit]: the line is longer than 4,096 bytes
            stdin:4:1: error[limit]: the line is longer than 4,096 bytes

            """))
  }

  @Test(.enabled(if: Memory.canBeMeasured))
  func `a long line needs no memory`() throws {
    let child = try Program.start(["--keep-going"])
    try child.write("echo before\n")
    #expect(try child.readLine() == "before")
    let before = try Memory.peak(of: child)
    try child.write(String(repeating: "x", count: 10_000_000) + "\necho after\n")
    #expect(try child.readLine() == "after")
    // A block and a line are held, and the debugger's allocator may round.
    #expect(try Memory.peak(of: child) - before < 1_000_000)
    #expect(try child.finish().status == .exited(1))
  }

  @Test(.enabled(if: Memory.canBeMeasured))
  func `many lines need no memory`() throws {
    let child = try Program.start()
    let lines = String(repeating: "echo some words that are printed again\n", count: 1_000)
    func exchange() throws {
      try child.write(lines + "echo end\n")
      while let line = try child.readLine(), line != "end" {}
    }
    try exchange()
    let before = try Memory.peak(of: child)
    for _ in 0..<20 { try exchange() }
    #expect(try Memory.peak(of: child) - before < 1_000_000)
    #expect(try child.finish().status == .exited(0))
  }
}

/// What Linux tells of the memory of a program that runs. The figures of wait4(2) are no use: they
/// begin with what the tests themselves held when they started the program.
private enum Memory {
  static let canBeMeasured = FileManager.default.fileExists(atPath: "/proc/self/status")

  struct NoFigure: Error {}

  /// The most bytes that were resident at a time.
  static func peak(of child: Child) throws -> Int {
    let text = try String(contentsOfFile: "/proc/\(child.process)/status", encoding: .utf8)
    let line = text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    guard let number = line?.split(separator: " ").dropLast().last?.split(separator: "\t").last,
      let kilobytes = Int(number)
    else { throw NoFigure() }
    return kilobytes * 1_024
  }
}
