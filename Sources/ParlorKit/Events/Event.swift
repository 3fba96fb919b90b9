/// Something that happened, as data. Text is one rendering of it, JSON another.
public protocol Event: Sendable {
  /// The stable name of the kind of event: lower-case words parted by `-`.
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
