import Testing

@Suite struct FileSizeTests {
  @Test func `Swift files are short`() throws {
    let files = try SourceTree.swiftFiles(in: "Sources", "Tests")
    let sizes = files.map { $0.lines.count - 1 }.sorted()
    let long = files.filter { $0.lines.count - 1 > 300 }.map(\.path)
    #expect(sizes.last ?? 0 <= 500)
    #expect(long.count <= 5, "over 300 lines: \(long)")
    #expect(sizes[sizes.count / 2] <= 120, "the median is over 120 lines")
  }
}
