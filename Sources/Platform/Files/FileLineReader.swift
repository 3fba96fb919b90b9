import LibC

/// Reads lines from a descriptor in blocks; its memory is bounded by a block and a line.
///
/// A line ends in LF or at the end of the input. If a line exceeds the limit, only its first `limit
/// + 1` bytes are kept; the rest is skipped. A line that exceeds ``FileSystem/maxFileSize`` is an
/// error: a device may never end it.
package struct FileLineReader: ~Copyable {
  private let descriptor: Int32
  private let name: String
  private let limit: Int
  private var block: [UInt8]
  private var start = 0
  private var end = 0
  private var isAtEnd = false
  /// The start of a line whose end is in a later block.
  private var held: [UInt8] = []
  private var isHolding = false
  /// The bytes of that line so far, with those that were skipped.
  private var length = 0

  /// Reads from a descriptor, which stays open.
  ///
  /// - Parameters:
  ///   - name: the name of the descriptor in errors.
  ///   - limit: the maximum length in bytes of a line that is kept whole.
  package init(descriptor: Int32, name: String, limit: Int) {
    self.descriptor = descriptor
    self.name = name
    self.limit = limit
    block = [UInt8](repeating: 0, count: 1 << 16)
  }

  /// The next line without its LF.
  ///
  /// - Parameter willBlock: called before the reader waits for input, to flush replies.
  /// - Returns: `nil` at the end of the input.
  package mutating func next(
    willBlock: () throws(FileError) -> Void
  ) throws(FileError) -> ArraySlice<UInt8>? {
    while true {
      if start < end {
        let newline = Self.firstLineFeed(in: block, from: start, to: end)
        let stop = newline ?? end
        defer { start = newline == nil ? end : stop + 1 }
        if newline != nil && !isHolding {
          return block[start..<min(stop, start + limit + 1)]
        }
        let room = limit + 1 - held.count
        held.append(contentsOf: block[start..<min(stop, start + room)])
        isHolding = true
        length += stop - start
        guard length <= FileSystem.maxFileSize else {
          throw FileError(exceeding: FileSystem.maxFileSize, name)
        }
        if newline != nil { return release() }
      } else if isAtEnd {
        return isHolding ? release() : nil
      } else {
        try willBlock()
        try fill()
      }
    }
  }

  private mutating func release() -> ArraySlice<UInt8> {
    isHolding = false
    length = 0
    let line = held
    held.removeAll(keepingCapacity: false)
    return line[...]
  }

  private mutating func fill() throws(FileError) {
    start = 0
    end = 0
    let count = block.withUnsafeMutableBytes { FileSystem.read(descriptor, into: $0) }
    guard count >= 0 else { throw FileError(.read, name) }
    end = count
    isAtEnd = count == 0
  }

  private static func firstLineFeed(in block: [UInt8], from start: Int, to end: Int) -> Int? {
    block.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, let found = memchr(base + start, 0x0A, end - start)
      else { return nil }
      return UnsafeRawPointer(found) - base
    }
  }
}
