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
    #expect(try file.read().isEmpty)
    try file.save(sunday)
    #expect(try lines() == ["farkle sunday rules=patch target=5000", ""])
    #expect(try file.read() == [sunday])
  }

  @Test func `a name is kept once, and for each game`() throws {
    try file.save(sunday)
    let other = HouseRulesFile.Entry(game: "mastermind", name: "sunday", options: [])
    try file.save(other)
    var changed = sunday
    changed.options = ["rules=flat"]
    try file.save(changed)
    #expect(try file.read() == [changed, other])
    try file.delete(game: "farkle", name: "sunday")
    #expect(try file.read() == [other])
    try file.delete(game: "farkle", name: "nobody")
    #expect(try lines() == ["mastermind sunday", ""])
  }

  @Test func `what a person has written around the rules stays`() throws {
    try FileSystem.makeFolders("\(folder.path)/config", mode: 0o700)
    try FileSystem.write(
      bytes("# ours\n\n  farkle\tsunday  rules=flat \r\n# farkle late\nalone\nfarkle late"),
      to: file.path)
    #expect(
      try file.read() == [
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

  @Test func `a folder in its place is named`() throws {
    try FileSystem.makeFolders(file.path, mode: 0o700)
    #expect(throws: IOFailure.self) { try file.read() }
    #expect(throws: IOFailure.self) { try file.save(sunday) }
  }
}
