/// Something that happened, as data. Text and JSON are renderings of it.
public protocol Event: Sendable {
  /// The stable name of the kind of event: lower-case words with `-` between them.
  var type: String { get }

  /// The data, in a fixed order, without the type.
  var fields: Fields { get }

  /// Writes the event as one or more lines without a final line break; nothing for an event that
  /// only data formats show. No line is blank, ends in a blank or starts with `> `.
  func write(to text: inout TextWriter)

  /// How often a terminal rings for the event, if the user has turned on the bell.
  var bells: Int { get }
}

extension Event {
  /// Events are silent by default.
  public var bells: Int { 0 }
}

/// Takes the events of a game, and keeps their text, their data, both or neither.
///
///     report("rolled", ["player": name, "dice": dice]) { $0.write(name, " rolls ", dice, ".") }
///
/// Without a listener, as in simulations, neither data nor text is made.
public struct Reporter: Sendable {
  /// The parts of an event to keep.
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

  /// The kept parts of each event.
  public let detail: Detail
  /// The events, in order.
  public internal(set) var events: [GameEvent] = []

  /// A reporter that keeps these parts of every event.
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
  ///   - bells: how often a terminal rings, if the user has turned on the bell.
  ///   - text: writes one or more lines without a final line break; nothing for an event that only
  ///     data formats show. No line is blank, ends in a blank or starts with `> `.
  @inlinable
  public mutating func callAsFunction(
    _ type: String, _ data: @autoclosure () -> KeyValuePairs<String, any ValueConvertible> = [:],
    bells: Int = 0, _ text: (inout TextWriter) -> Void
  ) {
    if !detail.isEmpty { add(type, { Fields(data()) }, bells, text) }
  }

  /// Reports an event whose data already are fields.
  @inlinable
  public mutating func callAsFunction(
    _ type: String, fields: @autoclosure () -> Fields, bells: Int = 0,
    _ text: (inout TextWriter) -> Void
  ) {
    if !detail.isEmpty { add(type, fields, bells, text) }
  }

  /// Keeps an event. The closures run only if something is kept.
  @usableFromInline
  mutating func add(
    _ type: String, _ fields: () -> Fields, _ bells: Int, _ text: (inout TextWriter) -> Void
  ) {
    var writer = TextWriter(styled: detail.contains(.styled))
    if detail.contains(.text) {
      writer.bytes.reserveCapacity(96)
      text(&writer)
    }
    events.append(
      GameEvent(
        type: type, fields: detail.contains(.data) ? fields() : Fields(), text: writer.bytes,
        bells: bells))
  }

  /// Adds an event that was made elsewhere.
  public mutating func add(_ event: GameEvent) {
    if !detail.isEmpty { events.append(event) }
  }

  /// Reports an event with a text of one string.
  @inlinable
  public mutating func callAsFunction(
    _ type: String, _ data: @autoclosure () -> KeyValuePairs<String, any ValueConvertible> = [:],
    bells: Int = 0, _ text: () -> String
  ) {
    if !detail.isEmpty { add(type, { Fields(data()) }, bells, { $0.write(text()) }) }
  }
}

/// Something that happened in a game, with the data and text that were kept.
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

  /// Writes the text, without escape codes if the writer has no styles.
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
