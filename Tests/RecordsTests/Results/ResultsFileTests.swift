import ParlorKit
import Platform
import TestKit
import Testing

@testable import Records

@Suite struct ResultsFileTests {
  private let folder: TemporaryFolder
  private let file: ResultsFile

  init() throws {
    folder = try TemporaryFolder()
    file = ResultsFile("\(folder.path)/a/b/results.jsonl")
  }

  private func contents() throws -> String { text(try FileSystem.read(file.path)) }

  @Test func `results come back in order`() throws {
    #expect(file.isMissing)
    #expect(try file.all().isEmpty)
    #expect(file.isMissing, "reading makes nothing")
    for id in ["a", "b", "c"] { try file.append(.sample(id)) }
    #expect(try file.all() == ["a", "b", "c"].map { .sample($0) })
  }

  @Test func `the last ones are found from the end`() throws {
    try file.append((0..<2_000).map { .sample("\($0)") })
    for count in [1, 3, 100, 1_500, 2_000, 3_000] {
      let ids = try file.last(count).results.map(\.id)
      #expect(ids == (0..<2_000).suffix(count).reversed().map(String.init))
    }
    #expect(try file.last(.max).results.count == 2_000)
  }

  /// Its end says whether a game was played on after the result that is superseded. The oracle sorts all by their ends.
  @Test(arguments: [10, 1_000]) func `a correction stands where its game ended`(_ count: Int) throws
  {
    var ends = Dictionary(uniqueKeysWithValues: (0..<count).map { ("\($0)", Int64($0) * 10) })
    try file.append((0..<count).map { .sample("\($0)", end: Int64($0) * 10) })
    for (number, game) in [count / 2, count - 2, 0, count / 2, 3].enumerated() {
      var correction = GameResult.sample("\(game)", end: ends["\(game)"] ?? 0)
      correction.revision = number + 2
      if game == 3 {
        correction.end = Timestamp(milliseconds: Int64(count) * 10)
        ends["3"] = correction.end.milliseconds
      }
      try file.append(correction)
    }
    let sorted = ends.sorted { $0.value < $1.value }.map(\.key)
    #expect(try file.all().map(\.id) == sorted)
    for wanted in [1, 2, 3, 5, count] {
      #expect(try file.last(wanted).results.map(\.id) == sorted.suffix(wanted).reversed())
    }
  }

  @Test(arguments: [1, 200, 5_000, 1 << 16, (1 << 20) + 3]) func `a tail holds whole lines only`(
    _ size: Int
  ) throws {
    try file.append((0..<5_000).map { .sample("\($0)") })
    var ids: [Int] = []
    let skipped = try file.forEach(tail: size) { ids.append(Int($0.id) ?? -1) }
    #expect(skipped == SkippedLines())
    #expect(ids == Array((5_000 - ids.count)..<5_000))
    let length = try FileSystem.read(file.path).count
    if size > 1_000, size < length { #expect(!ids.isEmpty && ids.count < 5_000) }
  }

  @Test func `a great many results are read a block at a time`() throws {
    let count = 20_000
    for start in stride(from: 0, to: count, by: 5_000) {
      try file.append((start..<start + 5_000).map { .sample("\($0)", end: Int64($0)) })
    }
    var next = 0
    let skipped = try file.forEach { result in
      if result.id != String(next) { Issue.record("\(result.id) in place of \(next)") }
      next += 1
    }
    #expect(next == count && skipped == SkippedLines())
    #expect(try file.last(2).results.map(\.id) == ["19999", "19998"])
  }

  @Test func `a torn last line is moved aside before the next is written`() throws {
    try file.append(.sample("a"))
    let whole = try contents()
    try FileSystem.write(bytes(whole + #"{"schemaVersion":1,"id":"b"#), to: file.path)
    var skipped = try file.forEach { #expect($0.id == "a") }
    #expect(skipped.tornBytes == 26)
    #expect(
      skipped.sentences(path: "r.jsonl") == [
        "The last line of r.jsonl is incomplete and was skipped."
      ])
    #expect(try file.append(.sample("c")) == 26)
    #expect(try file.all().map(\.id) == ["a", "c"])
    skipped = try file.forEach { _ in }
    #expect(skipped == SkippedLines())
    #expect(text(try FileSystem.read(file.tornPath)) == #"{"schemaVersion":1,"id":"b"# + "\n")
  }

  @Test func `a last line that lacks only its end is kept`() throws {
    try file.append([.sample("a"), .sample("b")])
    try FileSystem.write(Array(try FileSystem.read(file.path).dropLast()), to: file.path)
    #expect(try file.append(.sample("c")) == 0)
    #expect(try file.all().map(\.id) == ["a", "b", "c"])
    #expect(FileSystem.kind(of: file.tornPath) == .missing)
  }

  @Test func `damaged lines and those of later versions are passed over and told of`() throws {
    try file.append(.sample("a"))
    let later = "{\"schemaVersion\":2,\"moon\":\"blue\"}\n"
    try FileSystem.write(
      bytes(try contents() + "\u{0}nonsense\n\n" + later + text(GameResult.sample("z").line)),
      to: file.path)
    var ids: [String] = []
    let skipped = try file.forEach { ids.append($0.id) }
    #expect(ids == ["a", "z"])
    #expect(skipped.damaged == 1 && skipped.newer == 1)
    #expect(
      skipped.sentences(path: "r") == [
        "r:2 was skipped, and 1 more: it is damaged: a value is missing."
      ])
  }

  @Test func `bytes that are not text are no results`() throws {
    try FileSystem.write([0xFF, 0xFE, 0x0A, 0x7B, 0x22, 0xC3, 0x0A], to: folder["x"])
    let skipped = try ResultsFile(folder["x"]).forEach { _ in Issue.record("no result") }
    #expect(skipped.damaged == 2)
  }

  @Test func `a byte order mark at the start of a file costs nothing`() throws {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    try FileSystem.makeFolders("\(folder.path)/a/b", mode: 0o700)
    try FileSystem.write(
      mark + GameResult.sample("b", end: 20).line + GameResult.sample("c", end: 30).line,
      to: file.path)
    #expect(try file.all().map(\.id) == ["b", "c"])
    let report = try file.merge(mark + GameResult.sample("a", end: 10).line)
    #expect(report == MergeReport(added: 1))
    #expect(try file.all().map(\.id) == ["a", "b", "c"])
    #expect(try file.forEach { _ in } == SkippedLines())
  }

  @Test func `taking in the same results twice changes nothing`() throws {
    try file.append([.sample("a", end: 10), .sample("c", end: 30)])
    let others = GameResult.sample("b", end: 20).line + GameResult.sample("c", end: 30).line
    let first = try file.merge(others)
    #expect(first.added == 1 && first.known == 1 && first.skipped.count == 0)
    #expect(try file.all().map(\.id) == ["a", "b", "c"])
    let before = try contents()
    let second = try file.merge(others)
    #expect(second.added == 0 && second.known == 2)
    #expect(try contents() == before)
  }

  @Test func `taking in keeps what cannot be read here, and passes over what cannot there`() throws
  {
    let later = #"{"schemaVersion":9}"#
    try FileSystem.makeFolders("\(folder.path)/a/b", mode: 0o700)
    try FileSystem.write(
      GameResult.sample("b", end: 20).line + bytes(later + "\n")
        + GameResult.sample("d", end: 40).line, to: file.path)
    let report = try file.merge(
      bytes("nonsense\n\r\n") + GameResult.sample("c", end: 30).line
        + GameResult.sample("a", end: 10).line.dropLast())
    #expect(report.added == 2 && report.skipped.damaged == 1)
    #expect(report.skipped.first?.number == 1)
    #expect(try file.all().map(\.id) == ["a", "b", "c", "d"])
    #expect(try contents().contains(later + "\n"))
  }

  @Test func `a result that stands there twice counts once`() throws {
    try file.append([.sample("a"), .sample("b"), .sample("a"), .sample("\u{E9}")])
    #expect(
      try file.forEach { _ in }.sentences(path: "r")
        == ["1 line of r repeats an earlier result and was skipped."])
    try file.append([.sample("e\u{301}"), .sample("b")])
    var ids: [[UInt8]] = []
    let skipped = try file.forEach { ids.append(Array($0.id.utf8)) }
    #expect(ids == ["a", "b", "\u{E9}", "e\u{301}"].map { Array($0.utf8) })
    #expect(
      skipped.sentences(path: "r") == ["2 lines of r repeat an earlier result and were skipped."])
    #expect(try file.last(9).results.count == 4)
  }

  @Test func `taking in counts games, however often they were corrected`() throws {
    var (one, other, last) = (
      GameResult.sample("a"), GameResult.sample("b"), GameResult.sample("b")
    )
    (one.revision, other.revision, last.revision) = (2, 2, 3)
    let lines = GameResult.sample("a").line + GameResult.sample("b").line + one.line + other.line
    last.isForgotten = true
    #expect(try file.merge(lines + last.line) == MergeReport(added: 1))
    #expect(try file.all().map(\.id) == ["a"])
    #expect(try file.merge(lines + last.line) == MergeReport(known: 2))
    let copy = ResultsFile("\(folder.path)/copy.jsonl")
    #expect(try copy.merge(lines) == MergeReport(added: 2))
    #expect(try copy.merge(lines + last.line) == MergeReport(known: 1, corrections: 1))
    #expect(try copy.all().map(\.id) == ["a"])
  }

  @Test func `composed and decomposed ids are two`() throws {
    try file.append(.sample("\u{E9}"))
    #expect(try file.merge(GameResult.sample("e\u{301}").line).added == 1)
  }

  @Test func `a reset keeps the results so far under another name`() throws {
    #expect(try file.reset() == nil)
    try file.append(.sample("a"))
    let kept = try #require(try file.reset())
    #expect(file.isMissing)
    #expect(try ResultsFile(kept).all().map(\.id) == ["a"])
    try file.append(.sample("b"))
    let later = try #require(try file.reset())
    #expect(later == "\(kept)-2")
    #expect(try ResultsFile(later).all().map(\.id) == ["b"])
    #expect(try ResultsFile(kept).all().map(\.id) == ["a"], "what was kept before stays")
  }

  @Test func `a reset of nothing keeps nothing`() throws {
    try file.append([])
    #expect(try file.reset() == nil)
    #expect(FileSystem.kind(of: "\(file.path).old") == .missing)
  }
}
