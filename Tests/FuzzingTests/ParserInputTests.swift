import ParlorKit
import ParserFuzzing
import Platform
import Testing

/// The corpus of `scripts/fuzz --coverage`, without its sanitizers: no input ends the process, and what was
/// read can be written and read again.
@Suite struct ParserInputTests {
  private static let folder =
    #filePath.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" } + "/Corpus"

  /// The names of the inputs by their first letters, so that a few tests have all of them.
  private static func names(_ group: String) throws -> [String] {
    try FileSystem.entries(of: folder).filter { $0.hasPrefix("\(group)-") }.sorted()
  }

  private static func input(_ name: String) throws -> [UInt8] {
    try FileSystem.read("\(folder)/\(name)")
  }

  private static let groups = [
    "answer", "definition", "framing", "game", "json", "lines", "markdown", "part", "results",
    "scenario", "text",
  ]

  @Test func `the corpus is small, and every input is of some parser`() throws {
    let all = try FileSystem.entries(of: Self.folder)
    #expect(all.count < 200)
    #expect(try all.reduce(0) { try $0 + Self.input($1).count } < 300_000)
    #expect(try Self.groups.reduce(0) { try $0 + Self.names($1).count } == all.count)
    for group in Self.groups { #expect(try Self.names(group).count >= 3, "\(group)") }
  }

  @Test(arguments: groups)
  func `inputs are read without a fault`(_ group: String) throws {
    for name in try Self.names(group) {
      let fault = ParserInput(try Self.input(name)).fault()
      #expect(fault == nil, "\(name): \(fault ?? "")")
    }
  }

  @Test(arguments: groups)
  func `damaged inputs are read without a fault`(_ group: String) throws {
    let names = try Self.names(group)
    var chance = Chance(seed: 1, draw: 0)
    for name in names {
      let input = try Self.input(name)
      for number in 0..<(group == "lines" ? 2 : 8) {
        let other = try Self.input(names[Int(chance.below(UInt32(names.count)))])
        // The first byte names the parser.
        let damaged = input.prefix(1) + Self.damaged(input.dropFirst(), other, &chance)
        let fault = ParserInput(Array(damaged)).fault()
        #expect(fault == nil, "\(name), damage \(number): \(fault ?? "")")
      }
    }
  }

  /// Bytes with a few of them removed, doubled, replaced, or taken from another input.
  private static func damaged(
    _ bytes: ArraySlice<UInt8>, _ other: [UInt8], _ chance: inout Chance
  ) -> [UInt8] {
    let marks = Array("(){}[]<>\"\\`~:=*+?|.! -9\n\r\t\0".utf8) + [0x80, 0xC3, 0xEF, 0xFF]
    func pick(_ bound: Int) -> Int { Int(chance.below(UInt32(bound))) }
    var bytes = Array(bytes)
    for _ in 0...pick(4) {
      let place = pick(bytes.count + 1)
      let end = min(bytes.count, place + pick(20))
      switch pick(4) {
      case 0: bytes.removeSubrange(place..<end)
      case 1: bytes.insert(contentsOf: bytes[place..<end], at: place)
      case 2: bytes.insert(marks[pick(marks.count)], at: place)
      default:
        let start = pick(other.count + 1)
        bytes.replaceSubrange(place..<end, with: other[start...].prefix(30))
      }
    }
    return bytes
  }
}
