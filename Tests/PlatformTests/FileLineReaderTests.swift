import LibC
import TestKit
import Testing

@testable import Platform

/// Lines of any length from blocks of any size.
struct FileLineReaderTests {
  private static let block = 1 << 16

  /// The lines of an input that is written in chunks, one chunk whenever the reader waits.
  private func lines(_ chunks: [[UInt8]], limit: Int = 4096) throws -> [[UInt8]] {
    let pipe = try Pipe()
    var rest = chunks[...]
    var lines: [[UInt8]] = []
    var reader = FileLineReader(descriptor: pipe.reading, name: "a pipe", limit: limit)
    func feed() throws(FileError) {
      do {
        if let chunk = rest.popFirst() { try pipe.write(chunk) } else { pipe.end() }
      } catch {
        throw FileError(.write, "a pipe")
      }
    }
    while let line = try reader.next(willBlock: feed) { lines.append(Array(line)) }
    #expect(try reader.next(willBlock: feed) == nil, "the end stays the end")
    return lines
  }

  /// What a line must be read as.
  private func kept(_ line: ArraySlice<UInt8>, limit: Int) -> [UInt8] {
    Array(line.prefix(limit + 1))
  }

  @Test(
    arguments: [
      ([""], []), (["\n"], [""]), (["a"], ["a"]), (["a\n"], ["a"]), (["a\n", "b"], ["a", "b"]),
      (["a\nb\n\nc"], ["a", "b", "", "c"]), (["a", "b", "\n", "c"], ["ab", "c"]),
      (["\n\n"], ["", ""]), (["a\r\nb\r"], ["a\r", "b\r"]), (["a\n", "\n"], ["a", ""]),
      (["a\u{0}b\n\u{0}"], ["a\u{0}b", "\u{0}"]), (["", "a"], []),
    ] as [([String], [String])])
  func `short inputs are cut into lines`(chunks: [String], expected: [String]) throws {
    // An empty chunk writes nothing, which a reader of a pipe would wait for; it is the end here.
    let written = chunks.prefix { !$0.isEmpty }.map { Array($0.utf8) }
    #expect(try lines(written) == expected.map { Array($0.utf8) })
  }

  /// Every size around the block and around the limit, with an end of line and without.
  @Test(arguments: [0, 1, 2, 99, 100, 101, 102, 103, 200, block - 1, block, block + 1, 2 * block])
  func `sizes around the block and the limit are read`(size: Int) throws {
    let limit = 100
    let long = [UInt8](repeating: 0x78, count: size)
    let chunks: [[[UInt8]]] = [
      [long + [0x0A, 0x79, 0x0A]], [long, [0x0A], [0x79, 0x0A]], [long + [0x0A], [0x79]],
    ]
    for chunks in chunks where !chunks.contains([]) {
      let halves = chunks.flatMap { $0.chunked(by: Self.block / 2) }
      #expect(
        try lines(halves, limit: limit) == [kept(long[...], limit: limit), [0x79]], "\(size)")
    }
    if size > 0 {
      let pieces = long.chunked(by: Self.block / 2)
      #expect(try lines(pieces, limit: limit) == [kept(long[...], limit: limit)])
    }
  }

  /// Random lines cut into random chunks, against a plain split.
  @Test(arguments: 0..<20)
  func `random chunks are cut into the same lines`(seed: UInt64) throws {
    var numbers = Numbers(seed: seed)
    let limit = [0, 1, 5, 50][Int(seed % 4)]
    let input = (0..<3000).map { _ in numbers.next() % 9 == 0 ? 0x0A : UInt8(numbers.next() % 256) }
    var chunks: [[UInt8]] = []
    var rest = input[...]
    while !rest.isEmpty {
      let chunk = rest.prefix(1 + Int(numbers.next() % 400))
      chunks.append(Array(chunk))
      rest = rest.dropFirst(chunk.count)
    }
    var expected = input.split(separator: 0x0A, omittingEmptySubsequences: false)
    if expected.last?.isEmpty == true { expected.removeLast() }
    #expect(try lines(chunks, limit: limit) == expected.map { kept($0, limit: limit) })
  }

  /// Of a line of 10 MB no more is kept than the limit.
  @Test func `a line of ten megabytes is not held`() throws {
    let folder = try TemporaryFolder()
    let path = folder["long"]
    let long = [UInt8](repeating: 0x78, count: 10_000_000)
    try FileSystem.write(long + Array("\nshort\n".utf8) + long, to: path)
    let file = try InputFile(path)
    var reader = FileLineReader(descriptor: file.descriptor, name: path, limit: 4096)
    for expected in [4097, 5, 4097] {
      let line = try #require(try reader.next {})
      #expect(line.count == expected)
      #expect(line.capacity <= 2 * Self.block)
    }
    #expect(try reader.next {} == nil)
  }

  /// Replies can be flushed before the reader waits, and only then.
  @Test func `the reader says when it waits`() throws {
    let pipe = try Pipe()
    try pipe.write(Array("a\nb\nc".utf8))
    var waits = 0
    var reader = FileLineReader(descriptor: pipe.reading, name: "a pipe", limit: 10)
    func next() throws -> [UInt8]? {
      try reader.next { () throws(FileError) in
        waits += 1
        if waits == 2 { pipe.end() }
      }.map(Array.init)
    }
    #expect(try next() == [0x61])
    #expect(waits == 1)
    #expect(try next() == [0x62])
    #expect(waits == 1)
    #expect(try next() == [0x63])
    #expect(waits == 2)
    #expect(try next() == nil)
    #expect(waits == 2)
  }

  @Test func `what cannot be read is a failure`() throws {
    var reader = FileLineReader(descriptor: -1, name: "nothing", limit: 10)
    #expect(throws: FileError(.read, "nothing", number: EBADF)) { _ = try reader.next {} }
    let failure = FileError(.write, "x", number: EPIPE)
    #expect(throws: failure) { _ = try reader.next { () throws(FileError) in throw failure } }
  }
}

extension Array {
  /// The elements in pieces of a size.
  fileprivate func chunked(by size: Int) -> [[Element]] {
    stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
  }
}
