import LibC
import LineEditing
import TestKit
import Testing

/// The history file, without a terminal.
@Suite(.blocking) struct HistoryFileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func file(_ limits: HistoryFile.Limits = .init()) -> HistoryFile {
    HistoryFile("\(folder.path)/history", limits: limits)
  }

  private func bytes(_ lines: [String]) -> [[UInt8]] {
    lines.map { Array($0.utf8) }
  }

  @Test func `the file is created with the first line`() throws {
    let file = HistoryFile("\(folder.path)/a/b/history")
    #expect(try file.exchange() == [])
    #expect(folder.mode("a") == 0)
    #expect(try file.exchange(Array("one".utf8)) == [])
    #expect(folder.mode("a") == 0o700)
    #expect(folder.mode("a/b") == 0o700)
    #expect(folder.mode("a/b/history") == 0o600)
    #expect(try folder.lines("a/b/history") == ["one"])
  }

  @Test func `other programs append lines`() throws {
    let (one, other) = (file(), file())
    _ = try one.exchange(Array("a1".utf8))
    #expect(try other.exchange(Array("b1".utf8)) == bytes(["a1"]))
    _ = try other.exchange(Array("b2".utf8))
    #expect(try one.exchange(Array("a2".utf8)) == bytes(["b1", "b2"]))
    #expect(try one.exchange() == [])
    #expect(try other.exchange() == bytes(["a2"]))
    #expect(try folder.lines("history") == ["a1", "b1", "b2", "a2"])
  }

  @Test func `the file becomes private`() throws {
    try folder.add("history", Array("one\n".utf8), mode: 0o644)
    #expect(try file().exchange() == bytes(["one"]))
    #expect(folder.mode("history") == 0o600)
  }

  @Test func `invalid lines are ignored`() throws {
    let bad: [UInt8] = [0xFF, 0xC3, 0x28, 0x0A, 0x61, 0x1B, 0x62, 0x0A, 0x61, 0x00, 0x0A]
    try folder.add("history", Array("one\n\n".utf8) + bad + Array("žluť\n".utf8))
    #expect(try file().exchange() == bytes(["one", "žluť"]))
    let file = file()
    _ = try file.exchange([0x61, 0xFF])
    _ = try file.exchange(Array("a\u{1B}b".utf8))
    #expect(try folder.bytes("history").count == 16 + bad.count - 4)
  }

  @Test func `an incomplete line is removed`() throws {
    try folder.add("history", Array("one\ntwo\nthr".utf8))
    let file = file()
    #expect(try file.exchange() == bytes(["one", "two"]))
    _ = try file.exchange(Array("four".utf8))
    #expect(try folder.lines("history") == ["one", "two", "four"])
  }

  @Test func `an emptied or replaced file is read again`() throws {
    let file = file()
    _ = try file.exchange(Array("one, long before".utf8))
    try folder.add("history", "")
    #expect(try file.exchange() == [])
    _ = try file.exchange(Array("two".utf8))
    #expect(try folder.lines("history") == ["two"])
    unlink("\(folder.path)/history")
    try folder.add("history", lines: ["three", "four"])
    #expect(try file.exchange(Array("five".utf8)) == bytes(["three", "four"]))
    unlink("\(folder.path)/history")
    _ = try file.exchange(Array("six".utf8))
    #expect(try folder.lines("history") == ["six"])
  }

  @Test func `a full file loses its oldest lines and repeats`() throws {
    let file = file(.init(entries: 100))
    for number in 1...150 {
      _ = try file.exchange(Array("line \(number % 90)".utf8))
      _ = try file.exchange(Array("again".utf8))
    }
    let lines = try folder.lines("history")
    #expect((30...100).contains(lines.count))
    #expect(lines.suffix(2) == ["line 60", "again"])
    #expect(folder.mode("history") == 0o600)
    let other = HistoryFile("\(folder.path)/history", limits: .init(entries: 100, bytes: 300))
    _ = try other.exchange(Array("last".utf8))
    let kept = try folder.bytes("history")
    #expect((100...225).contains(kept.count))
    #expect(kept.suffix(11) == Array("again\nlast\n".utf8)[...])
  }

  @Test func `a symbolic link survives compaction`() throws {
    try folder.add("elsewhere", lines: (1...50).map { "line \($0)" })
    symlink("elsewhere", "\(folder.path)/history")
    _ = try file(.init(entries: 40)).exchange(Array("last".utf8))
    var status = stat()
    #expect(lstat("\(folder.path)/history", &status) == 0)
    #expect(status.st_mode & S_IFMT == S_IFLNK)
    #expect(try folder.lines("elsewhere") == (22...50).map { "line \($0)" } + ["last"])
  }

  @Test func `only regular files are accepted`() throws {
    mkdir("\(folder.path)/history", 0o700)
    #expect(throws: (any Error).self) { try file().exchange() }
    #expect(throws: (any Error).self) { try HistoryFile("/dev/null").exchange() }
    mkfifo("\(folder.path)/pipe", 0o600)
    #expect(throws: (any Error).self) { try HistoryFile("\(folder.path)/pipe").exchange() }
    try folder.add("file", lines: ["x"])
    let below = HistoryFile("\(folder.path)/file/history")
    #expect(try below.exchange() == [])
    #expect(throws: (any Error).self) { try below.exchange([0x61]) }
  }

  @Test func `unwritten lines are written later`() throws {
    mkdir("\(folder.path)/history", 0o700)
    let file = file()
    for line in ["one", "two"] {
      #expect(throws: (any Error).self) { try file.exchange(Array(line.utf8)) }
    }
    rmdir("\(folder.path)/history")
    _ = try file.exchange()
    #expect(try folder.lines("history") == ["one", "two"])
  }

  @Test func `waiting for a lock has a timeout`() throws {
    try folder.add("history", lines: ["one"])
    // A program that another test starts must not inherit the lock.
    let held = open("\(folder.path)/history", O_RDWR | O_CLOEXEC)
    #expect(flock(held, LOCK_EX) == 0)
    #expect(throws: (any Error).self) { try file().exchange() }
    close(held)
    #expect(try file().exchange() == bytes(["one"]))
  }

  #if os(Linux)
    @Test func `a replaced file is opened again`() async throws {
      try folder.add("history", lines: ["old"])
      let path = "\(folder.path)/history"
      let held = open(path, O_RDWR | O_CLOEXEC)
      #expect(flock(held, LOCK_EX) == 0)
      async let others = Task.detached { try HistoryFile(path).exchange(Array("late".utf8)) }.value
      // Wait until the other one has opened the old file.
      while try openFiles(at: path) < 2 {
        sched_yield()
      }
      try folder.add("next", lines: ["new"])
      rename("\(folder.path)/next", path)
      close(held)
      #expect(try await others == bytes(["new"]))
      #expect(try folder.lines("history") == ["new", "late"])
    }

    /// The number of descriptors of this process that refer to a file.
    private func openFiles(at path: String) throws -> Int {
      var buffer: [CChar] = Array(repeating: 0, count: 4_096)
      return (0..<1_000).filter { descriptor in
        let length = readlink("/proc/self/fd/\(descriptor)", &buffer, buffer.count)
        guard length > 0 else { return false }
        return buffer[..<length].elementsEqual(path.utf8.map { CChar(bitPattern: $0) })
      }.count
    }
  #endif

  @Test func `parallel writers lose nothing`() async throws {
    let path = "\(folder.path)/history"
    await withTaskGroup(of: Void.self) { group in
      for writer in 1...4 {
        group.addTask {
          let file = HistoryFile(path, limits: .init(entries: 1_000_000))
          for number in 1...100 {
            while (try? file.exchange(Array("\(writer)-\(number)".utf8))) == nil {}
          }
        }
      }
    }
    let lines = try folder.lines("history")
    #expect(lines.count == 400)
    for writer in 1...4 {
      let own = lines.filter { $0.hasPrefix("\(writer)-") }
      #expect(own == (1...100).map { "\(writer)-\($0)" })
    }
  }

  @Test func `compaction loses nothing of other writers`() async throws {
    // With so few entries the file is compacted all the time. A new line is always kept.
    let path = "\(folder.path)/history"
    await withTaskGroup(of: Bool.self) { group in
      for writer in 1...4 {
        group.addTask {
          let file = HistoryFile(path, limits: .init(entries: 40))
          let reader = HistoryFile(path, limits: .init(entries: 40))
          var seen: Set<[UInt8]> = []
          for number in 1...60 {
            let line = Array("\(writer)-\(number)".utf8)
            while (try? file.exchange(line)) == nil {}
            seen.formUnion((try? reader.exchange()) ?? [])
          }
          return true
        }
      }
      for await isDone in group {
        #expect(isDone)
      }
    }
    let lines = try folder.lines("history")
    #expect((30...40).contains(lines.count))
    #expect(Set(lines).count == lines.count)
    #expect(lines.last?.hasSuffix("-60") == true)
  }
}
