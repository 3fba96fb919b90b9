package import ParlorKit

extension OptionDeclaration {
  /// The option `plot` of commands that can draw what they show.
  package static func plot(_ help: String) -> OptionDeclaration {
    .text("plot", limit: 4096, help)
  }
}

extension Session {
  /// The file of the option `plot`, if it was given: a picture in SVG, or a specification of Vega-Lite in
  /// JSON.
  package func plotFile(of call: Call) throws(CommandError) -> String? {
    guard case .text(let path)? = call.options["plot"] else { return nil }
    guard capabilities.contains(.files) else {
      throw .notGranted("plot=FILE", needs: .files, in: capabilities)
    }
    guard path.hasSuffix(".svg") || path.hasSuffix(".json") else {
      throw .refused(
        GameError(.badOption, "`plot` takes FILE.svg or FILE.json", at: .option("plot")))
    }
    return path
  }

  /// Draws the chance to win over the moves of a game.
  ///
  /// - Returns: what was done, for the reply.
  func draw(_ review: GameReview, to path: String) throws(CommandError) -> any Event {
    let curves = review.curves
    guard let drawChances, !curves.isEmpty else {
      throw .nothingToDraw("the advice for this game is no chance to win it")
    }
    try files.write(drawChances(curves, path), to: path)
    return HostEvent.drawn(path: path)
  }
}
