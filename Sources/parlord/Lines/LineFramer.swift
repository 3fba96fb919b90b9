/// Splits incoming data into lines. It buffers at most one line.
///
/// Only the first `limit + 1` bytes of a line are passed on, so that the reader can report that the line
/// is too long; the rest is dropped.
struct LineFramer {
  private let limit: Int
  private var held: [UInt8] = []

  init(limit: Int) { self.limit = limit }

  /// The last line if its end has not arrived yet; `nil` if there is none.
  var rest: ArraySlice<UInt8>? { held.isEmpty ? nil : held[...] }

  /// Calls `body` with every line that ends in some data, without its LF.
  mutating func append(_ data: UnsafeRawBufferPointer, _ body: (ArraySlice<UInt8>) -> Void) {
    var start = 0
    while start < data.count {
      let line = data[start...]
      let end = line.firstIndex(of: 0x0A)
      let part = data[start..<(end ?? data.count)]
      let room = limit + 1 - held.count
      held.append(contentsOf: part.prefix(room))
      start = (end ?? data.count) + 1
      guard end != nil else { return }
      body(held[...])
      held.removeAll(keepingCapacity: held.count <= 256)
    }
  }
}
