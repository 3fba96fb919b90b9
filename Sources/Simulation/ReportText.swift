package import ParlorKit

extension Report: TextWritable {
  /// Writes the report as lines.
  package func write(to text: inout TextWriter) {
    writeTitle(to: &text)
    if bots.count > 1 || figures.seats.contains(where: { $0.share(of: 1) > 0 }) {
      text.write(seats, "\n")
    }
    writeEndings(to: &text)
    text.write(numbers, "\n")
    if let pairs = figures.pairs { text.write(pairs) }
    text.write("signature ", figures.signature.description, "\n")
  }

  /// `farkle target=5000: 1,000 games, seeds 0 to 999.`
  private func writeTitle(to text: inout TextWriter) {
    text.write(Styled(.strong, ([game] + words).joined(separator: " ")), ": ")
    if bots.count == 1 { text.write(bots[0], ", ") }
    if figures.games < games { text.write(Grouped(figures.games), " of ") }
    text.write(Plural(games, "game"), games == 1 ? ", seed " : ", seeds ")
    text.write(String(seed))
    if games > 1 { text.write(" to ", String(lastSeed)) }
    text.write(".\n")
  }

  private var seats: Columns {
    let shares = figures.shared > 0
    var table = Columns([.right, .left, .right] + (shares ? [.right] : []) + [.right, .right])
    table.add(["seat", "bot", "wins"] + (shares ? ["shared"] : []) + ["%", "95 % interval"])
    for (index, seat) in figures.seats.enumerated() {
      let interval = seat.interval(of: figures.games)
      table.add(
        [String(index + 1), bots[index], seat.wins.grouped] + (shares ? [seat.shared.grouped] : [])
          + [
            percent(seat.share(of: figures.games)),
            percent(interval.lower) + " to " + percent(interval.upper),
          ])
    }
    return table
  }

  /// Games that the table of the seats does not show.
  private func writeEndings(to text: inout TextWriter) {
    if figures.shared > 0 {
      text.write("shared by several winners: ", Grouped(figures.shared), "\n")
    }
    if figures.unwon > 0, bots.count > 1 {
      text.write("without a winner: ", Grouped(figures.unwon), "\n")
    }
    if figures.unfinished > 0 {
      text.write("stopped after ", Grouped(limit), " moves: ", Grouped(figures.unfinished), "\n")
    }
  }

  private var numbers: Columns {
    var table = Columns([.left, .right, .right, .right, .right])
    table.add(["a game", "mean", "deviation", "least", "most"])
    table.add(row("moves", figures.moves))
    for measure in figures.metrics { table.add(row(measure.name, measure.spread)) }
    return table
  }

  private func row(_ name: String, _ spread: Spread) -> [String] {
    let means = [spread.mean, spread.deviation].map { number($0, isMean: true) }
    let bounds = [spread.minimum, spread.maximum].map { number($0, isMean: false) }
    return [name] + means + bounds
  }

  private func percent(_ share: Double) -> String { Rounded(share * 100, places: 2).text }

  /// A number with two decimals if it is a mean or has a fraction.
  private func number(_ number: Double?, isMean: Bool) -> String {
    guard let number else { return "-" }
    return Rounded(number, places: isMean || number != number.rounded() ? 2 : 0).text
  }
}
