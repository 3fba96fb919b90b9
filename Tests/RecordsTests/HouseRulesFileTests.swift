import LibC
import ParlorKit
import Platform
import TestKit
import Testing

@testable import Records

@Suite struct HouseRulesFileTests {
  private let folder: TemporaryFolder
  private let file: HouseRulesFile

  init() throws {
    folder = try TemporaryFolder()
    file = HouseRulesFile("\(folder.path)/config/rules")
  }

  private let sunday = NamedRules(
    game: "farkle", name: "sunday", options: ["rules=patch", "target=5000"])

  /// The rules of the file, without the numbers of their lines.
  private func saved() throws -> [NamedRules] {
    try file.read().rules.map { NamedRules(game: $0.game, name: $0.name, options: $0.options) }
  }

  private func lines() throws -> [String] {
    text(try FileSystem.read(file.path)).split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
  }

  @Test func `each rules are a line`() throws {
    #expect(try saved().isEmpty)
    try file.save(sunday)
    #expect(try lines() == ["farkle sunday rules=patch target=5000", ""])
    #expect(try saved() == [sunday])
  }

  @Test(arguments: ["red casino", "a target=700", "a\"b c\\", "", "#1", "a;b"])
  func `any value comes back`(_ value: String) throws {
    let rules = NamedRules(
      game: "farkle", name: "sunday", options: ["rules=patch", "set=\(value)", "target=5000"])
    try file.save(sunday)
    try file.save(rules)
    #expect(try saved() == [rules])
    #expect(try file.read().skipped.isEmpty)
  }

  @Test func `a quote that earlier versions wrote is a letter`() throws {
    try FileSystem.makeFolders("\(folder.path)/config", mode: 0o700)
    try FileSystem.write(bytes("farkle late set=a\"b target=700\n"), to: file.path)
    #expect(
      try saved() == [.init(game: "farkle", name: "late", options: ["set=a\"b", "target=700"])])
  }

  @Test func `a name is saved once for each game`() throws {
    try file.save(sunday)
    let other = NamedRules(game: "mastermind", name: "sunday", options: [])
    try file.save(other)
    var changed = sunday
    changed.options = ["rules=flat"]
    try file.save(changed)
    #expect(try saved() == [changed, other])
    try file.delete(game: "farkle", name: "sunday")
    #expect(try saved() == [other])
    try file.delete(game: "farkle", name: "nobody")
    #expect(try lines() == ["mastermind sunday", ""])
  }

  @Test func `comments and unreadable lines stay`() throws {
    try FileSystem.makeFolders("\(folder.path)/config", mode: 0o700)
    try FileSystem.write(
      bytes("# ours\n\n  farkle\tsunday  rules=flat \r\n# farkle late\nalone\nfarkle late"),
      to: file.path)
    #expect(
      try saved() == [
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

  @Test func `unreadable lines are skipped, and the last of two equal names wins`() throws {
    try FileSystem.makeFolders("\(folder.path)/config", mode: 0o700)
    let lines: [[UInt8]] = [
      [0xEF, 0xBB, 0xBF] + bytes("farkle ok target=800"), bytes("farkle ok target=900"),
      bytes("alone"), [0x00, 0xFF, 0xFE] + bytes("junk x"), bytes("chess ok"),
      bytes("farkle long " + String(repeating: "x", count: 4_085)),
    ]
    try FileSystem.write(Array(lines.joined(separator: [0x0A])), to: file.path)
    let saved = try file.read()
    #expect(
      saved.rules == [
        NamedRules(game: "farkle", name: "ok", options: ["target=900"], line: 2),
        NamedRules(game: "chess", name: "ok", options: [], line: 5),
      ])
    #expect(
      saved.skipped.map { "\($0.line) \($0.reason)" } == [
        "3 the name of the rules is missing", "4 it contains control characters or invalid UTF-8",
        "6 it is longer than 4,096 bytes",
        "1 line 2 defines `ok` again",
      ])
  }

  @Test func `a pipe in its place does not block`() throws {
    try FileSystem.makeFolders("\(folder.path)/config", mode: 0o700)
    #expect(mkfifo(file.path, 0o600) == 0)
    #expect(throws: FileError(.read, file.path, because: "it is not a regular file")) {
      try file.read()
    }
  }

  @Test func `a folder in its place is named`() throws {
    try FileSystem.makeFolders(file.path, mode: 0o700)
    #expect(throws: FileError.self) { try file.read() }
    #expect(throws: FileError.self) { try file.save(sunday) }
  }
}
