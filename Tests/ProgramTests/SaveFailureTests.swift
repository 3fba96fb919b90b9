import Foundation
import LibC
import TestKit
import Testing

/// Places that a game cannot be saved in.
@Suite(.blocking) struct SaveFailureTests {
  @Test func `a folder, and a missing folder`() throws {
    let folder = try TemporaryFolder()
    for (word, reason) in [
      (folder.path, "it is a directory"), (folder["."], "it is a directory"),
      (folder.path + "/", "it is a directory"),
      (folder["none/game"], "no such file or directory"),
      (folder["game/"], "no such file or directory"),
    ] {
      let outcome = try Program.run(["-c", "new farkle Ann;save \(word)"])
      #expect(outcome.status == .exited(1))
      #expect(outcome.text == "Farkle: Ann. First to 10,000. Seed 0.\nAnn to roll.\n")
      #expect(outcome.firstComplaint == "-c:2:6: error[io]: cannot write \(word): \(reason)")
    }
    #expect(try folder.names.isEmpty)
  }

  @Test(.enabled(if: geteuid() != 0, "root may write anywhere"))
  func `a folder without write permission`() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o555], ofItemAtPath: folder.path)
    let outcome = try Program.run(["-c", "new farkle Ann;save \(folder["game"])"])
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.path)
    #expect(outcome.status == .exited(1))
    #expect(
      outcome.firstComplaint
        == "-c:2:6: error[io]: cannot write \(folder["game"]): permission denied")
    #expect(try folder.names.isEmpty)
  }

  @Test func `on a full disk only the old file stays`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.add("game", "old\n")
    let moves = String(repeating: "roll 1 1 1 1 1 1\nhold all\n", count: 100)
    // A limit on the size of files stands for a full disk, which takes root to make.
    let outcome = try Program.shell(
      #"ulimit -f 1; exec "$0""#,
      input: "new farkle Ann target=1000000\n\(moves)save \(path) overwrite=yes\n".utf8)
    #expect(outcome.status == .exited(1))
    #expect(
      outcome.firstComplaint
        == "stdin:202:6: error[io]: cannot write \(path): the file is too large")
    #expect(try folder.text("game") == "old\n")
    #expect(try folder.names == ["game"])
  }

  @Test func `a pipe stays a pipe and receives the game`() throws {
    let folder = try TemporaryFolder()
    let path = folder["pipe"]
    #expect(mkfifo(path, 0o600) == 0)
    // Open at both ends, so that nobody waits for the other.
    let descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    let pipe = PipeEnd(descriptor, isReading: true)
    let outcome = try Program.run(["-c", "new farkle Ann;save \(path)"])
    #expect(outcome.status == .exited(0))
    var details = stat()
    #expect(stat(path, &details) == 0 && details.st_mode & S_IFMT == S_IFIFO)
    pipe.read()
    #expect(pipe.takeLine() == "# parlor-log 1")
    #expect(pipe.takeLine() == "# checked by the sum in the last line")
    #expect(pipe.takeLine()?.hasPrefix("new farkle Ann rules=standard seed=0 # =") == true)
    #expect(try folder.names == ["pipe"])
  }
}
