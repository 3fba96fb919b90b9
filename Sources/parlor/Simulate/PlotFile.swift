import ArgumentParser
import ParlorKit
import Platform
import Render
import Simulation

/// A file for a chart: a picture in SVG, or a specification of Vega-Lite in JSON.
struct PlotFile {
  private let path: String

  /// Reads the value of `--plot`.
  static func argument(_ path: String) throws -> PlotFile {
    guard path.hasSuffix(".svg") || path.hasSuffix(".json") else {
      throw ValidationError("`--plot` takes FILE.svg or FILE.json, not `\(path)`.")
    }
    if FileSystem.kind(of: path) == .other {
      throw ValidationError("`--plot` takes a file; `\(path)` is not a regular file.")
    }
    if let start = try? FileSystem.beginning(of: path, count: 64), TournamentPart.isBegun(start) {
      throw ValidationError("`--plot` would replace `\(path)`, which is a part of a simulation.")
    }
    return PlotFile(path: path)
  }

  /// Replaces the file atomically, or ends the program.
  func write(_ plot: Plot) {
    do throws(FileError) {
      try FileSystem.write(plot.file(named: path), to: path)
    } catch {
      StandardOutput.end(with: error)
    }
  }
}

extension Plot {
  /// The bytes of a file for the chart: a picture if the name ends in `.svg`, otherwise a
  /// specification.
  func file(named path: String) -> [UInt8] {
    path.hasSuffix(".svg") ? PlotPicture(self).svg(.auto) : VegaLite(self).bytes
  }

  /// The shares of wins of a tournament, each with its 95 % interval.
  init(_ report: Report) {
    let games = report.figures.games
    let points = report.figures.seats.enumerated().map { index, seat in
      let interval = seat.interval(of: games)
      return Point(
        x: Double(index), y: seat.share(of: games), label: "\(index + 1) \(report.bots[index])",
        interval: min(interval.lower, interval.upper)...max(interval.lower, interval.upper))
    }
    self.init(
      "\(([report.game] + report.words).joined(separator: " ")), \(games.grouped) games", x: "bot",
      y: "share of wins, 95 % interval", isShare: true, shape: .bars, [Series("wins", points)])
  }
}
