import Testing

@testable import LineSyntax

/// Spans of time as they are typed and written.
struct SpanTests {
  @Test(
    arguments: [
      ("10s", 10_000), ("+10s", 10_000), ("0s", 0), ("1.5s", 1500), ("1.05s", 1050),
      ("1.005s", 1005), ("500ms", 500), ("2m", 120_000), ("0.5m", 30_000), ("1h", 3_600_000),
      ("0.001h", 3600), ("007s", 7000), ("876000h", 3_153_600_000_000),
    ] as [(String, Int)])
  func `spans of time are read`(text: String, milliseconds: Int) {
    #expect(Span.milliseconds(of: text) == milliseconds)
  }

  @Test(arguments: [
    "", "+", "s", "+s", "10", "-10s", "++1s", "1.s", ".5s", "1.5.5s", "1,5s", "1.0005s", "1.5ms",
    "0.0001s", "1e3s", "١s", "1 s", "10S", "10sec", "1d", "876000.001h", "876001h",
    "9999999999999999h", "999999999999999h", "2562047788015.215h",
  ])
  func `other texts are no spans`(text: String) {
    #expect(Span.milliseconds(of: text) == nil)
  }

  /// The product of whole and unit is just below 2^63, so the fraction would carry it over.
  @Test(arguments: ["2562047788015.999h", "+153722867280912.999m"])
  func `sums beyond any integer`(text: String) {
    #expect(Span.milliseconds(of: text) == nil)
  }

  @Test(
    arguments: [
      (0, "+0.000s"), (1, "+0.001s"), (12_300, "+12.300s"), (59_999, "+59.999s"),
      (3_153_600_000_000, "+3153600000.000s"),
    ] as [(Int64, String)])
  func `spans are written in seconds`(milliseconds: Int64, text: String) {
    #expect(Span.written(milliseconds: milliseconds) == text)
    #expect(Span.milliseconds(of: text) == Int(milliseconds))
  }
}
