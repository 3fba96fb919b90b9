extension Roster {
  /// The number of the player that a word means: a number of digits, or a name.
  func number(meantBy word: String) throws(CounterRefusal) -> Int {
    if !word.isEmpty, word.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) {
      guard let number = Int(word), index(of: number) != nil else {
        throw .unknownNumber(word, self)
      }
      return number
    }
    let numbers = players.map(\.number).filter { name(of: $0) == word }
    guard let number = numbers.first else { throw .unknownName(word, self) }
    guard numbers.count == 1 else { throw .ambiguous(word, numbers.sorted()) }
    return number
  }

  /// Those who play with their numbers, at most twelve: `1 Ann, 2 Bob`.
  var summary: String {
    let shown = players.prefix(12).map { "\($0.number) \(name(of: $0.number))" }
    let more = players.count - shown.count
    return shown.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
  }
}
