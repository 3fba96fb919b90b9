public import ParlorKit

extension Candidates: TextWritable {
  /// Writes how many codes fit, then the first ones in a line each.
  public func write(to text: inout TextWriter) {
    guard let count else {
      return text.write(
        "There are ", Grouped(codes), " codes; candidates are counted among at most ",
        Grouped(MastermindRules.mostCounted), ".")
    }
    text.write(
      Styled(.strong, Grouped(count)), " of ", Grouped(codes), " codes ",
      count == 1 ? "fits:" : "fit:")
    for code in first { text.write("\n  ", code) }
    if count > first.count { text.write("\n  and ", Grouped(count - first.count), " more") }
  }

  /// The answer as data; `count` is null if there are too many codes to look at.
  var fields: Fields {
    [
      "codes": .integer(codes), "count": count.map { .integer($0) } ?? .null,
      "first": .array(first.map(\.value)),
    ]
  }
}
