import LibC
import Platform
import Testing

@testable import Records

@Suite struct HouseRulesFileTests {
  private let folder: TemporaryFolder
  private let file: HouseRulesFile

  init() throws {
    folder = try TemporaryFolder()
    file = HouseRulesFile("\(folder.path)/config/rules")
  }

  private let sunday = HouseRulesFile.Entry(
    game: "farkle", name: "sunday", options: ["rules=patch", "target=5000"])

  private func lines() throws -> [String] {
    text(try FileSystem.read(file.path)).split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
  }

  @Test func `rules are kept as lines`() throws {
    #expect(try file.read().entries.isEmpty)
    try file.save(sunday)
    #expect(try lines() == ["farkle sunday rules=patch target=5000", ""])
    #expect(try file.read().entries == [sunday])
  }

  @Test func `a name is kept once, and for each game`() throws {
    try file.save(sunday)
    let other = HouseRulesFile.Entry(game: "mastermind", name: "sunday", options: [])
    try file.save(other)
    var changed = sunday
    changed.options = ["rules=flat"]
    try file.save(changed)
    #expect(try file.read().entries == [changed, other])
    try file.delete(game: "farkle", name: "sunday")
    #expect(try file.read().entries == [other])
    try file.delete(game: "farkle", name: "nobody")
    #expect(try lines() == ["mastermind sunday", ""])
  }

  @Test func `what a person has written around the rules stays`() throws {
    try FileSystem.makeFolders("\(folder.path)/config", mode: 0o700)
    try FileSystem.write(
      bytes("# ours\n\n  farkle\tsunday  rules=flat \r\n# farkle late\nalone\nfarkle late"),
      to: file.path)
    #expect(
      try file.read().entries == [
        .init(game: "farkle", name: "sunday", options: ["rules=flat"]),
        .init(game: "farkle", name: "late", options: []),
      ])
    try file.save(sunday)
    #expect(
      try lines() == [
        "# ours", "", "farkle sunday rules=patch target=5000", "# farkle late", "alone",
        "farkle late", "",
      ])
  }

  @Test func `lines that cannot be read are passed over, and the last of two equal names wins`()
    throws
  {
    try FileSystem.makeFolders("\(folder.path)/config", mode: 0o700)
    let lines: [[UInt8]] = [
      [0xEF, 0xBB, 0xBF] + bytes("farkle ok target=800"), bytes("farkle ok target=900"),
      bytes("alone"), [0x00, 0xFF, 0xFE] + bytes("junk x"), bytes("chess ok"),
      bytes("farkle long " + String(repeating: "x", count: 4_085)),
    ]
    try FileSystem.write(Array(lines.joined(separator: [0x0A])), to: file.path)
    let contents = try file.read()
    #expect(
      contents.lines.map { "\($0.number) \(text($0.entry.line))" } == [
        "2 farkle ok target=900", "5 chess ok",
      ])
    #expect(
      contents.skipped.map { "\($0.number) \($0.reason)" } == [
        "3 the name of the rules is missing", "4 it contains control characters or invalid UTF-8",
        "6 it is longer than 4,096 bytes",
        "1 line 2 defines `ok` again",
      ])
  }

  @Test func `a pipe in its place is not waited for`() throws {
    try FileSystem.makeFolders("\(folder.path)/config", mode: 0o700)
    #expect(mkfifo(file.path, 0o600) == 0)
    #expect(throws: FileError(.read, file.path, because: "it is not a file")) { try file.read() }
  }

  @Test func `a folder in its place is named`() throws {
    try FileSystem.makeFolders(file.path, mode: 0o700)
    #expect(throws: FileError.self) { try file.read() }
    #expect(throws: FileError.self) { try file.save(sunday) }
  }
}
