/// Something that happened, as data. Text is one rendering of it, JSON another.
public protocol Event: Sendable {
  /// The stable name of the kind of event: lower-case words with `-` between them.
  var type: String { get }

  /// The data, in a fixed order, without the type.
  var fields: Fields { get }

  /// Writes the event as one or more lines without a final line break; nothing at all for an
  /// event that only data formats show. No line is blank, ends in a blank or starts with `> `.
  func write(to text: inout TextWriter)

  /// How often a terminal rings for the event, if the user has set the bell on.
  var bells: Int { get }
}

extension Event {
  /// Events are silent, unless they say otherwise.
  public var bells: Int { 0 }
}

/// Takes what happens in a game, and keeps of it what somebody wants: text, data, both or nothing.
///
///     report("rolled", ["player": name, "dice": dice]) { $0.write(name, " rolls ", dice, ".") }
///
/// Where there is no listener, as in simulations, neither the data nor the text is made.
public struct Reporter: Sendable {
  /// What somebody wants to know of an event.
  public struct Detail: OptionSet, Sendable {
    public let rawValue: UInt8
    @inlinable
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The event's text for people.
    public static let text = Detail(rawValue: 1)
    /// The event's data.
    public static let data = Detail(rawValue: 2)
    /// The text has escape codes for a terminal.
    public static let styled = Detail(rawValue: 4)
  }

  /// What is kept of an event.
  public let detail: Detail
  /// What happened, in order.
  public internal(set) var events: [GameEvent] = []

  /// A reporter that keeps so much of every event.
  @inlinable
  public init(_ detail: Detail) { self.detail = detail }

  /// A reporter that keeps nothing.
  @inlinable
  public static var none: Reporter { Reporter([]) }

  /// Reports an event.
  ///
  /// - Parameters:
  ///   - type: the stable name of the kind of event: lower-case words with `-` between them.
  ///   - data: the data in a fixed order, its keys in lower camel case.
  ///   - bells: how often a terminal rings, if the user has set the bell on.
  ///   - text: writes one or more lines without a final line break; nothing for an event that only
  ///     data formats show. No line is blank, ends in a blank or starts with `> `.
  @inlinable
  public mutating func callAsFunction(
    _ type: String, _ data: @autoclosure () -> KeyValuePairs<String, any ValueConvertible> = [:],
    bells: Int = 0, _ text: (inout TextWriter) -> Void
  ) {
    if isListening { add(type, { Fields(data()) }, bells, text) }
  }

  /// Reports an event whose data are fields already.
  @inlinable
  public mutating func callAsFunction(
    _ type: String, fields: @autoclosure () -> Fields, bells: Int = 0,
    _ text: (inout TextWriter) -> Void
  ) {
    if isListening { add(type, fields, bells, text) }
  }

  /// Whether anything is kept: asked where an event is reported, so that nothing is called where
  /// nothing is.
  @inlinable var isListening: Bool { detail.rawValue != 0 }

  @usableFromInline
  mutating func add(
    _ type: String, _ fields: () -> Fields, _ bells: Int, _ text: (inout TextWriter) -> Void
  ) {
    var writer = TextWriter(styled: detail.contains(.styled))
    if detail.contains(.text) { text(&writer) }
    events.append(
      GameEvent(
        type: type, fields: detail.contains(.data) ? fields() : Fields(), text: writer.bytes,
        bells: bells))
  }

  /// Adds an event that was made elsewhere.
  public mutating func add(_ event: GameEvent) {
    if isListening { events.append(event) }
  }

  /// Reports an event with a text of one string.
  @inlinable
  public mutating func callAsFunction(
    _ type: String, _ data: @autoclosure () -> KeyValuePairs<String, any ValueConvertible> = [:],
    bells: Int = 0, _ text: () -> String
  ) {
    if isListening { add(type, { Fields(data()) }, bells, { $0.write(text()) }) }
  }
}

/// Something that happened in a game, as data and as text, as far as they were wanted.
public final class GameEvent: Event {
  public let type: String
  public let fields: Fields
  /// The text as UTF-8, with escape codes if these were wanted.
  public let text: [UInt8]
  public let bells: Int

  /// An event.
  public init(type: String, fields: Fields, text: [UInt8], bells: Int = 0) {
    self.type = type
    self.fields = fields
    self.text = text
    self.bells = bells
  }

  /// Writes the text, without its escape codes where the writer has no styles.
  public func write(to text: inout TextWriter) {
    let escape: UInt8 = 0x1B
    guard !text.isStyled, self.text.contains(escape) else {
      text.bytes.append(contentsOf: self.text)
      return
    }
    var isCode = false
    for byte in self.text {
      if byte == escape { isCode = true }
      if !isCode { text.bytes.append(byte) }
      if byte == UInt8(ascii: "m") { isCode = false }
    }
  }
}
