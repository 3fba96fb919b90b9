import Platform

/// What holds for every reply, whatever the line was.
enum ReplyContract {
  /// The first fault of a reply, if it has one.
  ///
  /// - Parameters:
  ///   - text: the reply, with or without a final line break. A reply in JSON is one line, and
  ///     says itself whether it is an error.
  ///   - isRefusal: whether the interpreter says that it refused the line.
  static func fault(in text: [UInt8], isRefusal: Bool) -> FuzzFault? {
    guard !text.isEmpty else { return isRefusal ? .silentRefusal : nil }
    let body = text.last == UInt8(ascii: "\n") ? text.dropLast() : text[...]
    for line in body.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      if let fault = fault(inLine: line) { return fault }
    }
    let isError = body.starts(with: "error[".utf8)
    let isData = body.first == UInt8(ascii: "{")
    if isRefusal && !isError && !isData { return .silentRefusal }
    if !isRefusal && isError { return .falseAlarm }
    return nil
  }

  private static func fault(inLine line: ArraySlice<UInt8>) -> FuzzFault? {
    guard let last = line.last else { return .blankLine }
    if last == UInt8(ascii: " ") || last == UInt8(ascii: "\t") { return .trailingBlank }
    if line.starts(with: "> ".utf8) { return .promptLike }
    return TextCheck.firstFault(in: line) == nil ? nil : .notPlainText
  }
}
