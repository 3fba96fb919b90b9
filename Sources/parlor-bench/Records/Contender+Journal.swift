import Platform
import Records

extension Contender {
  /// Appends lines to the journal of a game, one by one, in this process, and tells the
  /// nanoseconds that one takes.
  ///
  /// - Parameter syncs: whether the disk is waited for.
  static func journal(syncs: Bool, count: Int) -> Contender {
    Contender(name: "journal") { bench throws(BenchError) in
      let path = "\(bench.folder)/journal"
      defer { FileSystem.remove(path) }
      let folder = JournalFolder(path, session: "bench")
      let line = Array("hold 1 5 5 # =0123ABCD\n".utf8)
      let count = bench.scaled(count)
      do throws(FileError) {
        try folder.append(line, to: "game", syncs: syncs, time: nil)
        let start = ContinuousClock.now
        for _ in 0..<count { try folder.append(line, to: "game", syncs: syncs, time: nil) }
        return nanoseconds(since: start) / Double(count)
      } catch { throw .file(error) }
    }
  }

  /// Lets sqlite3 insert the same lines, each in a transaction of its own.
  static func inserts(syncs: Bool, count: Int) -> Contender {
    Contender(name: "sqlite3") { bench throws(BenchError) in
      guard let program = Program.sqlite3.path(bench) else { return nil }
      let path = "\(bench.folder)/lines.sqlite"
      defer { FileSystem.remove(path) }
      let table = [
        "pragma synchronous = \(syncs ? "full" : "off");", "create table lines (line text);",
      ]
      let count = bench.scaled(count)
      let before = Script.cycle(table, 2, name: "inserts-\(syncs)-0")
      let script = before.followed(
        by: .repeated("insert into lines values ('hold 1 5 5 # =0123ABCD');", count))
      var times: [Double] = []
      for script in [before, script] {
        FileSystem.remove(path)
        let input = try bench.path(of: script)
        let start = ContinuousClock.now
        _ = try ProcessMeter.run(program, [path], input: input)
        times.append(nanoseconds(since: start))
      }
      return (times[1] - times[0]) / Double(count)
    }
  }

  private static func nanoseconds(since start: ContinuousClock.Instant) -> Double {
    (ContinuousClock.now - start) / .nanoseconds(1)
  }
}

extension Workload {
  /// What it costs that nothing is lost.
  static let journal = [
    Workload(
      title: "a line in the journal, synced (sqlite3: an insert)", quantity: .elapsed,
      contenders: [.journal(syncs: true, count: 1_000), .inserts(syncs: true, count: 1_000)],
      goals: []),
    Workload(
      title: "a line in the journal, not synced (sqlite3: an insert)", quantity: .elapsed,
      contenders: [.journal(syncs: false, count: 20_000), .inserts(syncs: false, count: 20_000)],
      goals: []),
  ]
}
