import Testing

@testable import ParlorEngine
@testable import ProgramKit

/// What a server of lines has answered.
@Suite struct LineAnswerTests {
  /// A line has up to 4,096 bytes, and what is missing is behind the last one.
  @Test(arguments: [
    (1, 4_096, 0..<4_096), (4_097, 0, 4_096..<4_096), (0, 1, nil), (4_098, 0, nil), (1, 4_097, nil),
    (1, -1, nil),
  ])
  func `a place in the line is taken if a line can have it`(
    _ column: Int, _ length: Int, _ range: Range<Int>?
  ) throws {
    let answer = """
      {"ok":false,"output":"","error":{"code":"syntax","column":\(column),"length":\(length)}}
      """
    guard case .done(_, let problem?, _)? = LineAnswer(Array(answer.utf8)[...]) else {
      Issue.record("it is no answer")
      return
    }
    #expect(problem.range == range)
  }
}
