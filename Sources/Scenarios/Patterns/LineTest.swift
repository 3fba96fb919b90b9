/// A pattern where the values of captures are known, ready to be tried on lines.
struct LineTest: Sendable {
  private enum Body {
    case plain(ArraySlice<UInt8>)
    case part(ArraySlice<UInt8>)
    case program(PatternProgram)
    case never
  }

  private let body: Body
  /// What a match tells, if anything.
  let telling: LineTemplate?
  /// The number of the expected line in its step, from 0.
  let index: Int
  /// Whether the expected line begins with `error`, and so may meet the first line of a refusal.
  let isError: Bool

  /// The test of a pattern.
  init(_ pattern: LinePattern, index: Int, isError: Bool, values: CaptureValues) {
    self.index = index
    self.isError = isError
    var telling: LineTemplate?
    switch pattern {
    case .plain(let bytes): body = .plain(bytes)
    case .part(let bytes): body = .part(bytes)
    case .program(let program): body = .program(program)
    case .template(let template, let isPart):
      let node = template.pattern(with: values)
      let whole = isPart ? .sequence([.anything, node, .anything]) : node
      body = (try? PatternProgram(whole, limit: .max)).map(Body.program) ?? .never
      telling = template.isTelling ? template : nil
    }
    self.telling = telling
  }

  /// The bytes it stands for, if it is no pattern.
  var plain: ArraySlice<UInt8>? {
    if case .plain(let bytes) = body { bytes } else { nil }
  }

  /// Whether a line fits.
  func accepts(_ line: ArraySlice<UInt8>) -> Bool {
    switch body {
    case .plain(let bytes): line == bytes
    case .part(let bytes): Self.isPart(bytes, of: line)
    case .program(let program): program.matches(line)
    case .never: false
    }
  }

  /// Remembers what a line that fits tells.
  ///
  /// - Returns: whether every use of a name in it has the value it should have.
  func tell(_ line: ArraySlice<UInt8>, to values: inout CaptureValues) -> Bool {
    guard let telling, case .program(let program) = body else { return true }
    return telling.tell(program.captures(in: line) ?? [], to: &values)
  }

  private static func isPart(_ bytes: ArraySlice<UInt8>, of line: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first else { return true }
    var rest = line
    while let index = rest.firstIndex(of: first) {
      if line[index...].starts(with: bytes) { return true }
      rest = line[(index + 1)...]
    }
    return false
  }
}
