package import ParlorKit

extension OptionDeclaration {
  static let plotName = "plot"
  package static let overwriteName = "overwrite"

  /// The option `overwrite` of commands that write a file. The rule is
  /// ``FileAccess/refuseReplacing(_:_:at:)``.
  package static let overwrite = OptionDeclaration(
    overwriteName, .choice(["no", "yes"]), "whether to replace any file of this name",
    default: .text("no"))

  /// The option `plot` of commands that can draw what they show.
  package static func plot(_ help: String) -> OptionDeclaration {
    .text(plotName, limit: 4096, help)
  }
}

extension Session {
  /// The file of the option `plot`, if it was given: a picture in SVG, or a specification of Vega-Lite in
  /// JSON.
  package func plotFile(of call: Call) throws(CommandError) -> String? {
    guard case .text(let path)? = call.options[OptionDeclaration.plotName] else { return nil }
    guard capabilities.contains(.files) else {
      throw .notGranted("plot=FILE", needs: .files, in: capabilities)
    }
    guard path.hasSuffix(".svg") || path.hasSuffix(".json") else {
      throw .refused(
        GameError(.badOption, "`plot` takes FILE.svg or FILE.json", at: .option("plot")))
    }
    try files.refuseReplacing(path, call, at: .option("plot"))
    return path
  }

  /// Draws the chart of a game.
  ///
  /// - Returns: what was done, for the reply.
  func draw(_ review: GameReview, to path: String) throws(CommandError) -> any Event {
    let chart = review.chart
    guard let drawChart, !chart.curves.isEmpty else {
      throw .nothingToDraw(
        chart.subject == .chance
          ? "the advice for this game is not a chance to win" : "the game has no scores")
    }
    try files.write(drawChart(chart, path), to: path)
    return HostEvent.drawn(path: path)
  }
}

extension HostEvent {
  package static func drawn(path: String) -> Self {
    Self("drawn", ["path": .string(path)]) { $0.write("Drew the chart in ", path, ".") }
  }
}
