/// Named integers in a fixed order, each name once: the counts of a game.
public struct Metrics: Sendable, Equatable, ExpressibleByDictionaryLiteral {
  /// A name and its number.
  public struct Entry: Sendable, Equatable {
    /// The name: lower camel case.
    public var key: String
    /// The number.
    public var value: Int

    /// A name and its number.
    public init(key: String, value: Int) {
      self.key = key
      self.value = value
    }
  }

  /// The most measures that a result has: many more would take quadratic time.
  package static let limit = 256

  /// The entries in order.
  public private(set) var entries: [Entry] = []

  /// Numbers from a literal, in its order.
  public init(dictionaryLiteral elements: (String, Int)...) {
    for (key, value) in elements { self[key] = value }
  }

  /// Numbers with distinct names.
  public init(distinct entries: [Entry]) { self.entries = entries }

  /// The number of a name; `nil` if it was not counted. Setting a new name appends it.
  public subscript(key: String) -> Int? {
    get {
      var place = 0
      return number(of: key, near: &place)
    }
    set {
      let index = entries.firstIndex { $0.key == key }
      switch (index, newValue) {
      case (let index?, let value?): entries[index].value = value
      case (let index?, nil): entries.remove(at: index)
      case (nil, let value?): entries.append(Entry(key: key, value: value))
      case (nil, nil): break
      }
    }
  }

  /// The number of a name; `nil` if it was not counted.
  ///
  /// - Parameter place: where to look first, which saves the search if the name had this place in
  ///   another game; becomes its place.
  package func number(of key: String, near place: inout Int) -> Int? {
    if place < entries.count, entries[place].key == key { return entries[place].value }
    for index in entries.indices where entries[index].key == key {
      place = index
      return entries[index].value
    }
    return nil
  }
}
