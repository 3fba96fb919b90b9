import TestKit
import Testing

/// Files that are no game, or not the one that was saved.
@Suite(.blocking) struct LoadTests {
  @Test func `an altered die is an error at its line`() throws {
    let folder = try TemporaryFolder()
    let path = try save(in: folder)
    let altered = try folder.add(
      "altered", try folder.text("game").replacing("roll 1 5 5 2 3 6", with: "roll 1 5 5 2 3 4"))
    #expect(try Program.run(["-c", "load \(path)"]).status == .exited(0))
    #expect(
      try load(altered)
        == "\(altered):3: the state after `roll 1 5 5 2 3 4` differs from the saved state")
  }

  @Test func `a missing, repeated or illegal move is an error at its line`() throws {
    let folder = try TemporaryFolder()
    _ = try save(in: folder)
    var lines = try folder.text("game").split(separator: "\n")
    let missing = try folder.add("missing", (lines[0...1] + lines[3...]).joined(separator: "\n"))
    #expect(try load(missing) == "\(missing):3: roll the dice first")
    let illegal = try folder.add(
      "illegal", try folder.text("game").replacing("hold 1 5 5", with: "hold 4"))
    #expect(try load(illegal) == "\(illegal):4: there is no 4 among 1 2 3 5 5 6")
    lines[4] = "bank"
    let undigested = try folder.add("undigested", lines.joined(separator: "\n"))
    #expect(try load(undigested) == "\(undigested):5: the line has no digest")
    lines[4] = "roll # =00000000"
    let drawn = try folder.add("drawn", lines.joined(separator: "\n"))
    #expect(try load(drawn) == "\(drawn):5: a log contains only moves with their outcomes")
  }

  @Test(arguments: ["", "\n", "hello\n", "new farkle Ann\n", "# parlor-log\n", "\u{0}\u{1}"])
  func `a file that is not a saved game`(text: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.add("game", text)
    #expect(
      try load(path) == "\(path):1: not a saved game: the first line is not `# parlor-log 1`")
  }

  @Test func `a file without a game, and one of another game`() throws {
    let folder = try TemporaryFolder()
    let empty = try folder.add("empty", "# parlor-log 1\n# nothing\n")
    #expect(try load(empty) == "\(empty):1: the file contains no game")
    let other = try folder.add("other", "# parlor-log 1\nnew chess # =00000000\n")
    #expect(try load(other) == "\(other):2: there is no plugin `chess`")
  }

  @Test func `a truncated file is an error at its last line`() throws {
    let folder = try TemporaryFolder()
    _ = try save(in: folder)
    let bytes = Array(try folder.text("game").utf8)
    for count in stride(from: 1, to: bytes.count, by: 3)
    where bytes[count] != 0x0A && bytes[count - 1] != 0x0A {
      let line = bytes[..<count].count { $0 == 0x0A } + 1
      let path = try folder.add("cut", bytes[..<count])
      #expect(try load(path).hasPrefix("\(path):\(line): "))
    }
  }

  @Test func `a failed load leaves the open game unchanged`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.add("game", "# parlor-log 1\nnew farkle Bob # =00000000\n")
    let outcome = try Program.run([
      "--keep-going", "-c", "new farkle Ann;load \(path);load \(path)x;log;games",
    ])
    #expect(outcome.status == .exited(1))
    #expect(outcome.text.hasPrefix("Farkle: Ann. First to 10,000. Seed 0.\nAnn to roll.\n"))
    #expect(outcome.text.contains("new farkle Ann rules=standard seed=0\n"))
    #expect(!outcome.text.contains("Bob"))
  }

  /// Saves the game of `Turn` as earlier versions did, without a checksum of the file.
  private func save(in folder: TemporaryFolder) throws -> String {
    let outcome = try Program.run(input: (Turn.script + "save \(folder["game"])\n").utf8)
    #expect(outcome.status == .exited(0))
    return try folder.add(
      "game", try folder.text("game").replacing(/# (checked|sum) .*\n/, with: ""))
  }

  /// The complaint about a file, without what stands before it.
  private func load(_ path: String) throws -> String {
    let outcome = try Program.run(["-c", "load \(path)"])
    #expect(outcome.status == .exited(1))
    let mark = try #require(outcome.firstComplaint.firstRange(of: ": error[io]: "))
    return String(outcome.firstComplaint[mark.upperBound...])
  }
}
