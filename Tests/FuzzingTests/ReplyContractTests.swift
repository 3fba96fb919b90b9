import Testing

@testable import Fuzzing

@Suite struct ReplyContractTests {
  @Test(
    arguments: [
      ("", nil), ("Ann to roll.\n", nil), ("one\ntwo\n", nil), ("Zoë 🎲\n", nil),
      ("\n", .blankLine), ("one\n\ntwo\n", .blankLine), ("one\n\n", .blankLine),
      ("one \n", .trailingBlank), ("one\t\ntwo\n", .trailingBlank), ("> one\n", .promptLike),
      ("\u{1B}[1mone\n", .notPlainText), ("\u{FFFD}\n", .notPlainText),
      ("one\r\n", .notPlainText), ("one\u{85}two\n", .notPlainText), ("one\ttwo\n", nil),
      ("error[syntax]: no\n", .falseAlarm), (#"{"ok":true}"# + "\n", nil),
    ] as [(String, Violation?)])
  func `an accepted line gets its reply`(_ text: String, _ violation: Violation?) {
    #expect(ReplyContract.violation(in: Array(text.utf8), isError: false) == violation)
  }

  @Test(
    arguments: [
      ("error[not-now]: hold first\n  legal: hold 1\n", nil), (#"{"ok":false}"# + "\n", nil),
      ("", .silentError), ("no\n", .silentError),
    ] as [(String, Violation?)])
  func `a rejected line gets its reply`(_ text: String, _ violation: Violation?) {
    #expect(ReplyContract.violation(in: Array(text.utf8), isError: true) == violation)
  }
}
