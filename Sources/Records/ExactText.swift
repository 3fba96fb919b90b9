/// A text that is the same as another only if their bytes are: unlike `String`, it tells composed
/// letters from decomposed ones.
package struct ExactText: Hashable, Sendable, Comparable {
  /// The text.
  package let string: String

  package init(_ string: String) { self.string = string }

  package static func == (one: ExactText, other: ExactText) -> Bool {
    one.string.utf8.elementsEqual(other.string.utf8)
  }

  package static func < (one: ExactText, other: ExactText) -> Bool {
    one.string.utf8.lexicographicallyPrecedes(other.string.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    var string = string
    string.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
