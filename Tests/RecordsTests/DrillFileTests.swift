import ParlorKit
import Platform
import Records
import TestKit
import Testing

/// The file of positions to practise, and when they are asked again.
@Suite(.blocking) struct DrillFileTests {
  private static let cards = [
    DrillCard(
      game: "farkle", log: "# parlor-log 1\nnew farkle Ä \"B\" # =0\n", box: 3, due: 20_000),
    DrillCard(game: "mastermind", log: "", due: 0),
  ]

  private func file() throws -> (file: DrillFile, folder: TemporaryFolder) {
    let folder = try TemporaryFolder()
    return (DrillFile(folder["profile/drill.jsonl"]), folder)
  }

  @Test func `what was written is read, with plain dates`() throws {
    let (file, folder) = try file()
    let deck = DrillDeck(cards: Self.cards, searched: ["one", "two"])
    #expect(try file.change { $0 = deck } == deck)
    #expect(try file.change { _ in } == deck)
    let lines = try folder.lines("profile/drill.jsonl")
    #expect(lines.count == 3)
    // 20,000 days after 1970-01-01, by `date -u -d @1728000000`.
    #expect(lines[1].contains("\"due\":\"2024-10-04\""), "\(lines[1])")
    #expect(try FileSystem.entries(of: folder["profile"]) == ["drill.jsonl"])
  }

  @Test func `no bit can change and no line be lost without notice`() throws {
    let (file, _) = try file()
    _ = try file.change { $0 = DrillDeck(cards: Self.cards) }
    let bytes = try FileSystem.read(file.path)
    #expect(DrillFile.read(bytes).findings.isEmpty)
    for place in bytes.indices {
      for bit in 0..<8 {
        var changed = bytes
        changed[place] ^= 1 << UInt8(bit)
        let (deck, findings) = DrillFile.read(changed)
        #expect(!findings.isEmpty && deck == DrillDeck(), "byte \(place), bit \(bit)")
      }
    }
    for end in 1..<bytes.count {
      #expect(!DrillFile.read(Array(bytes[..<end])).findings.isEmpty, "\(end) bytes")
    }
  }

  @Test func `a damaged file is refused and stays as it is`() throws {
    let (file, folder) = try file()
    _ = try file.change { $0 = DrillDeck(cards: Self.cards) }
    try folder.add("profile/drill.jsonl", lines: try folder.lines("profile/drill.jsonl").dropLast())
    let damaged = try FileSystem.read(file.path)
    #expect(throws: FileError.self) { _ = try file.change { $0.cards = [] } }
    #expect(try FileSystem.read(file.path) == damaged)
    let findings = DrillFile.read(damaged).findings
    #expect(findings.first?.message == "it ends early: it has 1 of 2 positions")
  }

  @Test func `two programs that answer at once lose nothing`() throws {
    let (file, _) = try file()
    let path = file.path
    _ = parallelMap(count: 2, jobs: 2) { writer in
      for number in 0..<20 {
        _ = try? DrillFile(path).change { deck in
          deck.note(
            DrillCard(game: "farkle", log: "\(writer) \(number)", due: 0), isRight: false, on: 1)
        }
      }
    }
    let deck = try file.change { _ in }
    #expect(Set(deck.cards.map(\.log)).count == 40)
    #expect(deck.cards.allSatisfy { $0.box == 1 && $0.due == 1 })
  }

  /// Leitner's boxes: 1, 2, 4, 8 and 16 days after a right answer, and the first box after a wrong one.
  @Test func `a right answer doubles the time, and a wrong one begins anew`() {
    var deck = DrillDeck()
    let card = DrillCard(game: "farkle", log: "x", due: 0)
    deck.note(card, isRight: true, on: 0)
    #expect(deck.cards.isEmpty)
    deck.note(card, isRight: false, on: 100)
    #expect(
      deck.due("farkle", on: 100, except: []) == DrillCard(game: "farkle", log: "x", due: 100))
    #expect(deck.due("farkle", on: 100, except: [card]) == nil)
    #expect(deck.due("mastermind", on: 100, except: []) == nil)
    var (day, boxes) = (100, [Int]())
    for pause in [1, 2, 4, 8, 16, 16] {
      deck.note(card, isRight: true, on: day)
      boxes.append(deck.cards[0].box)
      #expect(deck.due("farkle", on: day + pause - 1, except: []) == nil)
      #expect(deck.due("farkle", on: day + pause, except: []) != nil)
      day += pause
    }
    #expect(boxes == [2, 3, 4, 5, 5, 5])
    deck.note(card, isRight: false, on: day)
    #expect(deck.cards == [DrillCard(game: "farkle", log: "x", box: 1, due: day)])
  }

  @Test func `the lowest box is asked first, and a full deck drops what is known best`() {
    var deck = DrillDeck()
    for number in 0..<1_000 {
      deck.add(DrillCard(game: "g", log: "\(number)", box: number == 7 ? 5 : 2, due: 0))
    }
    deck.add(DrillCard(game: "g", log: "new", due: 0))
    #expect(deck.cards.count == 1_000 && !deck.cards.contains { $0.log == "7" })
    #expect(deck.due("g", on: 0, except: [])?.log == "new")
  }
}
