import Platform
import Testing

@testable import Scenarios

/// Which files are run, how often, and in what order.
@Suite struct SelectionTests {
  private static let names = (0..<10).map { "f\($0).scenario" }

  private func folder() throws -> Folder {
    try Folder(Dictionary(uniqueKeysWithValues: Self.names.map { ($0, "> say a\nb\n") }))
  }

  private func names(_ report: ScenarioReport) -> [String] {
    report.results.map { String($0.path.split(separator: "/").last ?? "") }
  }

  @Test func `filters choose files by their paths`() throws {
    let folder = try folder()
    #expect(
      names(folder.run { $0.selection.filters = ["/f3", "7.scen"] }) == [
        "f3.scenario", "f7.scenario",
      ])
    let none = folder.run { $0.selection.filters = ["nothing"] }
    #expect(none.exitCode == 2)
    #expect(
      folder.text(of: none) == "no path contains the text of `--filter`\n\n0 passed, 1 failed\n")
  }

  @Test func `only chosen files run`() throws {
    let folder = try folder()
    let path = try #require(FileSystem.realPath(of: "\(folder.path)/f4.scenario"))
    #expect(names(folder.run { $0.selection.files = [path, "/nowhere"] }) == ["f4.scenario"])
    #expect(folder.run { $0.selection.files = [] }.exitCode == 0)
  }

  @Test func `shards cover all files`() throws {
    let folder = try folder()
    for count in [1, 3, 10, 12] {
      let shards = try (1...count).map { number in
        let shard = try #require(Shard("\(number)/\(count)"))
        return names(folder.run { $0.selection.shard = shard })
      }
      #expect(shards.flatMap { $0 }.sorted() == Self.names)
      #expect((shards.map(\.count).max() ?? 0) - (shards.map(\.count).min() ?? 0) <= 1)
    }
    for text in ["0/1", "2/1", "1", "1/2/3", "a/b", "", "-1/2", "1/0"] {
      #expect(Shard(text) == nil, "\(text)")
    }
  }

  @Test func `shuffling changes only the start order`() throws {
    let folder = try folder()
    let plain = folder.text(of: folder.run())
    let orders = (0..<4).map { seed in
      var selection = ScenarioSelection()
      selection.shuffleSeed = UInt64(seed)
      #expect(folder.text(of: folder.run { $0.selection = selection }) == plain)
      #expect(selection.order(of: 10).sorted() == Array(0..<10))
      #expect(selection.order(of: 10) == selection.order(of: 10))
      return selection.order(of: 10)
    }
    #expect(Set(orders).count > 1)
    #expect(ScenarioSelection().order(of: 3) == [0, 1, 2])
  }

  @Test func `the report ends at the last failure that counts`() throws {
    let folder = try folder()
    try folder.write("> say a\na\n", to: "f1.scenario")
    for jobs in [1, 2, 8] {
      let report = folder.run {
        $0.jobs = jobs
        $0.maxFailures = 3
      }
      #expect(
        report.results.map(\.outcome.status).prefix(4) == [.failed, .passed, .failed, .failed])
      #expect(
        folder.text(of: report).hasSuffix("\n1 passed, 3 failed (3 differences), 6 not run\n"))
      #expect(report.exitCode == 1)
    }
  }

  @Test func `rounds find flaky scenarios`() throws {
    let folder = try Folder(["a.scenario": "> say a\na\n> random\n<word>\n"])
    #expect(folder.text(of: folder.run { $0.rounds = 20 }) == "1 passed, 0 failed\n")
    try folder.write("> random\n[0-4].* (glob)\n", to: "a.scenario")
    for rounds in [2, 3] {
      let report = folder.run { $0.rounds = rounds }
      #expect(folder.text(of: report).hasPrefix("DIR/a.scenario: failed in round 1\nDIR/a."))
      #expect(report.exitCode == 1)
    }
  }
}
