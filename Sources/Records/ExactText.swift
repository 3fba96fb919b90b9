/// A text that is compared by its bytes: unlike for `String`, composed and decomposed letters
/// differ.
package struct ExactText: Hashable, Sendable, Comparable {
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
