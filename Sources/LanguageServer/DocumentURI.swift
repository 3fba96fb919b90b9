import Platform

/// The addresses of files, as `file:` URIs (RFC 8089).
enum DocumentURI {
  /// The path of a `file:` URI; `nil` for other URIs, for files of other hosts, and for files in
  /// the root folder, which contains everything.
  static func path(of uri: String) -> String? {
    guard uri.hasPrefix("file://") else { return nil }
    let rest = uri.dropFirst("file://".count)
    let host = rest.prefix { $0 != "/" }
    guard host.isEmpty || host == "localhost" else { return nil }
    let path = decoded(rest.dropFirst(host.count))
    guard path.hasPrefix("/"), FileSystem.realPath(of: FileSystem.parent(of: path)) != "/" else {
      return nil
    }
    return path
  }

  /// The URI of a path.
  static func of(path: String) -> String {
    var uri = "file://"
    for byte in path.utf8 {
      let isPlain =
        0x61...0x7A ~= byte || 0x41...0x5A ~= byte || 0x30...0x39 ~= byte
        || "/-._~".utf8.contains(byte)
      uri += isPlain ? String(Unicode.Scalar(byte)) : "%" + hex(byte)
    }
    return uri
  }

  private static func hex(_ byte: UInt8) -> String {
    let digits = Array("0123456789ABCDEF")
    return String([digits[Int(byte >> 4)], digits[Int(byte & 15)]])
  }

  private static func decoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
      if byte == UInt8(ascii: "%"), digits.count == 2 {
        bytes.append(UInt8(digits[0] * 16 + digits[1]))
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The path for testing a text that is in no folder, with the extension of its language. There
  /// can be no file below a device, so nothing is below the folder of this path.
  static func path(ofUnsaved uri: String, language: String) -> String {
    let name =
      switch language {
      case "markdown": "unsaved.md"
      case "parlor-scenario", "scenario": "unsaved.scenario"
      default:
        [".scenario", ".md"].first { uri.hasSuffix($0) }.map { "unsaved\($0)" } ?? "unsaved.parlor"
      }
    return "/dev/null/\(name)"
  }
}
