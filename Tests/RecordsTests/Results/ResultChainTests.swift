import ParlorKit
import TestKit
import Testing

@testable import Records

/// The checksums of the lines of results.
struct ResultChainTests {
  private let folder: TemporaryFolder
  private let file: ResultsFile

  init() throws {
    folder = try TemporaryFolder()
    file = ResultsFile(folder["results.jsonl"], durability: .relaxed)
    for number in 1...4 { try file.append(.sample("game-\(number)", end: Int64(number) * 1_000)) }
  }

  private func findings(_ lines: [String]) -> [Int] {
    ResultsFile.check(bytes(lines.map { $0 + "\n" }.joined())).findings.map(\.line)
  }

  /// FNV-1a, written anew from its definition.
  private static func sum(_ text: String) -> String {
    var hash: UInt64 = 14_695_981_039_346_656_037
    for byte in text.utf8 {
      hash = (hash ^ UInt64(byte)).multipliedReportingOverflow(by: 1_099_511_628_211).partialValue
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  @Test func `each line has the checksum of the one before and of itself`() throws {
    var last = ""
    for line in try folder.lines("results.jsonl") {
      let content = try #require(line.firstRange(of: ",\"sum\":\""))
      last = Self.sum(last + line[..<content.lowerBound])
      #expect(line[content.upperBound...] == "\(last)\"}")
    }
    #expect(try file.forEach { _ in } == SkippedLines())
    #expect(ResultsFile.check(try folder.bytes("results.jsonl")).count == 4)
  }

  /// A sum written anew says which lines of a damaged file are wrong, in whatever portions they come.
  @Test func `many lines at once are checked like one after the other`() throws {
    for number in 5...30 { try file.append(.sample("game-\(number)", end: Int64(number) * 1_000)) }
    let whole = try folder.lines("results.jsonl")
    var chance = Chance(seed: 11, draw: 0)
    for round in 0..<60 {
      var lines = whole
      for _ in 0..<round % 4 {
        let index = Int(chance.below(UInt32(lines.count)))
        switch chance.below(5) {
        case 0: lines.remove(at: index)
        case 1: lines[index] = lines[index].replacing("game", with: "gane", maxReplacements: 1)
        case 2: lines.swapAt(index, 0)
        case 3: lines[index] = String(lines[index].dropLast(26)) + "}"
        default: lines[index] = lines[index].replacing("\"sum\":\"", with: "\"sum\":\"0")
        }
      }
      var (expected, last) = ([Int](), "")
      for (index, line) in lines.enumerated() {
        guard let key = line.firstRange(of: ",\"sum\":\"") else {
          last = Self.sum(String(line.dropLast()))
          continue
        }
        let found = String(line[key.upperBound...].dropLast(2))
        if found != Self.sum(last + line[..<key.lowerBound]) { expected.append(index) }
        last = found
      }
      for size in [1, 3, 4, 7, lines.count] {
        var (chain, broken) = (ResultChain(), [Int]())
        for start in stride(from: 0, to: lines.count, by: size) {
          let part = lines[start..<min(start + size, lines.count)].map { Array($0.utf8)[...] }
          broken += chain.broken(among: part).map { start + $0 }
        }
        #expect(broken == expected, "round \(round), \(size) at once")
      }
    }
  }

  @Test func `lines that were changed, removed or moved are told`() throws {
    let lines = try folder.lines("results.jsonl")
    #expect(findings(lines) == [])
    #expect(findings([lines[0], lines[2], lines[3]]) == [2])
    #expect(findings([lines[1], lines[2], lines[3]]) == [1])
    #expect(findings([lines[0], lines[2], lines[1], lines[3]]) == [2, 3, 4])
    #expect(findings([lines[0], lines[1], lines[1], lines[2], lines[3]]) == [3])
    var changed = lines
    changed[1] = changed[1].replacing("10000", with: "10001")
    #expect(findings(changed) == [2])
    // A checksum of another length was damaged, too.
    for digits in ["", "0", String(repeating: "0", count: 17)] {
      let end = try #require(lines[3].firstRange(of: "\"sum\":\""))
      #expect(findings(lines[..<3] + ["\(lines[3][..<end.upperBound])\(digits)\"}"]) == [4])
    }
    try folder.add("results.jsonl", lines: changed)
    let skipped = try file.forEach { _ in }
    #expect(
      skipped.sentences(path: "results.jsonl") == [
        "results.jsonl:2 does not fit its checksum: it or the line before was changed, moved or removed."
      ])
    // What was damaged stays so when results are added.
    #expect(try file.merge(GameResult.sample("new", end: 9_000).line).added == 1)
    #expect(ResultsFile.check(try folder.bytes("results.jsonl")).findings.map(\.line) == [2])
  }

  @Test func `every flipped bit is told`() throws {
    let bytes = bytes(try folder.lines("results.jsonl").prefix(2).map { $0 + "\n" }.joined())
    for index in bytes.indices {
      for bit in 0..<8 {
        var changed = bytes
        changed[index] ^= 1 << bit
        #expect(!ResultsFile.check(changed).findings.isEmpty, "bit \(bit) of byte \(index)")
      }
    }
    #expect(bytes.count > 600)
  }

  @Test func `lines of earlier versions have none`() throws {
    let old = [GameResult.sample("x"), .sample("y")].map { text($0.line.dropLast()) }
    #expect(findings(old) == [])
    try folder.add("results.jsonl", lines: old)
    try file.append(.sample("z"))
    let lines = try folder.lines("results.jsonl")
    #expect(lines.prefix(2) == old[...] && findings(lines) == [])
    #expect(findings([lines[0], lines[2]]) == [2])
    // An earlier version goes on without one.
    try folder.add("results.jsonl", lines: lines + [old[0].replacing("\"x\"", with: "\"w\"")])
    try file.append(.sample("v"))
    #expect(findings(try folder.lines("results.jsonl")) == [])
    #expect(try file.all().map(\.id) == ["x", "y", "z", "w", "v"])
  }

  @Test func `merging gives every line its checksum`() throws {
    let other = ResultsFile(folder["other.jsonl"], durability: .relaxed)
    try other.append(.sample("early", end: 10))
    #expect(try file.merge(try folder.bytes("other.jsonl")).added == 1)
    let lines = try folder.lines("results.jsonl")
    #expect(lines.count == 5 && findings(lines) == [])
    #expect(try file.all().first?.id == "early")
  }
}
