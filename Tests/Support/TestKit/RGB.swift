import LibC

/// A colour of a screen, and how well it can be read.
package struct RGB: Hashable, Sendable {
  /// Red, green and blue, 0 to 255.
  package let components: [Double]

  package init(_ components: [Double]) { self.components = components }

  package init(_ hexadecimal: Substring) {
    let number = Int(hexadecimal, radix: 16) ?? 0
    components = [16, 8, 0].map { Double(number >> $0 & 255) }
  }

  /// One of the 240 colours of xterm that no theme changes: 16 to 255.
  package init?(fixed number: Int) {
    switch number {
    case 16..<232:
      let place = number - 16
      let levels = [place / 36, place / 6 % 6, place % 6]
      components = levels.map { $0 == 0 ? 0 : Double(55 + 40 * $0) }
    case 232..<256: components = Array(repeating: Double(8 + 10 * (number - 232)), count: 3)
    default: return nil
    }
  }

  /// The relative luminance of WCAG 2.2.
  private var luminance: Double {
    let linear = components.map { part in
      let value = part / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }

  /// The contrast of WCAG 2.2.
  package func contrast(with other: RGB) -> Double {
    let (mine, its) = (luminance + 0.05, other.luminance + 0.05)
    return max(mine, its) / min(mine, its)
  }

  /// The least contrast with some backgrounds.
  package func leastContrast(on backgrounds: [RGB] = RGB.backgrounds) -> Double {
    backgrounds.map(contrast).min() ?? 0
  }

  /// Black, white, and those of Solarized.
  package static let backgrounds = ["000000", "ffffff", "002b36", "fdf6e3"].map { RGB($0[...]) }

  /// The 16 colours that themes change, with the backgrounds on which they are used.
  package static let themes: [(name: String, colors: [RGB], backgrounds: [RGB])] = [
    (
      "xterm",
      """
      000000 cd0000 00cd00 cdcd00 0000ee cd00cd 00cdcd e5e5e5 \
      7f7f7f ff0000 00ff00 ffff00 5c5cff ff00ff 00ffff ffffff
      """, false
    ),
    (
      "VGA",
      """
      000000 aa0000 00aa00 aa5500 0000aa aa00aa 00aaaa aaaaaa \
      555555 ff5555 55ff55 ffff55 5555ff ff55ff 55ffff ffffff
      """, false
    ),
    (
      "Tango",
      """
      2e3436 cc0000 4e9a06 c4a000 3465a4 75507b 06989a d3d7cf \
      555753 ef2929 8ae234 fce94f 729fcf ad7fa8 34e2e2 eeeeec
      """, false
    ),
    (
      "Solarized",
      """
      073642 dc322f 859900 b58900 268bd2 d33682 2aa198 eee8d5 \
      002b36 cb4b16 586e75 657b83 839496 6c71c4 93a1a1 fdf6e3
      """, true
    ),
  ].map { name, colors, isSolarized in
    (
      name, colors.split(separator: " ").map(RGB.init),
      Array(isSolarized ? backgrounds.suffix(2) : backgrounds.prefix(2))
    )
  }
}
