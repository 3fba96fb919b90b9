import ParlorKit

@testable import parlord

extension Value {
  static func read(_ text: String) throws -> Value { try JSONReader.read(Array(text.utf8)) }

  /// The element of an array; null if there is none.
  subscript(index: Int) -> Value {
    guard case .array(let values) = self, values.indices.contains(index) else { return nil }
    return values[index]
  }

  /// The member of an object; null if there is none.
  subscript(key: String) -> Value { self[key] ?? .null }

  /// The number of elements.
  var count: Int { array?.count ?? fields?.count ?? 0 }

  var int: Int? { integer }

  /// The value of the key `Error`.
  var error: String? { self["Error"].string }
}
