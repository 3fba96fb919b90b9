/// The fields of an `application/x-www-form-urlencoded` text. If a name occurs more than once, the
/// last value counts.
struct Form: Sendable, Equatable {
  /// The maximum number of fields; later fields are ignored.
  static let maxFields = 64

  private var values: [String: String] = [:]

  init(_ values: [String: String] = [:]) { self.values = values }

  /// Reads the fields of a text. Any bytes are accepted.
  init(urlEncoded bytes: some Sequence<UInt8>) {
    var rest = Array(bytes)[...]
    var count = 0
    while !rest.isEmpty && count < Self.maxFields {
      let field = rest.prefix { $0 != UInt8(ascii: "&") }
      rest = rest.dropFirst(field.count + 1)
      count += 1
      let name = field.prefix { $0 != UInt8(ascii: "=") }
      guard !name.isEmpty else { continue }
      values[Self.decoded(name)] = Self.decoded(field.dropFirst(name.count + 1))
    }
  }

  subscript(name: String) -> String? { values[name] }

  /// The form with another value of a field.
  func replacing(_ name: String, by value: String) -> Form {
    var form = self
    form.values[name] = value
    return form
  }

  /// The value of a field as an integer; `nil` if the field is missing or is not an integer of at
  /// most 15 characters.
  func integer(_ name: String) -> Int? { values[name].flatMap(Self.integer) }

  /// The value of a field as a list of integers such as `[1,0,"10",null]`, where null counts as 0.
  ///
  /// - Returns: `nil` if the field is missing, is not such a list, or has more than 40 integers.
  func integers(_ name: String) -> [Int]? {
    guard let text = values[name]?.filter({ !" \t\r\n".contains($0) }), text.first == "[",
      text.last == "]", text.utf8.count <= 1024
    else { return nil }
    let inside = text.dropFirst().dropLast()
    if inside.isEmpty { return [] }
    let words = inside.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = words.compactMap { word in
      word == "null" ? 0 : Self.integer(Self.unquoted(word))
    }
    return numbers.count == words.count && words.count <= 40 ? numbers : nil
  }

  private static func unquoted(_ word: Substring) -> Substring {
    word.count >= 2 && word.first == "\"" && word.last == "\"" ? word.dropFirst().dropLast() : word
  }

  private static func integer(_ text: some StringProtocol) -> Int? {
    text.utf8.count <= 15 ? Int(text) : nil
  }

  /// Decodes `+` and escapes such as `%41`. A percent sign without two digits is kept as it is.
  private static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
    var plain: [UInt8] = []
    var index = bytes.startIndex
    while index < bytes.endIndex {
      switch bytes[index] {
      case UInt8(ascii: "+"): plain.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        if index + 2 < bytes.endIndex, let high = Hex.value(of: bytes[index + 1]),
          let low = Hex.value(of: bytes[index + 2])
        {
          plain.append(high << 4 | low)
          index += 2
        } else {
          plain.append(UInt8(ascii: "%"))
        }
      default: plain.append(bytes[index])
      }
      index += 1
    }
    return String(decoding: plain, as: UTF8.self)
  }
}
