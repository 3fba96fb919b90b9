/// The commands of a script or a scenario, with the numbers of their lines.
package struct Script {
  /// A command.
  package struct Numbered {
    /// The number of the line, from 1.
    package var number: Int
    /// The line.
    package var bytes: ArraySlice<UInt8>
  }

  /// The commands in order, without blank and comment lines.
  package private(set) var lines: [Numbered] = []

  /// - Parameter isScenario: whether only lines that begin with `> ` are commands.
  package init(_ bytes: [UInt8], isScenario: Bool) {
    var number = 0
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      number += 1
      if isScenario {
        guard line.starts(with: [UInt8(ascii: ">"), 0x20]) else { continue }
        lines.append(Numbered(number: number, bytes: line.dropFirst(2)))
      } else if Line.isCommand(line) {
        lines.append(Numbered(number: number, bytes: line))
      }
    }
  }
}

extension Line {
  /// Whether a line is a command, rather than blank or a comment. A line over the limit is one,
  /// and refused.
  package static func isCommand(_ line: ArraySlice<UInt8>) -> Bool {
    guard line.count <= limit else { return true }
    let first = trimmed(line).first { !isBlank($0) }
    return first != nil && first != UInt8(ascii: "#")
  }
}
