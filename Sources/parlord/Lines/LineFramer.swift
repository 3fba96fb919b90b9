/// Cuts what comes in pieces into lines, and never holds more than one line.
///
/// Of a line over the limit only the first `limit + 1` bytes are handed over, and its tail is passed
/// over.
struct LineFramer {
  private let limit: Int
  private var held: [UInt8] = []

  init(limit: Int) { self.limit = limit }

  /// The beginning of a line whose end has not come; nothing if there is none.
  var rest: ArraySlice<UInt8>? { held.isEmpty ? nil : held[...] }

  /// Hands over the lines that end in a piece, without their LF.
  mutating func cut(_ piece: UnsafeRawBufferPointer, _ handOver: (ArraySlice<UInt8>) -> Void) {
    var start = 0
    while start < piece.count {
      let line = piece[start...]
      let end = line.firstIndex(of: 0x0A)
      let part = piece[start..<(end ?? piece.count)]
      let room = limit + 1 - held.count
      held.append(contentsOf: part.prefix(room))
      start = (end ?? piece.count) + 1
      guard end != nil else { return }
      handOver(held[...])
      held.removeAll(keepingCapacity: held.count <= 256)
    }
  }
}
