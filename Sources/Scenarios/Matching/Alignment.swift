/// Which expected line stands for which line of a reply.
struct Alignment {
  /// A place in the alignment. Expected lines count from 0 in their step, lines of the reply from
  /// 0 as well.
  enum Row: Equatable {
    /// A line that is as expected.
    case matched(expected: Int, line: Int)
    /// An expected line that rightly stands for no line, or for none any more.
    case passed(expected: Int)
    /// An expected line that did not come.
    case missing(expected: Int)
    /// A line that was not expected.
    case extra(line: Int)
    /// A line that came in the place of another.
    case changed(expected: Int, line: Int)

    /// Whether this is as expected.
    var isFine: Bool {
      switch self {
      case .matched, .passed: true
      case .missing, .extra, .changed: false
      }
    }
  }

  /// The rows, in the order of the expected lines as well as of the reply, but for lines in any
  /// order.
  var rows: [Row]

  /// Whether the whole reply is as expected.
  var isExact: Bool { rows.allSatisfy(\.isFine) }
}
