extension Array<String> {
  /// The words as alternatives: `a`, `a or b`, `a, b or c`; `nothing` if there are none.
  public var alternatives: String {
    guard let last else { return "nothing" }
    return count == 1 ? last : dropLast().joined(separator: ", ") + " or " + last
  }
}
