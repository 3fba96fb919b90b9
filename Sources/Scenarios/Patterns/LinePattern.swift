/// What one line of a reply must be.
enum LinePattern: Sendable {
  /// These bytes.
  case plain(ArraySlice<UInt8>)
  /// Whatever fits an expression or a glob.
  case program(PatternProgram)
  /// Text with holes; `isPart`: it may stand anywhere in the line.
  case template(LineTemplate, isPart: Bool)
  /// Anything that contains these bytes.
  case part(ArraySlice<UInt8>)
}
