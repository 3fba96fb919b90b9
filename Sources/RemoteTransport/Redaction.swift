/// The secret parts of an exchange, by name.
///
/// A replaced secret has the format of the longest token, so that a client that replays a cassette
/// accepts it.
package struct Redaction: Sendable {
  /// The replacement of every secret.
  package static let replacement = String(repeating: "0", count: 64)

  /// Names of form fields, of members of JSON objects and of cookies.
  package var names: [String]
  /// Names of headers, in lower case.
  package var headers: [String]

  package init(names: [String], headers: [String] = []) {
    self.names = names
    self.headers = headers
  }

  /// The text of a body without secrets: `name=value` of forms, `"name":"value"` of JSON.
  package func body(_ bytes: [UInt8]) -> String {
    var text = String(decoding: bytes, as: UTF8.self)
    for name in names {
      text = replacing(after: "\"\(name)\"", in: text, from: stringStart, to: { $0 == "\"" })
    }
    guard text.first != "{", text.first != "[" else { return text }
    return text.split(separator: "&", omittingEmptySubsequences: false)
      .map { field in
        names.first { field.hasPrefix("\($0)=") }.map { "\($0)=\(Self.replacement)" }
          ?? String(field)
      }.joined(separator: "&")
  }

  /// The value of a header without secrets.
  package func value(of header: HTTPHeader) -> String {
    let name = header.name.lowercased()
    if headers.contains(name) { return Self.replacement }
    guard name == "set-cookie" || name == "cookie" else { return header.value }
    return names.reduce(header.value) { text, cookie in
      replacing(after: "\(cookie)=", in: text, from: { $0 }, to: { $0 == ";" || $0 == "," })
    }
  }

  /// Where a JSON string begins after its name: past the `:` and the opening quote.
  private func stringStart(_ rest: Substring) -> Substring? {
    let value = rest.drop { $0 == " " }
    guard value.first == ":" else { return nil }
    let text = value.dropFirst().drop { $0 == " " }
    return text.first == "\"" ? text.dropFirst() : nil
  }

  /// Replaces the text after each `mark`, up to an unescaped end.
  private func replacing(
    after mark: String, in text: String, from start: (Substring) -> Substring?,
    to isEnd: (Character) -> Bool
  ) -> String {
    var result = ""
    var rest = text[...]
    while let range = rest.firstRange(of: mark) {
      result += rest[..<range.upperBound]
      rest = rest[range.upperBound...]
      guard let secret = start(rest) else { continue }
      result += rest[..<secret.startIndex]
      var end = secret.startIndex
      while end < secret.endIndex, !isEnd(secret[end]) {
        let isEscape = secret[end] == "\\"
        secret.formIndex(after: &end)
        if isEscape, end < secret.endIndex { secret.formIndex(after: &end) }
      }
      if end > secret.startIndex { result += Self.replacement }
      rest = secret[end...]
    }
    return result + rest
  }
}
