/// Splits output into characters and control sequences, and keeps an incomplete end for later.
struct ScreenParser: Sendable {
  enum Action: Equatable {
    case print(Unicode.Scalar)
    /// A control character.
    case control(UInt8)
    /// `ESC [ parameters final`.
    case sequence(final: UInt8, parameters: [Int])
    /// `ESC [ ? number h` turns a mode on, and with `l` off. Other private sequences are ignored.
    case mode(Int, isOn: Bool)
    /// `ESC final`.
    case escape(UInt8)
  }

  private var rest: [UInt8] = []

  mutating func parse(_ bytes: [UInt8]) -> [Action] {
    rest += bytes
    var actions: [Action] = []
    var index = 0
    while index < rest.count, let (action, length) = next(rest[index...]) {
      if let action {
        actions.append(action)
      }
      index += length
    }
    rest.removeFirst(index)
    return actions
  }

  /// The first action, if it has an effect, and its length; nil if it is incomplete.
  private func next(_ bytes: ArraySlice<UInt8>) -> (Action?, Int)? {
    guard let first = bytes.first else { return nil }
    switch first {
    case 0x1B: return escape(bytes)
    case 0..<0x20, 0x7F: return (.control(first), 1)
    default:
      let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
      guard bytes.count >= length else { return nil }
      let text = String(decoding: bytes.prefix(length), as: UTF8.self)
      return (text.unicodeScalars.first.map(Action.print), length)
    }
  }

  private func escape(_ bytes: ArraySlice<UInt8>) -> (Action?, Int)? {
    guard bytes.count >= 2 else { return nil }
    let body = bytes.dropFirst(2)
    switch bytes[bytes.startIndex + 1] {
    case UInt8(ascii: "["):
      guard let end = body.firstIndex(where: { (0x40...0x7E).contains($0) }) else { return nil }
      let parameters = String(decoding: body[..<end], as: UTF8.self)
      let length = end - bytes.startIndex + 1
      if let first = parameters.first, "<=>?".contains(first) {
        let isOn = bytes[end] == UInt8(ascii: "h")
        guard isOn || bytes[end] == UInt8(ascii: "l"), let number = Int(parameters.dropFirst())
        else { return (nil, length) }
        return (.mode(number, isOn: isOn), length)
      }
      let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false)
        .map { min(Int($0) ?? 0, 9_999) }
      return (.sequence(final: bytes[end], parameters: parameters.isEmpty ? [] : numbers), length)
    case UInt8(ascii: "("): return bytes.count >= 3 ? (nil, 3) : nil
    // A string for the terminal itself, such as a title or the clipboard.
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"):
      guard let end = body.firstIndex(where: { $0 == 0x07 || $0 == 0x1B }) else { return nil }
      let length = end - bytes.startIndex + 1
      if bytes[end] == 0x07 { return (nil, length) }
      return bytes.count > length ? (nil, length + 1) : nil
    case let final: return (.escape(final), 2)
    }
  }
}
