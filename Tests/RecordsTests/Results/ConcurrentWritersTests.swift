import ParlorKit
import Platform
import TestKit
import Testing

@testable import Records

@Suite(.blocking) struct ConcurrentWritersTests {
  /// Every writer opens the file anew for each result, so that each has a descriptor and a lock of
  /// its own, as programs have.
  @Test func `eight writers append 10,000 results each, none lost and none torn`() throws {
    let folder = try TemporaryFolder()
    let path = folder["results.jsonl"]
    let (writers, count) = (8, 10_000)
    let failures = parallelMap(count: writers, jobs: writers) { writer in
      let file = ResultsFile(path, durability: .relaxed)
      var failures = 0
      for number in 0..<count {
        do {
          try file.append(.sample("\(writer).\(number)", end: Int64(number)))
        } catch {
          failures += 1
        }
      }
      return failures
    }
    #expect(failures == Array(repeating: 0, count: writers))
    var next = Array(repeating: 0, count: writers)
    let skipped = try ResultsFile(path).forEach { result in
      let parts = result.id.split(separator: ".").compactMap { Int($0) }
      if next[parts[0]] != parts[1] { Issue.record("\(result.id) is out of its turn") }
      next[parts[0]] += 1
    }
    #expect(skipped == SkippedLines())
    #expect(next == Array(repeating: count, count: writers))
    #expect(try folder.names == ["results.jsonl"])
  }

  @Test func `results that are appended while others are taken in are not lost`() throws {
    let folder = try TemporaryFolder()
    let path = folder["results.jsonl"]
    let failures = parallelMap(count: 4, jobs: 4) { worker in
      let file = ResultsFile(path, durability: .relaxed)
      var failures = 0
      for number in 0..<100 {
        let result = GameResult.sample("\(worker).\(number)", end: Int64(number))
        do {
          if worker == 0 {
            if try file.merge(result.line).added != 1 { failures += 1 }
          } else {
            try file.append(result)
          }
        } catch {
          failures += 1
        }
      }
      return failures
    }
    #expect(failures == [0, 0, 0, 0])
    let ids = try ResultsFile(path).all().map(\.id)
    #expect(ids.count == 400 && Set(ids).count == 400)
  }
}
