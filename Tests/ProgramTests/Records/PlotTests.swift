import ParlorKit
import TestKit
import Testing

/// Charts of statistics and reviews.
@Suite(.blocking) struct PlotTests {
  private struct Chart {
    var title = ""
    /// The points in order: their series, their place and their value.
    var points: [(series: String, place: String, value: Double)] = []

    init(_ bytes: [UInt8]) throws {
      let document = try JSONReader.read(Array(bytes.dropLast()))
      title = document["title"]?.string ?? ""
      for row in document["data"]?["values"]?.array ?? [] {
        let place = row["place"]?.string ?? row["place"]?.integer.map { "\($0)" } ?? ""
        let value = row["value"]?.number ?? .nan
        points.append((row["series"]?.string ?? "", place, value))
      }
    }
  }

  /// Two games of Farkle with given dice: Ann 1,000 to 0, then 600 to Bob's 1,000.
  private static let games = """
    new farkle Ann Bob target=500 dice=physical
    roll 1 1 1 2 3 4
    hold 1 1 1
    bank
    roll 2 3 4 6 2 3
    new farkle Ann Bob target=600 dice=physical
    roll 6 6 6 2 3 4
    hold 6 6 6
    bank
    roll 1 1 1 2 3 4
    hold 1 1 1
    bank
    """

  @Test func `the scores of games are drawn over the games`() throws {
    let folder = try TemporaryFolder()
    let arguments = ["--profile", folder["p"], "-"]
    let played = try Program.run(arguments, input: Self.games.utf8)
    try #require(played.status == .exited(0), "\(played)")
    let script = "stats farkle plot=\(folder["points.json"]); stats plot=\(folder["wins.json"])"
    let outcome = try Program.run(["--profile", folder["p"], "-c", script])
    #expect(outcome.status == .exited(0), "\(outcome)")
    #expect(outcome.text.contains("Drew the chart in \(folder["points.json"])."))
    let scores = try Chart(folder.bytes("points.json"))
    #expect(scores.title == "Farkle")
    #expect(
      scores.points.map { "\($0.series) \($0.place) \(Int($0.value))" }
        == ["Ann 1 1000", "Ann 2 600", "Bob 1 0", "Bob 2 1000"])
    let wins = try Chart(folder.bytes("wins.json"))
    #expect(
      wins.points.map { "\($0.place) \($0.value)" } == ["Farkle Ann 0.5", "Farkle Bob 0.5"])
  }

  /// Each program finds no file, and draws one: only one of them may.
  @Test(arguments: ["stats plot=c.svg", "review finished=1 plot=c.svg"])
  func `of programs that draw to one new file at once, one does`(line: String) throws {
    let folder = try TemporaryFolder()
    let played = try Program.run(["--profile", folder["p"], "-"], input: Self.games.utf8)
    try #require(played.status == .exited(0), "\(played)")
    let outcome = try Program.shell(
      """
      cd "$1"; for i in 1 2 3 4 5 6; do ("$0" --profile p -c "$2" 2>&1) & done; wait
      """, [folder.path, line])
    #expect(outcome.text.ranges(of: "Drew the chart in c.svg.").count == 1, "\(outcome.text)")
    #expect(try folder.names.sorted() == ["c.svg", "p"])
  }

  @Test func `a review draws what it says`() throws {
    let folder = try TemporaryFolder()
    let file = folder["chances.json"]
    let outcome = try Program.run(
      ["--format", "json", "-c", "new farkle Ann Bob target=500 seed=3; roll; hold best; bank"]
        + ["-c", "review plot=\(file)"])
    #expect(outcome.status == .exited(0), "\(outcome)")
    let reply = try JSONReader.read(
      Array((outcome.text.split(separator: "\n").last ?? "").utf8))
    let events = reply["events"]?.array ?? []
    let curves = events.first { $0["type"]?.string == "review" }?["chart"]?.array ?? []
    let said = curves.flatMap { curve in
      (curve["points"]?.array ?? []).map { $0["value"]?.number ?? .nan }
    }
    #expect(said.count > 2)
    // A chart has six decimals.
    let drawn = try Chart(folder.bytes("chances.json")).points.map(\.value)
    #expect(drawn.count == said.count && zip(drawn, said).allSatisfy { abs($0 - $1) < 1e-6 })
    #expect(events.contains { $0["type"]?.string == "drawn" && $0["path"]?.string == file })
  }

  @Test(
    arguments: [
      // FOLDER is where the chart would be.
      ("stats plot=a.png", "`plot` takes FILE.svg or FILE.json"),
      ("stats plot=FOLDER/a.svg", "there is nothing to draw"),
      ("stats export FOLDER/a.csv plot=FOLDER/a.svg", "`stats export` does not take `plot`"),
      ("stats reset confirm mode=easy", "`stats reset` does not take `mode`"),
      (
        "new mastermind secret=\"1 1 1 1\"; guess 1 1 1 2; review plot=FOLDER/a.svg",
        "there is nothing to draw"
      ),
      ("new farkle Ann Bob target=500; roll; review plot=/nowhere/a.svg", "/nowhere/a.svg"),
    ])
  func `what cannot be drawn is an error, and writes nothing`(
    _ script: String, _ message: String
  ) throws {
    let folder = try TemporaryFolder()
    let script = script.replacing("FOLDER", with: folder.path)
    let outcome = try Program.run(["--profile", folder["p"], "-c", script])
    #expect(outcome.status != .exited(0))
    #expect(outcome.complaint.contains(message), "\(outcome)")
    #expect(try !folder.names.contains { $0.hasPrefix("a.") })
  }
}
