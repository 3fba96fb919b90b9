/// A JSON object whose bytes were checked, and whose members are read when they are needed.
///
/// The answer of a plugin has some hundred bytes, of which a simulation needs few. Checking them
/// takes a tenth of the time of reading them.
package struct CheckedJSON: Sendable {
  private let bytes: ArraySlice<UInt8>
  private let members: [Member]

  /// Where a member is, counted from the first byte.
  struct Member {
    /// The name, without its quotes; it has no escapes.
    var name: Range<Int>
    var value: Range<Int>
  }

  /// Checks bytes.
  ///
  /// - Returns: nil if ``JSONReader`` does not read them, or if they are no object, or one with an
  ///   escape in a name.
  package init?(_ bytes: [UInt8]) { self.init(bytes[...]) }

  private init?(_ bytes: ArraySlice<UInt8>) {
    guard let members = JSONReader.members(of: bytes) else { return nil }
    (self.bytes, self.members) = (bytes, members)
  }

  private func part(_ range: Range<Int>) -> ArraySlice<UInt8> {
    bytes[bytes.startIndex + range.lowerBound..<bytes.startIndex + range.upperBound]
  }

  private func part(of name: String) -> ArraySlice<UInt8>? {
    members.last { member in
      member.name.count == name.utf8.count && part(member.name).elementsEqual(name.utf8)
    }.map { part($0.value) }
  }

  /// The value of a name.
  package subscript(name: String) -> Value? {
    part(of: name).map { Self.read($0) }
  }

  /// The object of a name; nil if it is none, or one that has to be read.
  package func object(_ name: String) -> CheckedJSON? { part(of: name).flatMap { CheckedJSON($0) } }

  /// The whole object.
  package var value: Value { Self.read(bytes) }

  private static func read(_ bytes: ArraySlice<UInt8>) -> Value {
    (try? JSONReader.read(bytes)) ?? unreachable("the bytes were checked", .null)
  }

  /// The strings of an array of strings; nil for any other value.
  package func strings(_ name: String) -> [String]? { part(of: name).flatMap(JSONReader.strings) }
}
