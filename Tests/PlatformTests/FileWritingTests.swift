import LibC
import TestKit
import Testing

@testable import Platform

/// Files are put in place as a whole.
struct FileWritingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [0, 1, 65_535, 65_536, 65_537, 1_000_000])
  func `what is written is read`(size: Int) throws {
    var numbers = Numbers(seed: UInt64(size))
    let bytes = (0..<size).map { _ in UInt8(truncatingIfNeeded: numbers.next()) }
    try FileSystem.write([0x78], to: folder["a"])
    try FileSystem.write(bytes, to: folder["a"])
    #expect(try FileSystem.read(folder["a"]) == bytes)
    #expect(try folder.names == ["a"])
  }

  @Test func `new files have the mode asked for and old ones keep theirs`() throws {
    try FileSystem.write([], to: folder["private"], mode: 0o600)
    #expect(mode(of: folder["private"]) == 0o600)
    for kept: UInt32 in [0o600, 0o640, 0o755, 0o666, 0o444] {
      try #require(chmod(folder["private"], mode_t(kept)) == 0)
      try FileSystem.write([0x61], to: folder["private"])
      #expect(mode(of: folder["private"]) == kept)
    }
  }

  @Test(arguments: [false, true]) func `a loop of links is told, and stays`(replaces: Bool) throws {
    try #require(symlink("b", folder["a"]) == 0 && symlink("a", folder["b"]) == 0)
    #expect(throws: FileError(.write, folder["a"], number: ELOOP)) {
      try FileSystem.write([0x62], to: folder["a"], replaces: replaces)
    }
    #expect(try folder.names == ["a", "b"])
    #expect(!isRegular(folder["a"]) && !isRegular(folder["b"]))
  }

  @Test func `a symbolic link is followed`() throws {
    try FileSystem.write([0x61], to: folder["target"])
    try #require(symlink("target", folder["link"]) == 0)
    try FileSystem.write([0x62], to: folder["link"])
    #expect(try FileSystem.read(folder["target"]) == [0x62])
    #expect(isRegular(folder["target"]) && !isRegular(folder["link"]))
    #expect(try folder.names == ["link", "target"])
  }

  /// A link whose target does not exist yet is followed as well: the file is made there.
  @Test func `a link to nothing is followed`() throws {
    try #require(symlink("target", folder["link"]) == 0)
    try FileSystem.write([0x62], to: folder["link"])
    #expect(!isRegular(folder["link"]))
    #expect(try folder.names == ["link", "target"])
    #expect(try FileSystem.read(folder["link"]) == [0x62])
  }

  /// What is no regular file takes the bytes and stays what it is, as a device must.
  @Test func `a named pipe is written to`() throws {
    let path = folder["pipe"]
    try #require(mkfifo(path, 0o600) == 0)
    let descriptor = open(path, O_RDWR | O_NONBLOCK)
    defer { close(descriptor) }
    try #require(descriptor >= 0)
    try FileSystem.write(Array("hello".utf8), to: path)
    #expect(!isRegular(path))
    var buffer = [UInt8](repeating: 0, count: 16)
    #expect(read(descriptor, &buffer, buffer.count) == 5)
    #expect(buffer.prefix(5).elementsEqual("hello".utf8))
    #expect(try folder.names == ["pipe"])
  }

  @Test func `a pipe that no program reads is refused at once`() throws {
    let path = folder["pipe"]
    try #require(mkfifo(path, 0o600) == 0)
    let failure = #expect(throws: FileError.self) { try FileSystem.write([0x61], to: path) }
    #expect(
      failure?.message
        == "cannot write \(path): it is not a regular file, and no program reads it")
    #expect(try folder.names == ["pipe"])
  }

  @Test func `failures leave everything as it was`() throws {
    try FileSystem.write([0x61], to: folder["file"])
    try #require(mkdir(folder["sub"], 0o755) == 0)
    for (path, number) in [
      (folder.path, EISDIR), (folder["sub"], EISDIR), (folder["file/x"], ENOTDIR),
      (folder["none/x"], ENOENT), (folder[String(repeating: "x", count: 300)], ENAMETOOLONG),
    ] {
      #expect(throws: FileError(.write, path, number: number)) {
        try FileSystem.write([0x62], to: path)
      }
    }
    #expect(try FileSystem.read(folder["file"]) == [0x61])
    #expect(try folder.names == ["file", "sub"])
    #expect(try FileSystem.entries(of: folder["sub"]) == [])
  }

  @Test(.enabled(if: getuid() != 0, "root may write anywhere"))
  func `a read-only folder is an error`() throws {
    try #require(mkdir(folder["sub"], 0o555) == 0)
    #expect(throws: FileError(.write, folder["sub/x"], number: EACCES)) {
      try FileSystem.write([], to: folder["sub/x"])
    }
  }

  @Test(.enabled(if: FileSystem.kind(of: "/dev/full") == .file))
  func `a full disk`() throws {
    let descriptor = open("/dev/full", O_WRONLY)
    defer { close(descriptor) }
    let failure = #expect(throws: FileError.self) {
      try FileSystem.write([0x61], to: descriptor, named: "the disk")
    }
    #expect(failure?.message == "cannot write the disk: no space is left on the disk")
  }

  @Test func `descriptors that are not open are errors`() {
    #expect(throws: FileError(.write, "x", number: EBADF)) {
      try FileSystem.write([0x61], to: -1, named: "x")
    }
    #expect(throws: Never.self) { try FileSystem.write([], to: -1, named: "x") }
  }
}
