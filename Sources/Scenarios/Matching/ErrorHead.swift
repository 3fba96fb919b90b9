/// How an error reply begins, which an expected line must show that it knows.
enum ErrorHead {
  /// `error[CODE]: text`.
  case text
  /// `{"ok":false,…}`.
  case json
  /// `? text`, as GTP has it.
  case gtp

  /// The head of an error reply.
  init(of reply: [UInt8]) {
    switch reply.first {
    case UInt8(ascii: "{"): self = .json
    case UInt8(ascii: "?"): self = .gtp
    default: self = .text
    }
  }

  /// Whether an expected line says that an error comes.
  func isMet(by line: ArraySlice<UInt8>) -> Bool {
    switch self {
    case .text: line.starts(with: "error".utf8)
    case .json: line.contains(part: #""ok":false"#)
    case .gtp: line.first == UInt8(ascii: "?")
    }
  }
}

extension ArraySlice<UInt8> {
  /// Whether a text stands somewhere in it.
  func contains(part text: StaticString) -> Bool {
    text.withUTF8Buffer { part in
      indices.contains { self[$0...].starts(with: part) }
    }
  }
}
