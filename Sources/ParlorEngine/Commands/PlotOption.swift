package import ParlorKit

extension OptionDeclaration {
  static let plotName = "plot"
  static let overwriteName = "overwrite"

  /// The option `overwrite` of commands that write a file. The rule is
  /// ``FileAccess/refuseReplacing(_:at:)``.
  package static let overwrite = OptionDeclaration(
    overwriteName, .choice(["no", "yes"]), "whether to replace any file of this name",
    default: .text("no"))

  /// The option `plot` of commands that can draw what they show.
  package static func plot(_ help: String) -> OptionDeclaration {
    .text(plotName, limit: 4096, help)
  }
}

extension FormParameter<Bool> {
  /// Whether `overwrite=yes` is given.
  package static var overwrite: Self {
    Self(options: [.overwrite]) { $0.options[OptionDeclaration.overwriteName] == .text("yes") }
  }
}

extension FormParameter<String?> {
  /// The path of the option `plot`, if it is given.
  package static func plot(_ help: String) -> Self { .text(of: .plot(help)) }
}

extension FormParameter<Int?> {
  /// The number of the option `finished`, if it is given.
  static var finished: Self {
    .integer(
      of: .integer(
        "finished", 1...100_000, default: 1,
        "the number of a finished game in the list of `finished`"))
  }
}

extension Session {
  /// The file of the option `plot`, if it is given: a picture in SVG, or a specification of
  /// Vega-Lite in JSON.
  package func plotFile(_ path: String?, overwrites: Bool) throws(CommandError) -> String? {
    guard let path else { return nil }
    guard capabilities.contains(.files) else {
      throw .notGranted("plot=FILE", needs: .files, in: capabilities)
    }
    guard path.hasSuffix(".svg") || path.hasSuffix(".json") else {
      throw .refused(
        GameError(.badOption, "`plot` takes FILE.svg or FILE.json", at: .option("plot")))
    }
    if !overwrites { try files.refuseReplacing(path, at: .option("plot")) }
    return path
  }

  /// Draws the chart of a game.
  ///
  /// - Parameter replaces: whether a file may be there.
  /// - Returns: what was done, for the reply.
  func draw(
    _ review: GameReview, to path: String, replaces: Bool
  ) throws(CommandError) -> any Event {
    let chart = review.chart
    guard let drawChart = host.drawChart, !chart.curves.isEmpty else {
      throw .nothingToDraw(
        chart.subject == .chance
          ? "the advice for this game is not a chance to win" : "the game has no scores")
    }
    try files.write(drawChart(chart, path), to: path, replaces: replaces)
    return HostEvent.drawn(path: path)
  }
}

extension HostEvent {
  package static func drawn(path: String) -> Self {
    Self("drawn", ["path": .string(path)]) { $0.write("Drew the chart in ", path, ".") }
  }
}
