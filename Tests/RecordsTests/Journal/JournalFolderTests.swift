import LibC
import Platform
import Records
import TestKit
import Testing

@Suite struct JournalFolderTests {
  private let temporary: TemporaryFolder
  private var path: String { temporary["journal"] }

  init() throws { temporary = try TemporaryFolder() }

  private func append(_ text: String, to name: String, in folder: JournalFolder) throws {
    try folder.append(Array(text.utf8), to: name, syncs: false, time: nil)
  }

  /// The lines of the journals that a program takes over.
  private func takenOver(by folder: JournalFolder) throws -> [[UInt8]] {
    try folder.takeOver().found.map { try folder.contents(of: $0.id).lines }
  }

  @Test func `nothing is made before the first line`() throws {
    let folder = JournalFolder(path, session: "a")
    #expect(try folder.takeOver().found.isEmpty)
    folder.leave()
    #expect(FileSystem.kind(of: path) == .missing)
  }

  @Test func `the next program takes over what the last one left`() throws {
    let first = JournalFolder(path, session: "a")
    try append("one\n", to: "a.0001", in: first)
    try append("two\n", to: "a.0002", in: first)
    try append("more\n", to: "a.0001", in: first)
    try first.noteCurrent("a.0001")
    first.leave()
    let second = JournalFolder(path, session: "b")
    let found = try second.takeOver().found
    #expect(
      try found.map { try second.contents(of: $0.id).lines } == [
        Array("one\nmore\n".utf8), Array("two\n".utf8),
      ])
    #expect(found.map(\.isCurrent) == [true, false])
    #expect(found.map(\.id) == ["a.0001", "a.0002"])
    #expect(try FileSystem.entries(of: path) == ["b", "lock"])
    #expect(try FileSystem.read(second.path(of: "a.0002")) == Array("two\n".utf8))
  }

  @Test func `nothing is written behind what a failed write has left`() throws {
    let folder = JournalFolder(path, session: "a")
    try append("one\n", to: "a.0001", in: folder)
    try FileSystem.append(Array("tw".utf8), to: folder.path(of: "a.0001"), syncs: false)
    #expect(throws: FileError.self) { try append("three\n", to: "a.0001", in: folder) }
    #expect(try FileSystem.read(folder.path(of: "a.0001")) == Array("one\ntw".utf8))
    #expect(folder.lacks("a.0001"))
    try append("one\nthree\n", to: "a.0001", in: folder)
    #expect(try FileSystem.read(folder.path(of: "a.0001")) == Array("one\nthree\n".utf8))
  }

  @Test func `what a killed program has not finished writing is removed`() throws {
    let first = JournalFolder(path, session: "a")
    try append("one\n", to: "a.0001", in: first)
    first.leave()
    for name in ["current.7.8.tmp", "a.0002.parlor.7.9.tmp"] {
      try FileSystem.write([0x41], to: "\(path)/a/\(name)", mode: 0o600)
    }
    #expect(try JournalFolder(path, session: "b").takeOver().found.map(\.id) == ["a.0001"])
    #expect(try FileSystem.entries(of: path) == ["b", "lock"])
  }

  @Test func `a folder of somebody else, and a link to one, stay as they are`() throws {
    let first = JournalFolder(path, session: "a")
    try append("one\n", to: "a.0001", in: first)
    first.leave()
    let (other, linked) = ("\(path)/notes", temporary["linked"])
    for folder in [other, linked] {
      try FileSystem.makeFolders(folder, mode: 0o700)
      try FileSystem.write([0x41], to: "\(folder)/current", mode: 0o600)
    }
    try FileSystem.write([0x41], to: "\(linked)/lock", mode: 0o600)
    #expect(symlink(linked, "\(path)/link") == 0)
    try FileSystem.write([0x41], to: "\(path)/a/mine", mode: 0o600)
    #expect(try JournalFolder(path, session: "b").takeOver().found.map(\.id) == ["a.0001"])
    #expect(try FileSystem.entries(of: other) == ["current"])
    #expect(try FileSystem.entries(of: linked) == ["current", "lock"])
    #expect(try FileSystem.entries(of: "\(path)/a") == ["lock", "mine"])
  }

  /// A restored backup, a copied folder, or a folder that was moved while its program ran.
  @Test(arguments: ["0", "z"])
  func `of two journals of a game none is lost`(name: String) throws {
    let first = JournalFolder(path, session: "a")
    for id in ["same", "longer", "shorter", "changed"] { try append("one\n", to: id, in: first) }
    try append("two\n", to: "shorter", in: first)
    try append("mine\n", to: "changed", in: first)
    first.leave()
    let copy = "\(path)/\(name)"
    try FileSystem.makeFolders(copy, mode: 0o700)
    for (id, text) in [
      ("same", "one\n"), ("longer", "one\nmore\n"), ("shorter", "one\n"),
      ("changed", "one\nyours\n"),
    ] {
      try FileSystem.write(Array(text.utf8), to: "\(copy)/\(id).parlor", mode: 0o600)
      FileSystem.setTime(of: "\(copy)/\(id).parlor", to: Timestamp(milliseconds: 4_000_000_000_000))
    }
    let second = JournalFolder(path, session: "b")
    let found = try second.takeOver().found.sorted { $0.id < $1.id }
    #expect(found.map(\.id) == ["changed", "longer", "same", "shorter"])
    #expect(
      try found.map { String(decoding: try second.contents(of: $0.id).lines, as: UTF8.self) } == [
        "one\nyours\n", "one\nmore\n", "one\n", "one\ntwo\n",
      ])
    #expect(found.map(\.others.count) == [1, 0, 0, 0])
    #expect(try FileSystem.read(found[0].others[0]) == Array("one\nmine\n".utf8))
    #expect(try FileSystem.entries(of: path) == ["b", "changed.parlor.other", "lock"])
  }

  /// The folders come in the order of their names, and each journal is newer than the one before.
  @Test(
    arguments: [
      // All lines of others, whatever was written last.
      (["one\ntwo\nthree\n", "one\nother\n", "", "one\n"], 1, 1),
      // Only complete lines count.
      (["one\ntwo\n", "one\ntw"], 0, 1), (["one\n", "one\ntwo\nthr", "one\ntwo\n"], 2, 1),
      // A better one comes first.
      (["one\n", "bad\n"], 0, 1), (["bad\n", "one\n", "bad\nworse\n"], 1, 2),
      // A link, and what is no file, do not take the place of a journal.
      (["one\n", "link"], 0, 1), (["link", "one\n"], 1, 1), (["folder", "one\n"], 1, 1),
    ] as [([String], Int, Int)])
  func `the best of several journals is adopted`(_ journals: [String], _ best: Int, _ others: Int)
    throws
  {
    try FileSystem.makeFolders(path, mode: 0o700)
    for (place, text) in journals.enumerated() {
      let journal = "\(path)/\(place)/id.parlor"
      try FileSystem.makeFolders("\(path)/\(place)", mode: 0o700)
      switch text {
      case "link": #expect(symlink("../\(1 - place)/id.parlor", journal) == 0)
      case "folder": try FileSystem.makeFolders(journal, mode: 0o700)
      default:
        try FileSystem.write(Array(text.utf8), to: journal, mode: 0o600)
        FileSystem.setTime(
          of: journal, to: Timestamp(milliseconds: 1_000_000_000_000 + Int64(place) * 1000))
      }
    }
    let folder = JournalFolder(path, session: "own")
    let (found, failures) = try folder.takeOver { $0.starts(with: "bad".utf8) ? 0 : 1 }
    #expect(found.map(\.id) == ["id"] && failures.isEmpty)
    let kept = try FileSystem.read(folder.path(of: "id"))
    #expect(String(decoding: kept, as: UTF8.self) == journals[best])
    #expect(found[0].others.count == others)
    let entries = try FileSystem.entries(of: path)
    #expect(entries.count == 2 + others, "\(entries)")
  }

  @Test func `what cannot be adopted is said and hinders nothing`() throws {
    let first = JournalFolder(path, session: "a")
    try append("one\n", to: "good", in: first)
    first.leave()
    let bad: [CChar] = Array("\(path)/a/".utf8CString.dropLast()) + [CChar(bitPattern: 0xFF)]
    let name = bad + Array(".parlor".utf8CString)
    let descriptor = open(name, O_CREAT | O_WRONLY, 0o600)
    #expect(descriptor >= 0)
    close(descriptor)
    try FileSystem.makeFolders("\(path)/b/lock", mode: 0o700)
    let (found, failures) = try JournalFolder(path, session: "c").takeOver()
    #expect(found.map(\.id) == ["good"])
    #expect(failures.count == 2)
    #expect(try FileSystem.entries(of: path).contains("a"))
  }

  @Test func `a program that runs keeps its games`() throws {
    let first = JournalFolder(path, session: "a")
    try append("one\n", to: "a.0001", in: first)
    let second = JournalFolder(path, session: "b")
    #expect(try second.takeOver().found.isEmpty)
    try append("two\n", to: "b.0001", in: second)
    let third = JournalFolder(path, session: "c")
    second.leave()
    #expect(try takenOver(by: third) == [Array("two\n".utf8)])
    try append("more\n", to: "a.0001", in: first)
    first.leave()
    #expect(try takenOver(by: third) == [Array("one\nmore\n".utf8)])
  }

  @Test func `a line that was never finished is set aside`() throws {
    let first = JournalFolder(path, session: "a")
    try append("one\ntw", to: "a.0001", in: first)
    first.leave()
    let second = JournalFolder(path, session: "b")
    #expect(try second.takeOver().found.map(\.id) == ["a.0001"])
    let contents = try second.contents(of: "a.0001")
    #expect(contents.lines == Array("one\n".utf8))
    let aside = try second.setAside(torn: contents, of: "a.0001")
    #expect(try FileSystem.read(aside) == Array("tw".utf8))
    #expect(try FileSystem.read(second.path(of: "a.0001")) == Array("one\n".utf8))
  }

  @Test func `what is no file is found as such and hinders nothing`() throws {
    let first = JournalFolder(path, session: "a")
    try append("one\n", to: "a.0001", in: first)
    try FileSystem.makeFolders(first.path(of: "a.0002"), mode: 0o700)
    #expect(mkfifo(first.path(of: "a.0003"), 0o600) == 0)
    #expect(symlink("/dev/zero", first.path(of: "a.0004")) == 0)
    first.leave()
    let second = JournalFolder(path, session: "b")
    let found = try second.takeOver().found
    #expect(found.count == 4)
    #expect(found.count { (try? second.contents(of: $0.id)) == nil } == 3)
    for entry in found.dropFirst() { _ = try second.setAside(entry.id) }
    #expect(try FileSystem.entries(of: path).count { $0.hasSuffix(".damaged") } == 3)
  }

  @Test func `a folder that was removed is made anew`() throws {
    let folder = JournalFolder(path, session: "a")
    #expect(!folder.renewIfRemoved())
    try append("one\n", to: "a.0001", in: folder)
    #expect(!folder.renewIfRemoved())
    FileSystem.removeTree(path)
    #expect(folder.renewIfRemoved())
    try append("all\n", to: "a.0001", in: folder)
    #expect(try FileSystem.read(folder.path(of: "a.0001")) == Array("all\n".utf8))
  }

  @Test func `the time of a file is that which it was given`() throws {
    let first = JournalFolder(path, session: "a")
    let time = Timestamp(milliseconds: 1_234_567_890_123)
    try first.append(Array("one\n".utf8), to: "x", syncs: true, time: time)
    first.setTime(of: "x", to: Timestamp(milliseconds: 1_234_567_891_000))
    first.leave()
    let second = JournalFolder(path, session: "b")
    #expect(try second.takeOver().found.map(\.id) == ["x"])
    let contents = try second.contents(of: "x")
    // A whole second is the time of a copy.
    #expect(contents.time == Timestamp(milliseconds: 1_234_567_891_001) && contents.hasOwnTime)
    #expect(
      utimensat(AT_FDCWD, second.path(of: "x"), [timespec(), timespec(tv_sec: 1, tv_nsec: 1)], 0)
        == 0)
    #expect(try !second.contents(of: "x").hasOwnTime)
  }

  @Test func `damaged files are set aside under names of their own`() throws {
    let folder = JournalFolder(path, session: "a")
    for count in 1...3 {
      try append("\(count)\n", to: "x", in: folder)
      let aside = try folder.setAside("x")
      #expect(try FileSystem.read(aside) == Array("\(count)\n".utf8))
    }
    #expect(
      try FileSystem.entries(of: path) == [
        "a", "lock", "x.parlor.damaged", "x.parlor.damaged-2", "x.parlor.damaged-3",
      ])
  }

  @Test(.enabled(if: getuid() != 0, "root may read everything"))
  func `a folder that may not be read is told`() throws {
    let first = JournalFolder(path, session: "a")
    try append("one\n", to: "x", in: first)
    first.leave()
    #expect(chmod("\(path)/a", 0) == 0)
    defer { chmod("\(path)/a", 0o700) }
    let adopted = try JournalFolder(path, session: "b").takeOver()
    #expect(adopted.found.isEmpty && adopted.failures.map(\.isForbidden) == [true])
  }

  @Test func `empty folders go`() throws {
    let folder = JournalFolder(path, session: "a")
    try append("one\n", to: "x", in: folder)
    folder.remove("x")
    folder.leave()
    #expect(try FileSystem.entries(of: path) == ["lock"])
  }

  @Test func `what is in the way is named`() throws {
    try FileSystem.write([], to: path)
    let folder = JournalFolder(path, session: "a")
    #expect(throws: FileError.self) { try append("one\n", to: "x", in: folder) }
    #expect(throws: FileError.self) { _ = try folder.takeOver() }
  }

  @Test func `a link in place of a file is not followed`() throws {
    let folder = JournalFolder(path, session: "a")
    try append("one\n", to: "x", in: folder)
    try FileSystem.write(Array("mine\n".utf8), to: temporary["mine"])
    #expect(symlink(temporary["mine"], folder.path(of: "y")) == 0)
    #expect(throws: FileError.self) { try append("two\n", to: "y", in: folder) }
    #expect(try FileSystem.read(temporary["mine"]) == Array("mine\n".utf8))
  }
}
