import Platform

@testable import parlord

extension JSONValue {
  /// Reads a text.
  static func read(_ text: String) throws -> JSONValue { try JSONReader.read(Array(text.utf8)) }

  /// The value at an index of a list; null if there is none.
  subscript(index: Int) -> JSONValue {
    guard case .array(let values) = self, values.indices.contains(index) else { return nil }
    return values[index]
  }

  /// The value of a key of an object; null if there is none.
  subscript(key: String) -> JSONValue { self[key] ?? .null }

  /// The number of elements.
  var count: Int { array?.count ?? members?.count ?? 0 }

  /// The whole number that it is.
  var int: Int? { integer }

  /// The text of its key `Error`.
  var error: String? { self["Error"].string }
}
