import LibC

/// Strings as C has them in `argv`, freed with the object.
final class CStrings {
  /// Ends with a null pointer.
  let pointers: [UnsafeMutablePointer<CChar>?]

  init(_ strings: [String]) {
    pointers = strings.map { strdup($0) } + [nil]
  }

  deinit {
    for pointer in pointers {
      free(pointer)
    }
  }
}
