import LibC
import ParlorKit
import Platform
import TestKit
import Testing

@testable import Records

/// What the file of results meets on bad days: one clear failure, and nothing lost.
@Suite(.blocking) struct BadDayTests {
  private let folder: TemporaryFolder
  private let file: ResultsFile

  init() throws {
    folder = try TemporaryFolder()
    file = ResultsFile(folder["results.jsonl"])
  }

  private func failure(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch let failure as FileError {
      return failure.message
    } catch {
      return "\(error)"
    }
  }

  @Test func `a folder that stands in the way is named`() throws {
    try FileSystem.makeFolders(file.path, mode: 0o700)
    let reason = "\(file.path): it is a directory"
    #expect(failure { try file.append(.sample()) } == "cannot write \(reason)")
    #expect(failure { try file.forEach { _ in } } == "cannot read \(reason)")
    #expect(failure { _ = try file.merge(GameResult.sample().line) } == "cannot write \(reason)")
  }

  @Test func `a pipe in its place is not waited for`() throws {
    #expect(mkfifo(file.path, 0o600) == 0)
    let reason = "\(file.path): it is not a regular file"
    #expect(failure { try file.append(.sample()) } == "cannot write \(reason)")
    #expect(failure { try file.forEach { _ in } } == "cannot read \(reason)")
  }

  @Test func `a file that stands in the way of the folder is named`() throws {
    try FileSystem.write([], to: folder["a"])
    let inside = ResultsFile(folder["a/results.jsonl"])
    #expect(failure { try inside.append(.sample()) } != nil)
    #expect(try inside.all().isEmpty)
  }

  @Test func `a file that can only be read is read and not written`() throws {
    try file.append(.sample("a"))
    chmod(file.path, 0o400)
    #expect(try file.all().map(\.id) == ["a"])
    // Whoever may write everywhere is not kept from it.
    guard getuid() != 0 else { return }
    #expect(
      failure { try file.append(.sample("b")) }
        == "cannot write \(file.path): permission denied")
    chmod(folder.path, 0o500)
    defer { chmod(folder.path, 0o700) }
    #expect(failure { try ResultsFile(folder["new.jsonl"]).append(.sample()) } != nil)
  }

  @Test func `a device is no file`() throws {
    #expect(
      failure { try ResultsFile("/dev/null").append(.sample()) }
        == "cannot write /dev/null: it is not a regular file")
  }

  @Test func `a symbolic link is followed, and stays one`() throws {
    let target = folder["elsewhere.jsonl"]
    #expect(symlink(target, file.path) == 0)
    try file.append(.sample("b", end: 20))
    _ = try file.merge(GameResult.sample("a", end: 10).line)
    #expect(FileSystem.isSymbolicLink(file.path))
    #expect(try ResultsFile(target).all().map(\.id) == ["a", "b"])
  }

  @Test func `a reset replaces nothing that has the name, not even a link that leads nowhere`()
    throws
  {
    try file.append(.sample("a"))
    try FileSystem.makeFolders("\(file.path).old", mode: 0o700)
    #expect(symlink("nowhere", "\(file.path).old-2") == 0)
    #expect(try file.reset() == "\(file.path).old-3")
  }

  @Test func `what others could read is taken from them`() throws {
    try FileSystem.write(GameResult.sample("a").line, to: file.path, mode: 0o644)
    try file.append(.sample("b"))
    #expect(folder.mode("results.jsonl") == 0o600)
  }

  @Test func `the lock of a process that was killed holds nobody up`() throws {
    try file.append(.sample("a"))
    // The shell takes the lock on a descriptor that its child keeps, tells so, and waits.
    let script = "exec 9>>\"$0\"; flock 9 || exit 1; echo held; exec cat"
    let holder = try Child(
      "/bin/sh", ["-c", script, file.path], environment: ["PATH": "/usr/bin:/bin"])
    #expect(try holder.readLine() == "held")
    #expect(
      failure { _ = try LockedFile(file.path, mode: 0o600, timeout: 10) }
        == "cannot write \(file.path): another program has it locked")
    holder.signal(SIGKILL)
    #expect(try holder.wait() == .killed(SIGKILL))
    try file.append(.sample("b"))
    #expect(try file.all().map(\.id) == ["a", "b"])
  }
}
