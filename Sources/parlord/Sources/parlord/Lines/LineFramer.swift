import NIOCore

/// Splits incoming data into lines. It keeps at most one line.
///
/// Only the first `limit + 1` bytes of a line are passed on, so that the reader can report that the
/// line is too long; the rest is dropped.
struct LineFramer {
  private let limit: Int
  private var held: [UInt8] = []
  /// Whether the end of the held line has arrived.
  private var isComplete = false

  init(limit: Int) { self.limit = limit }

  /// The last line if its end has not arrived yet; `nil` if there is none.
  var rest: ArraySlice<UInt8>? { held.isEmpty || isComplete ? nil : held[...] }

  /// Takes the next line, without its LF, from the front of some data. If the data has no LF, all
  /// of it is taken and the result is `nil`.
  mutating func next(from data: inout ByteBuffer) -> ArraySlice<UInt8>? {
    if isComplete {
      held.removeAll(keepingCapacity: held.count <= 256)
      isComplete = false
    }
    let bytes = data.readableBytesView
    let end = bytes.firstIndex(of: 0x0A)
    let part = bytes[..<(end ?? bytes.endIndex)]
    held.append(contentsOf: part.prefix(limit + 1 - held.count))
    data.moveReaderIndex(forwardBy: part.count + (end == nil ? 0 : 1))
    isComplete = end != nil
    return isComplete ? held[...] : nil
  }
}
