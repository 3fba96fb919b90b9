import LibC
import TestKit
import Testing

@testable import Platform

/// Kinds, folders, reading, appending, and failures in words.
struct FileSystemTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `paths lead where a person means`() throws {
    let home = try #require(FileSystem.environment("HOME"))
    for folder in [".", "/data"] {
      #expect(FileSystem.resolve("~/a", in: folder) == "\(home)/a")
      #expect(FileSystem.resolve("/a", in: folder) == "/a")
    }
    #expect(FileSystem.resolve("a/b", in: ".") == "a/b")
    #expect(FileSystem.resolve("a/b", in: "/data") == "/data/a/b")
    #expect(FileSystem.confine("/a/../../b/./c", to: "/data") == "/data/a/b/c")
    #expect(FileSystem.confine("..", to: "/data") == "/data")
    #expect(["a", "/a", "/a/b"].map(FileSystem.parent) == [".", "/", "/a"])
  }

  @Test func `kinds of paths are told apart`() throws {
    try FileSystem.write([], to: folder["file"])
    try #require(symlink(folder.path, folder["link"]) == 0)
    try #require(symlink("nowhere", folder["dangling"]) == 0)
    #expect(FileSystem.kind(of: folder.path) == .folder)
    #expect(FileSystem.kind(of: folder["link"]) == .folder)
    #expect(FileSystem.kind(of: folder["file"]) == .file)
    for path in [folder["none"], folder["dangling"], folder["file/x"], ""] {
      #expect(FileSystem.kind(of: path) == .missing)
    }
  }

  @Test func `what a user may not do is told from other errors`() {
    for (number, isForbidden) in [(EACCES, true), (EPERM, true), (ENOENT, false), (EIO, false)] {
      #expect(FileError(.read, "a", number: number).isForbidden == isForbidden)
    }
  }

  @Test func `names are sorted by their bytes`() throws {
    for name in ["b", "a", "B", "é", "10", "9", ".x"] { try FileSystem.write([], to: folder[name]) }
    #expect(try folder.names == [".x", "10", "9", "B", "a", "b", "é"])
    #expect(throws: FileError(.list, folder["b"], number: ENOTDIR)) {
      try FileSystem.entries(of: folder["b"])
    }
  }

  @Test func `reading something that is not a file fails`() throws {
    #expect(throws: FileError(.read, folder.path, number: EISDIR)) {
      try FileSystem.read(folder.path)
    }
    #expect(throws: FileError(.read, folder["x"], number: ENOENT)) {
      try FileSystem.read(folder["x"])
    }
    #expect(throws: FileError(.read, folder["x"], number: ENOENT)) { try InputFile(folder["x"]) }
    #expect(throws: FileError(.read, folder.path, number: EISDIR)) { try InputFile(folder.path) }
  }

  @Test func `removing takes everything and follows no link`() throws {
    let other = try TemporaryFolder()
    try FileSystem.write([], to: other["precious"])
    try #require(mkdir(folder["a"], 0o755) == 0 && mkdir(folder["a/b"], 0o755) == 0)
    try FileSystem.write([], to: folder["a/b/c"])
    try #require(symlink(other.path, folder["a/link"]) == 0)
    FileSystem.removeTree(folder["a"])
    FileSystem.removeTree(folder["none"])
    #expect(try folder.names == [])
    // A trailing slash makes unlink(2) fail as a folder without rights does.
    try #require(symlink(other.path, folder["link"]) == 0)
    FileSystem.remove(other.path)
    FileSystem.remove(folder["link"] + "/")
    FileSystem.removeTree(folder["link"])
    #expect(try folder.names == [])
    #expect(try other.names == ["precious"])
  }

  @Test(arguments: [0, 1, 4094, 4095, 4096, 5000, 70_000, 140_000])
  func `the last line is found, however long it is`(length: Int) throws {
    let long = [UInt8](repeating: 0x79, count: length)
    for before in ["", "\n", "a line\n"] {
      let bytes = Array(before.utf8) + long + [0x0A]
      try FileSystem.write(bytes, to: folder["lines"])
      let file = try LockedFile(folder["lines"], mode: 0o600, timeout: 0)
      #expect(try file.lastLine() == long + [0x0A])
    }
  }

  @Test func `temporary folders are ones own`() throws {
    let other = try TemporaryFolder()
    #expect(folder.path != other.path)
    #expect(mode(of: folder.path) == 0o700)
    #expect(try folder.names == [])
  }

  @Test func `appended bytes follow one another`() throws {
    let file = try AppendFile(creating: folder["log"])
    try file.append(Array("a".utf8))
    #expect(try FileSystem.read(folder["log"]) == Array("a".utf8))
    try file.append([])
    try file.append(Array("bc\n".utf8))
    #expect(try FileSystem.read(folder["log"]) == Array("abc\n".utf8))
  }

  @Test func `a file that exists is not appended to`() throws {
    try FileSystem.write([0x61], to: folder["a"])
    for (path, number) in [(folder["a"], EEXIST), (folder.path, EEXIST), (folder["x/y"], ENOENT)] {
      #expect(throws: FileError(.create, path, number: number)) { try AppendFile(creating: path) }
    }
    #expect(try FileSystem.read(folder["a"]) == [0x61])
  }

  @Test(arguments: [
    (FileError(.read, "a b", number: ENOENT), "cannot read a b: no such file or directory"),
    (FileError(.write, "x", number: EACCES), "cannot write x: permission denied"),
    (FileError(.create, "x", number: EEXIST), "cannot create x: it exists already"),
    (
      FileError(.list, "x", number: ENOTDIR), "cannot list x: a part of the path is not a directory"
    ),
    (FileError(.remove, "x", number: 9999), "cannot remove x: system error 9999"),
    (FileError(.write, "x", because: "it is asleep"), "cannot write x: it is asleep"),
  ])
  func `failures are worded by their numbers`(failure: FileError, message: String) {
    #expect(failure.message == message)
    #expect(!failure.isClosedPipe)
  }

  @Test func `a closed pipe is known`() {
    #expect(FileError(.write, "x", number: EPIPE).isClosedPipe)
  }

  @Test func `variables of the environment are read`() {
    #expect(FileSystem.environment("PATH")?.isEmpty == false)
    #expect(FileSystem.environment("PARLOR_NO_SUCH_VARIABLE") == nil)
  }

  /// Repaired, the name of a folder would be that of another one.
  @Test func `a path that is not UTF-8 is no path, and lies below no folder`() throws {
    let folder = try TemporaryFolder()
    let odd = Array(folder.path.utf8CString.dropLast()) + [0x2F, 0x61, CChar(bitPattern: 0xFF), 0]
    #expect(mkdir(odd, 0o755) == 0)
    #expect(symlink(odd, folder["link"]) == 0)
    #expect(FileSystem.realPath(of: folder["link"]) == nil)
    #expect(!FileSystem.isBelow(folder["link"], folder.path))
    #expect(FileSystem.isBelow(folder["missing"], folder.path))
    #expect(rmdir(odd) == 0)
  }
}
