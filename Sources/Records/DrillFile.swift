package import ParlorKit
package import Platform

/// The file of positions to practise, which several programs may share: a first line with the number of
/// positions, then one position per line. Each line is a JSON object with a checksum that is chained to
/// the line before.
package struct DrillFile: Sendable {
  package let path: String
  private static let mode: UInt32 = 0o600
  /// How many milliseconds to wait for the lock.
  private static let timeout = 5_000
  private static let kind = "parlor-drill"
  private static let version = 1
  /// How every file begins.
  package static let mark = "{\"kind\":\"\(kind)\""

  /// - Parameter path: the path of the file, which need not exist.
  package init(_ path: String) { self.path = path }

  /// Changes the deck under the lock, and replaces the file atomically if that made a difference.
  ///
  /// - Returns: the deck as it is then.
  package func change(_ body: (inout DrillDeck) -> Void) throws(FileError) -> DrillDeck {
    try FileSystem.makeFolders(FileSystem.parent(of: path), mode: 0o700)
    let file = try LockedFile(path, mode: Self.mode, timeout: Self.timeout)
    let (before, findings) = Self.read(try file.read())
    guard findings.isEmpty else {
      throw FileError(
        .read, path,
        because: "it is damaged: `parlor check` says where; `drill` begins anew without it")
    }
    var deck = before
    body(&deck)
    if deck != before { _ = try file.replace(by: Self.bytes(of: deck), mode: Self.mode) }
    return deck
  }

  // MARK: - Format

  static func bytes(of deck: DrillDeck) -> [UInt8] {
    var chain = ResultChain()
    func line(_ fields: Fields) -> [UInt8] {
      var json = JSONWriter()
      json.writeObject { $0.write(fields: fields) }
      return chain.sealed(json.bytes[...])
    }
    let head = line([
      "kind": .string(kind), "version": .integer(version), "cards": .integer(deck.cards.count),
      "searched": .strings(deck.searched),
    ])
    return deck.cards.reduce(into: head) { bytes, card in
      bytes += line([
        "game": .string(card.game), "box": .integer(card.box), "due": .string(date(card.due)),
        "log": .string(card.log),
      ])
    }
  }

  private static func date(_ day: Int) -> String {
    Timestamp(milliseconds: Int64(day) * Timestamp.day).date
  }

  /// Reads a file.
  ///
  /// - Returns: its deck, and what is wrong with it: the number of the line, and a clause. An empty file
  ///   is that of an empty deck.
  package static func read(
    _ bytes: [UInt8]
  ) -> (deck: DrillDeck, findings: [(line: Int?, message: String)]) {
    if bytes.isEmpty { return (DrillDeck(), []) }
    var chain = ResultChain()
    var cards: [DrillCard] = []
    var searched: [String] = []
    var (count, number) = (0, 0)
    for line in bytes.split(separator: 0x0A) {
      number += 1
      if chain.isBroken(by: line) { return (DrillDeck(), [(number, "its checksum is wrong")]) }
      let value = try? JSONReader.read(line)
      if number == 1 {
        guard value?["kind"]?.string == kind, let version = value?["version"]?.integer else {
          return (DrillDeck(), [(1, "it is no file of positions")])
        }
        guard version == Self.version else {
          return (DrillDeck(), [(1, "it has version \(version), and this program reads version 1")])
        }
        count = value?["cards"]?.integer ?? 0
        searched = (value?["searched"]?.array ?? []).compactMap(\.string)
        continue
      }
      guard let card = value.flatMap(card) else {
        return (DrillDeck(), [(number, "it is no position")])
      }
      cards.append(card)
    }
    guard cards.count == count, bytes.last == 0x0A else {
      return (DrillDeck(), [(nil, "it ends early: it has \(cards.count) of \(count) positions")])
    }
    return (DrillDeck(cards: cards, searched: searched), [])
  }

  private static func card(_ value: Value) -> DrillCard? {
    guard let game = value["game"]?.string, let log = value["log"]?.string,
      let box = value["box"]?.integer, DrillCard.boxes.contains(box),
      let due = (value["due"]?.string).flatMap({ Timestamp(iso8601: $0) })
    else { return nil }
    return DrillCard(game: game, log: log, box: box, due: Int(due.milliseconds / Timestamp.day))
  }
}
