package import ParlorKit

/// What a command of the host brought about: its type, data and text, made where it happens.
///
/// Neither the data nor the text is made before somebody wants it.
package struct HostEvent: Event {
  package let type: String
  /// Whether only a prompt, or a session that keeps its games, reports it.
  let isNotice: Bool
  private let content: Content

  private enum Content: Sendable {
    /// Words alone, without a closure: the replies to `echo` are many.
    case words(String)
    case made(data: @Sendable () -> Fields, text: @Sendable (inout TextWriter) -> Void)
  }

  /// - Parameters:
  ///   - type: the stable name of the kind of event: lower-case words with `-` between them.
  ///   - data: the data in a fixed order, its keys in lower camel case.
  ///   - isNotice: whether only a prompt, or a session that keeps its games, reports it.
  ///   - text: writes one or more lines without a final line break; nothing for an event that only
  ///     data formats show.
  package init(
    _ type: String, _ data: @autoclosure @escaping @Sendable () -> Fields = [:],
    isNotice: Bool = false, _ text: @escaping @Sendable (inout TextWriter) -> Void
  ) {
    self.type = type
    self.isNotice = isNotice
    content = .made(data: data, text: text)
  }

  /// Words for people.
  private init(said words: String, isNotice: Bool) {
    type = "said"
    self.isNotice = isNotice
    content = .words(words)
  }

  package var fields: Fields {
    switch content {
    case .words(let words): ["text": .string(words)]
    case .made(let data, _): data()
    }
  }

  package func write(to text: inout TextWriter) {
    switch content {
    case .words(let words): text.write(words)
    case .made(_, let write): write(&text)
    }
  }

  static func said(_ words: String, isNotice: Bool = false) -> Self {
    Self(said: words, isNotice: isNotice)
  }
}

extension HostEvent {
  static func ignored(_ reason: String) -> Self {
    Self("ignored", ["reason": .string(reason)]) { $0.write("Nothing changed: ", reason, ".") }
  }

  /// Whose turn it is in a game for several.
  package struct Turn: Sendable {
    var player: String
    /// Whether the situation that follows begins with the name.
    var isSaid: Bool
  }
}

extension Optional<HostEvent.Turn> {
  var value: Value { map { .string($0.player) } ?? .null }

  /// Whose turn it is as a sentence after another; empty if that follows anyway.
  var sentence: String {
    guard let turn = self, !turn.isSaid else { return "" }
    return " \(turn.player)'s turn."
  }
}
