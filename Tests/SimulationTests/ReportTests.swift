import ParlorKit
import Simulation
import Testing

@Suite("Reports")
struct ReportTests {
  private let figures: Figures = {
    var figures = Figures(seats: 2)
    let standings: [GameStatus] = [
      .over(winners: [0]), .over(winners: [1]), .over(winners: [0, 1]), .over(winners: [0]),
      .over(winners: []), .playing(turn: 1),
    ]
    for (index, status) in standings.enumerated() {
      figures.add(
        Playout(
          status: status, moves: 1000 + index,
          metrics: [Metric("pace", Double(index) / 4)], digest: UInt64(index)),
        number: index)
    }
    return figures
  }()

  private func report(_ bots: [String], _ figures: Figures) -> Report {
    Report(
      game: "pile", words: ["size=9"], bots: bots, seed: 7, limit: 2000, figures: figures,
      games: figures.games)
  }

  private func text(_ report: Report) -> String {
    var text = TextWriter()
    report.write(to: &text)
    return text.string
  }

  @Test
  func `The text of a tournament has its figures`() {
    #expect(
      text(report(["take=3", "random"], figures)) == """
        pile size=9: 6 games, seeds 7 to 12.
        seat  bot     wins  shared      %   95 % interval
           1  take=3     2       1  41.67  13.95 to 75.89
           2  random     1       1  25.00   6.00 to 63.52
        shared by several winners: 1
        without a winner: 1
        stopped after 2,000 moves: 1
        a game      mean  deviation  least   most
        moves   1,002.50       1.87  1,000  1,005
        pace        0.63       0.47      0   1.25
        signature 6fcbd062220f7455

        """)
  }

  @Test
  func `The text of a game for one, played once, has no deviation`() {
    var figures = Figures(seats: 1)
    figures.add(
      Playout(
        status: .over(winners: []), moves: 12, metrics: [], digest: 1), number: 0)
    #expect(
      text(report(["random"], figures)) == """
        pile size=9: random, 1 game, seed 7.
        a game   mean  deviation  least  most
        moves   12.00          -     12    12
        signature 6a2d2b7834792162

        """)
  }

  @Test
  func `The fields come in a fixed order`() {
    let fields = report(["take=3", "random"], figures).fields
    #expect(
      fields.all.map(\.name) == [
        "game", "words", "games", "seed", "limit", "seats", "shared", "unwon", "unfinished",
        "moves", "measures", "signature",
      ])
    #expect(fields["shared"] == .integer(1) && fields["unwon"] == .integer(1))
    #expect(fields["unfinished"] == .integer(1) && fields["games"] == .integer(6))
    #expect(
      fields["measures"]
        == .array([
          .object([
            "name": .string("pace"), "mean": .number(0.625),
            "deviation": .number((0.21875).squareRoot()), "min": .number(0), "max": .number(1.25),
          ])
        ]))
  }

  @Test(arguments: [
    (1234.5, 0, "1,235"), (1234.567, 2, "1,234.57"), (-0.005, 2, "-0.01"), (0.04, 1, "0.0"),
    (99.995, 2, "100.00"), (7, 3, "7.000"),
  ])
  func `Numbers are rounded to places`(number: Double, places: Int, text: String) {
    #expect(Rounded(number, places: places).text == text)
  }
}
