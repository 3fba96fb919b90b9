import ParlorKit

/// The colours of pictures.
package enum Theme: String, Sendable, CaseIterable {
  /// Light or dark, as on the reader's system.
  case auto
  case light
  case dark

  /// The parts of pictures with a colour, besides the styles of text.
  private static let parts = [
    ("bg", "#ffffff", "#15181d"), ("bar", "#eef1f4", "#22272e"), ("edge", "#d0d7de", "#3a414a"),
    ("fg", "#24292f", "#e6e9ed"), ("faint", "#68707a", "#8f98a3"),
  ]

  /// The class of a style, with its colours; a style without colours only has a weight.
  static let styles: [(style: Style, name: String, light: String, dark: String)] = [
    (.strong, "b", "", ""), (.faint, "d", "#68707a", "#8f98a3"),
    (.good, "g", "#17773a", "#56d364"), (.bad, "r", "#c2242f", "#ff7b72"),
    (.notice, "y", "#855d00", "#e3b341"), (.number, "c", "#0b6e82", "#56d4dd"),
    (.quoted, "m", "#7d45d4", "#d2a8ff"), (.awaited, "o", "#a84f00", "#ffa657"),
    (.done, "u", "#0860ca", "#79c0ff"), (.treasure, "t", "#8f6400", "#f2cc60"),
  ]

  /// The colours of the lines of a chart, in order and then again from the first.
  static let series = ["u", "o", "g", "m", "r", "c", "y", "t"]

  /// The classes of some styles.
  static func classes(_ styles: [Style]) -> String {
    Self.styles.filter { styles.contains($0.style) }.map(\.name).joined(separator: " ")
  }

  /// Rules that give the classes of styles and parts their colours.
  ///
  /// - Parameters:
  ///   - property: `fill` in SVG, `color` in HTML.
  ///   - more: rules for further properties: a selector, the property, and the part or style whose
  ///     colour to use.
  func rules(_ property: String, _ more: [(String, String, String)] = []) -> String {
    func rules(isDark: Bool) -> String {
      var colors: [String: String] = [:]
      var rules = ""
      for (name, light, dark) in Self.parts + Self.styles.map({ ($0.name, $0.light, $0.dark) })
      where !light.isEmpty {
        colors[name] = isDark ? dark : light
        rules += ".\(name){\(property):\(isDark ? dark : light)}"
      }
      for (selector, property, part) in more {
        rules += "\(selector){\(property):\(colors[part] ?? part)}"
      }
      return rules
    }
    switch self {
    case .light: return rules(isDark: false)
    case .dark: return rules(isDark: true)
    case .auto:
      return rules(isDark: false)
        + "@media (prefers-color-scheme:dark){\(rules(isDark: true))}"
    }
  }
}
