import Fuzzing
import GameTesting
import ParlorKit
import TestKit
import Testing

@testable import ParlorEngine

/// Lines of all kinds, right ones, almost right ones and mere bytes: every one gets a well-formed
/// reply, and a refused one changes nothing.
struct RandomLineTests {
  private static let lines = 1500

  /// Feeds lines made up by the fuzzer, in a format, and hands out each with its reply.
  private func feed(
    seed: Int, format: ReplyFormat,
    _ check: (_ line: [UInt8], _ reply: Transcription, _ isUnchanged: Bool) -> Void
  ) {
    var chance = Chance(seed: UInt64(seed), draw: 6)
    var session = TestSession(Contestants.all, seed: seed) { $0.advice = .bounded }
    for _ in 0..<Self.lines {
      let vocabulary = session.vocabulary
      let line =
        session.interpreter.currentGame == nil
        ? Array(
          Opening(of: Contestants.all[seed % Contestants.all.count].definition, seed: 1).line.utf8)
        : LineStrategy.pick(&chance).make(vocabulary, &chance)
      session.say("set format \(format.rawValue)")
      let before = session.position
      let reply = session.run(line)
      check(line, reply, session.position == before)
      if reply.isOver {
        session = TestSession(Contestants.all, seed: seed) { $0.advice = .bounded }
      }
    }
  }

  @Test(arguments: 0..<6)
  func `replies to random lines are well-formed text`(seed: Int) {
    var refused = 0
    feed(seed: seed, format: .text) { line, reply, isUnchanged in
      // A line may have set the format itself.
      let isJSON = reply.text.first == UInt8(ascii: "{")
      #expect(
        ReplyContract.violation(in: reply.text, isError: reply.code != nil) == nil
          && (reply.text.last ?? 0x0A) == 0x0A,
        "\(String(decoding: line, as: UTF8.self))")
      guard let code = reply.code else {
        #expect(!reply.text.starts(with: "error".utf8), "\(String(decoding: line, as: UTF8.self))")
        return
      }
      refused += 1
      #expect(isUnchanged, "\(String(decoding: line, as: UTF8.self))")
      #expect(reply.text.starts(with: (isJSON ? "{" : "error[\(code.rawValue)]: ").utf8))
      #expect(![.io, .remote, .plugin, .internal].contains(code))
    }
    #expect(refused > Self.lines / 20 && refused < Self.lines)
  }

  @Test(arguments: 10..<14)
  func `replies to random lines are well-formed JSON`(seed: Int) {
    feed(seed: seed, format: .json) { line, reply, isUnchanged in
      let text = reply.text
      guard !text.isEmpty, text.first == UInt8(ascii: "{") else { return }
      #expect(text.last == 0x0A && text.dropLast().allSatisfy { $0 != 0x0A })
      #expect(JSONText.isValid(Array(text.dropLast())), "\(String(decoding: line, as: UTF8.self))")
      let id = text.starts(with: #"{"id":"#.utf8)
      let start = id ? text.drop { $0 != UInt8(ascii: ",") }.dropFirst() : text.dropFirst()
      #expect(start.starts(with: (reply.code == nil ? #""ok":true,"# : #""ok":false,"#).utf8))
      #expect(reply.code == nil || isUnchanged)
    }
  }

  /// The fuzzer with its own checks, over its own sessions.
  @Test(arguments: 0..<3)
  func `batches of the fuzzer find nothing`(number: Int) throws {
    do {
      let run = FuzzRun(games: Contestants.all, seed: 1)
      #expect(try run.batch(number, lines: Self.lines).lines >= Self.lines)
    } catch {
      let lines = error.lines.suffix(3).map { String(decoding: $0, as: UTF8.self) }
      Issue.record("\(error.violation.message): \(lines)")
    }
  }

  @Test func `the same seed makes the same lines`() {
    var transcripts: [[[UInt8]]] = []
    for _ in 0..<2 {
      var lines: [[UInt8]] = []
      feed(seed: 20, format: .text) { line, reply, _ in lines.append(line + reply.text) }
      transcripts.append(lines)
    }
    #expect(transcripts[0] == transcripts[1])
  }
}

extension TestSession {
  /// What lines can be made of now.
  fileprivate var vocabulary: Vocabulary {
    let game = interpreter.currentGame
    return Vocabulary(
      games: Contestants.all.map(\.definition), commands: interpreter.router.declarations
    ) { game?.legalMoves().moves.map(\.line) ?? [] }
  }
}
