import LineSyntax
import ParlorEngine
import ParlorKit
import Records
import Simulation

/// How often each face of real dice fell, for each set of dice.
struct DiceStatistics {
  /// The counts of the faces, ones first, by the names of the sets; dice without a name have none.
  private(set) var counts: [String: [Int]] = [:]

  /// The keys of the counts in the record of a player.
  private static let faces = (1...6).map { "rolled\($0)" }
  /// More dice than anybody rolls in a game, so few that sums over all games do not overflow.
  private static let mostDice = 1 << 32

  /// Adds the dice of a game, if they were rolled at a real table.
  mutating func add(_ result: GameResult) {
    guard result.options.contains("dice=physical") else { return }
    let set = Self.set(of: result)
    for player in result.record.players {
      for (index, face) in Self.faces.enumerated() {
        let count = min(max(0, player.metrics[face] ?? 0), Self.mostDice)
        counts[set, default: Array(repeating: 0, count: 6)][index] += count
      }
    }
  }

  /// The name of the dice of a game, which may be quoted among its options.
  private static func set(of result: GameResult) -> String {
    let words = Array(result.options.joined(separator: " ").utf8)
    var line = Line()
    guard (try? line.read(words[...])) != nil,
      let set = line.tokens.first(where: { $0.name.map(line.name) == "set" })
    else { return "" }
    return line.text(set)
  }
}

extension RecordsCommands {
  /// The faces of all results that match a query.
  func dice(_ query: StatisticsQuery) throws(CommandError) -> any Event {
    var dice = DiceStatistics()
    let notes = try forEachResult { if query.includes($0) { dice.add($0) } }
    return HostEvent.dice(dice, notes: notes)
  }
}

extension HostEvent {
  fileprivate static func dice(_ dice: DiceStatistics, notes: [String]) -> Self {
    let sets = dice.counts.filter { $0.value != Array(repeating: 0, count: 6) }
      .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      .map { DiceSet(name: $0.key, counts: $0.value) }
    return Self(
      "dice-statistics",
      ["sets": .array(sets.map { .object($0.fields) }), "notes": .strings(notes)]
    ) { text in
      if sets.isEmpty { text.write("No real dice are recorded: `new farkle … dice=physical`.") }
      for (index, set) in sets.enumerated() {
        if index > 0 { text.write("\n") }
        set.write(to: &text)
      }
      text.write(notes: notes)
    }
  }

  /// The report on a set of dice.
  private struct DiceSet: Sendable {
    let name: String
    let counts: [Int]

    private var total: Int { counts.reduce(0, +) }
    private var test: ChiSquare? { ChiSquare(faces: counts) }

    private func interval(_ count: Int) -> WilsonInterval {
      WilsonInterval(share: Double(count) / Double(total), trials: total)
    }

    var fields: Fields {
      let faces = counts.enumerated().map { index, count in
        let interval = interval(count)
        return Value.object([
          "face": .integer(index + 1), "count": .integer(count),
          "share": .number(Double(count) / Double(total)),
          "interval": .array([.number(interval.lower), .number(interval.upper)]),
        ])
      }
      return [
        "set": name.isEmpty ? .null : .string(name), "dice": .integer(total),
        "faces": .array(faces), "chiSquare": test.map { .number($0.statistic) } ?? .null,
        "p": test.map { .number($0.probability) } ?? .null,
      ]
    }

    func write(to text: inout TextWriter) {
      func percent(_ share: Double) -> String { Rounded(share * 100, places: 2).text }
      text.write(Styled(.strong, name.isEmpty ? "Dice without a name" : name), ": ")
      text.write(Plural(total, "die", "dice"), ".\n")
      var table = Columns([.right, .right, .right, .right])
      table.add(["face", "count", "%", "95 % interval"])
      for (index, count) in counts.enumerated() {
        let interval = interval(count)
        table.add([
          String(index + 1), count.grouped, percent(Double(count) / Double(total)),
          percent(interval.lower) + " to " + percent(interval.upper),
        ])
      }
      text.write(table, "\n")
      guard let test else { return text.write("A test takes 30 dice or more.") }
      text.write("χ² ", Rounded(test.statistic, places: 2).text, ", 5 degrees of freedom, p ")
      text.write(
        test.probability < 0.0001 ? "< 0.0001" : Rounded(test.probability, places: 4).text)
      text.write(": how often fair dice differ as much or more.")
    }
  }
}
