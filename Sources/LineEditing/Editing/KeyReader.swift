/// Turns the bytes from the terminal into characters and keys, one at a time.
///
/// Bytes are read singly, so that input which the program does not use stays in the terminal for
/// the next program.
final class KeyReader {
  /// Waits for the next byte and returns it, or nil if the line must end.
  var nextByte: () -> UInt8? = { nil }

  private let input: TerminalInput
  private var decoder = UTF8Decoder()
  private var pasted = PasteQueue()
  /// A byte to decode again.
  private var heldByte: UInt8?
  /// Characters to read again.
  private var pushedBack: [Unicode.Scalar] = []

  /// The maximum time for the rest of an escape sequence, in milliseconds, if Escape is also a key
  /// of its own.
  private static let sequenceTimeout: Int32 = 50

  init(_ input: TerminalInput) {
    self.input = input
  }

  /// Discards an incomplete character.
  func begin() {
    decoder.reset()
  }

  /// Discards all input that was read and not used, as the terminal does at Ctrl-C.
  func clear() {
    pasted.clear()
    decoder.reset()
    heldByte = nil
    pushedBack = []
  }

  /// The next pasted or typed character, or nil if the line must end.
  func next() -> Unicode.Scalar? {
    pasted.next() ?? nextTyped()
  }

  /// The next character; in vi mode, one character for a whole escape sequence. Escape alone is
  /// Ctrl-G while a menu is open.
  func nextKey(
    isVi: @autoclosure () -> Bool, isInMenu: @autoclosure () -> Bool
  ) -> Unicode.Scalar? {
    guard let scalar = next() else { return nil }
    guard scalar == "\u{1B}" else { return scalar }
    if isInMenu(), !hasMore { return "\u{7}" }
    guard isVi() else { return scalar }
    var rest = ""
    while EscapeKey.isBeginning(rest), hasMore {
      guard let scalar = nextTyped() else { return nil }
      rest.unicodeScalars.append(scalar)
      if let key = EscapeKey.character(for: rest) { return key }
    }
    pushBack(rest.unicodeScalars)
    return scalar
  }

  /// Whether more input follows at once. After Escape that is the rest of a sequence.
  var hasMore: Bool {
    !pushedBack.isEmpty || heldByte != nil || input.isReady(within: Self.sequenceTimeout)
  }

  /// Whether input has arrived already.
  var hasArrived: Bool { !pushedBack.isEmpty || heldByte != nil || input.isReady(within: 0) }

  /// Makes `next` return these characters again.
  func pushBack(_ characters: some Sequence<Unicode.Scalar>) {
    pushedBack = Array(characters) + pushedBack
  }

  /// Reads `sequence` if exactly this follows at once; otherwise reads nothing.
  func skip(_ sequence: some StringProtocol) -> Bool {
    var read: [Unicode.Scalar] = []
    for expected in sequence.unicodeScalars {
      guard hasMore else { break }
      // Ctrl-C discards what came before it.
      guard let scalar = nextTyped() else { return false }
      read.append(scalar)
      if scalar != expected { break }
    }
    if read.elementsEqual(sequence.unicodeScalars) { return true }
    pushBack(read)
    return false
  }

  /// After an Escape: reads the rest of a sequence that has no meaning here.
  func skipSequence() {
    guard skip("[") || skip("O") else { return }
    while hasMore, let character = next() {
      if ("@"..."~").contains(character) { return }
    }
  }

  private func nextTyped() -> Unicode.Scalar? {
    if !pushedBack.isEmpty { return pushedBack.removeFirst() }
    while let byte = takeHeldByte() ?? nextByte() {
      switch decoder.next(byte) {
      case .more: break
      case .character(let scalar): return EscapeKey.isReserved(scalar) ? "\u{FFFD}" : scalar
      case .malformed:
        heldByte = byte
        return "\u{FFFD}"
      }
    }
    return nil
  }

  private func takeHeldByte() -> UInt8? {
    defer { heldByte = nil }
    return heldByte
  }

  // MARK: - Pasted text

  /// After an Escape: reads the rest of the sequence that begins pasted text, if it follows.
  func skipPasteStart() -> Bool {
    skip(PasteQueue.start.dropFirst())
  }

  /// Reads pasted text to its end; `nil` if the line must end.
  func readPaste() -> [Unicode.Scalar]? {
    let end = Array(PasteQueue.end.unicodeScalars)
    var text: [Unicode.Scalar] = []
    while let scalar = nextTyped() {
      text.append(scalar)
      guard scalar == end.last, text.suffix(end.count).elementsEqual(end) else { continue }
      return text.dropLast(end.count)
    }
    return nil
  }

  /// Reads pasted text to its end. The characters become the next ones that `next` returns.
  ///
  /// - Parameter keys: typed before the text, for example to enter the insert mode of vi.
  func queuePaste(after keys: String = "") {
    if let text = readPaste() {
      pasted.add(keys.unicodeScalars + text)
    }
  }
}

/// A password that is being typed.
struct Secret {
  private var characters: [Unicode.Scalar] = []

  /// Reads keys up to Enter, without libedit, which would show them.
  static func read(_ keys: KeyReader) -> EditLine.Result {
    var secret = Secret()
    while let character = keys.next() {
      switch character {
      case "\n", "\r":
        return .line(Array(String(String.UnicodeScalarView(secret.characters)).utf8))
      case "\u{4}" where secret.characters.isEmpty: return .endOfInput
      case "\u{1B}":
        if keys.skipPasteStart() {
          keys.queuePaste()
        } else {
          keys.skipSequence()
        }
      default: secret.edit(with: character)
      }
    }
    return .failed
  }

  /// Handles Backspace, Ctrl-U, Ctrl-W or a character. Other control characters are ignored.
  private mutating func edit(with character: Unicode.Scalar) {
    switch character {
    case "\u{7F}", "\u{8}": _ = characters.popLast()
    case "\u{15}", "\u{17}": characters = []
    case _ where character.properties.generalCategory == .control: break
    default: characters.append(character)
    }
  }
}
