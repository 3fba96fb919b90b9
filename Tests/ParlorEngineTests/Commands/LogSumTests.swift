import ParlorKit
import TestKit
import Testing

@testable import ParlorEngine

/// The checksum of a saved game finds what the digests of its states cannot.
struct LogSumTests {
  private let folder: TemporaryFolder
  private let bytes: [UInt8]
  private var lines: [String] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  init() throws {
    folder = try TemporaryFolder()
    let session = Session(folder: folder)
    session.run(
      "new pile Ann Bob limit=100 seed=5", "draw 2", "add 1", "undo", "clock 5s", "draw 6")
    session.say("save a")
    bytes = try folder.bytes("a")
  }

  private func load(_ bytes: [UInt8]) throws -> String {
    try folder.add("b", bytes)
    return Session(folder: folder).say("load b")
  }

  private func load(_ lines: [String], end: String = "\n") throws -> String {
    try load(Array((lines.joined(separator: end) + end).utf8))
  }

  /// FNV-1a, written anew from its definition.
  private static func sum(_ lines: [String]) -> String {
    var hash: UInt64 = 14_695_981_039_346_656_037
    for byte in lines.map({ $0 + "\n" }).joined().utf8 {
      hash = (hash ^ UInt64(byte)).multipliedReportingOverflow(by: 1_099_511_628_211).partialValue
    }
    let digits = String(hash, radix: 16)
    return "# sum " + String(repeating: "0", count: 16 - digits.count) + digits
  }

  @Test func `the last line is the checksum of the others`() throws {
    #expect(lines[1] == "# checked by the sum in the last line")
    #expect(lines.last == Self.sum(lines.dropLast()))
    #expect(try load(bytes).hasPrefix("Loaded Pile: Ann, Bob"))
  }

  @Test func `blanks, line ends and remarks do not matter`() throws {
    for text in [
      try load(lines, end: "\r\n"), try load(lines, end: "  \n\n"),
      try load([lines[0], "# a remark", ""] + lines[1...] + ["# and one more"]),
    ] {
      #expect(text.hasPrefix("Loaded Pile: Ann, Bob"), "\(text)")
    }
  }

  @Test func `a file without its last lines ends early`() throws {
    for count in 3..<lines.count {
      let reply = try load(Array(lines.prefix(count)))
      #expect(
        reply == "error[io]: b:\(count): the file ends early: its last line is not a checksum",
        "\(count) lines")
    }
  }

  @Test func `every flipped bit and every cut is told`() throws {
    let session = Session().interpreter.session
    func isTold(_ bytes: [UInt8]) -> Bool {
      do throws(CommandError) {
        _ = try session.check(log: bytes, path: "b")
        return false
      } catch {
        return error.code == .io
      }
    }
    #expect(!isTold(bytes))
    var flips = 0
    for index in bytes.indices {
      for bit in 0..<8 {
        var changed = bytes
        changed[index] ^= 1 << bit
        if !isTold(changed) { Issue.record("bit \(bit) of byte \(index)") }
        flips += 1
      }
    }
    #expect(flips > 1_000)
    // The line break at the end is no line.
    for count in 0..<bytes.count - 1 {
      #expect(isTold(Array(bytes.prefix(count))), "\(count) bytes")
    }
  }

  @Test func `a remark that was removed is told where it means something`() throws {
    let session = Session(folder: folder)
    session.run("new pile Ann Bob seed=5", "hint", "draw 2", "save c")
    var lines = try folder.lines("c")
    guard let index = lines.firstIndex(of: "# assisted") else { return }
    lines.remove(at: index)
    #expect(
      try load(lines) == "error[io]: b:\(lines.count): the lines above differ from their checksum")
  }
}
