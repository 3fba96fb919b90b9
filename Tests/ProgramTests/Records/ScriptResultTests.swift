import LibC
import Platform
import TestKit
import Testing

/// What scripts with a profile leave in it.
@Suite(.blocking) struct ScriptResultTests {
  private static let game = "new farkle Ann; resign"

  @Test func `a result that cannot be written is exit code 3`() throws {
    let folder = try TemporaryFolder()
    try folder.add("p/results.jsonl/file", "")
    let outcome = try Program.run(["--profile", folder["p"], "-c", Self.game])
    #expect(outcome.status == .exited(3))
    #expect(outcome.text.contains("Cannot save results yet: "))
    #expect(outcome.complaint.hasPrefix("parlor: the results of finished games are lost: cannot "))
    // What can be written later is no failure.
    let other = try TemporaryFolder()
    let fine = try Program.run(["--profile", other["p"], "-c", Self.game])
    #expect(fine.status == .exited(0) && fine.complaint.isEmpty)
    #expect(try other.lines("p/results.jsonl").count == 1)
    #expect(try FileSystem.entries(of: other["p/finished"]).count == 2)
    #expect(try FileSystem.entries(of: other["p/finished/waiting"]) == [])
  }

  /// A process that is killed between the log and the result leaves a file that waits.
  @Test func `what killed scripts left is tidied up`() throws {
    let folder = try TemporaryFolder()
    _ = try Program.run(["--profile", folder["p"], "-c", Self.game])
    let name = try #require(try FileSystem.entries(of: folder["p/finished"]).first)
    FileSystem.remove(folder["p/finished/\(name)"])
    let old = Timestamp(milliseconds: 1_000_000_000_000)
    for (path, text) in [
      ("p/finished/waiting/lost.parlor", "x"), ("p/finished/waiting/a.parlor.1.2.tmp", "x"),
      ("p/finished/waiting/\(name)", "the log of a result\n"),
    ] {
      FileSystem.setTime(of: try folder.add(path, text), to: old)
    }
    try folder.add("p/finished/waiting/new.parlor", "may be written now")
    _ = try Program.run(["--profile", folder["p"], "-c", Self.game])
    #expect(try FileSystem.entries(of: folder["p/finished/waiting"]) == ["new.parlor"])
    #expect(try folder.text("p/finished/\(name)") == "the log of a result\n")
  }

  /// A profile in which a killed process left the log of a recorded game behind.
  private static func interrupted() throws -> (folder: TemporaryFolder, name: String) {
    let folder = try TemporaryFolder()
    _ = try Program.run(["--profile", folder["p"], "-c", game])
    let name = try #require(try FileSystem.entries(of: folder["p/finished"]).first)
    let waiting = folder["p/finished/waiting/\(name)"]
    try FileSystem.move(folder["p/finished/\(name)"], to: waiting)
    FileSystem.setTime(of: waiting, to: Timestamp(milliseconds: 1_000_000_000_000))
    return (folder, name)
  }

  @Test func `the log of a recorded game outlives results that cannot be read`() throws {
    let (folder, name) = try Self.interrupted()
    let results = folder["p/results.jsonl"]
    let line = try FileSystem.read(results)
    func run() throws -> Outcome { try Program.run(["--profile", folder["p"], "-c", Self.game]) }
    func expectLog(in place: String, _ what: String) throws {
      let names = try FileSystem.entries(of: folder["p/finished\(place)"])
      #expect(names.contains(name), "\(what): \(names)")
    }
    // A folder, a missing file and an incomplete line say nothing about the game.
    FileSystem.removeTree(results)
    try folder.add("p/results.jsonl/file", "")
    #expect(try run().status == .exited(3))
    try expectLog(in: "/waiting", "a folder")
    FileSystem.removeTree(results)
    #expect(try run().status == .exited(0))
    try expectLog(in: "/waiting", "a missing file")
    try FileSystem.write(Array(line.dropLast()), to: results)
    #expect(try run().status == .exited(0))
    try expectLog(in: "/waiting", "an incomplete line")
    #expect(try run().status == .exited(0))
    try expectLog(in: "", "a line that was completed")
  }

  @Test func `a result of a later version keeps its log`() throws {
    let (folder, name) = try Self.interrupted()
    let line = try folder.text("p/results.jsonl")
    try folder.add(
      "p/results.jsonl", line.replacing(#"{"schemaVersion":"#, with: #"{"schemaVersion":9"#))
    _ = try Program.run(["--profile", folder["p"], "-c", Self.game])
    #expect(try FileSystem.entries(of: folder["p/finished"]).contains(name))
  }

  @Test func `many logs that wait are tidied up in parts`() throws {
    let (folder, name) = try Self.interrupted()
    let old = Timestamp(milliseconds: 1_000_000_000_000)
    for number in 0..<250 {
      FileSystem.setTime(
        of: try folder.add("p/finished/waiting/a\(number).parlor", "lost"), to: old)
    }
    var left: [Int] = []
    for _ in 0..<4 {
      _ = try Program.run(["--profile", folder["p"], "-c", Self.game])
      left.append(try FileSystem.entries(of: folder["p/finished/waiting"]).count)
    }
    #expect(left == [151, 51, 0, 0])
    #expect(try FileSystem.entries(of: folder["p/finished"]).contains(name))
  }

  @Test func `an empty journal is told`() throws {
    let folder = try TemporaryFolder()
    try folder.add("p/journal/20260101T000000Z-1/20260101T000000Z-1.0001.parlor", "")
    let terminal = try Pseudoterminal.parlor(["--profile", folder["p"], "--color", "never"])
    try terminal.expect("Moved a damaged journal to ")
    try terminal.expect("it is empty")
    #expect(try terminal.leave() == .exited(0))
  }

  @Test func `several -c run in order`() throws {
    let outcome = try Program.run(["-c", "echo a; echo b", "-c", "echo c"])
    #expect(outcome == Outcome(0, "a\nb\nc\n"))
    let failed = try Program.run(["-c", "echo a", "-c", "wrong", "-c", "echo c"])
    #expect(failed.status == .exited(1) && failed.text == "a\n")
    #expect(failed.complaint.hasPrefix("-c:2:1: "))
  }

  @Test func `a file that cannot be blessed is exit code 3`() throws {
    let folder = try TemporaryFolder()
    try folder.add("a.scenario", "> echo a\nb\n")
    // A file in a folder that refuses new files: the one for the new text cannot be made.
    let outcome = try Program.shell(
      "ulimit -f 0; \"$0\" test --no-profile --bless \"$1\"", [folder["a.scenario"]])
    #expect(outcome.status == .exited(3), "\(outcome)")
  }

  @Test func `plugin check wants a program`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.add("parlor-x", "#!/bin/sh\n")
    let outcome = try Program.run(["plugin", "check", path])
    #expect(outcome.status == .exited(2))
    #expect(outcome.complaint.contains("is not executable; `chmod +x` makes it a program."))
  }
}
