import CEditline
import LibC

/// The locale's part that says which bytes are characters, and how wide they are.
enum CharacterLocale {
  /// Takes it from the environment; if that is not UTF-8 (or unknown here), takes a UTF-8 one.
  ///
  /// libedit never calls setlocale itself, and shows nothing but ASCII in the locale "C".
  static func adopt() {
    setlocale(LC_CTYPE, "")
    for fallback in ["C.UTF-8", "C.utf8", "en_US.UTF-8"] where cedit_longest_character() == 1 {
      setlocale(LC_CTYPE, fallback)
    }
  }
}
