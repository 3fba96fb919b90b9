import GameCatalog
import LineSyntax
import TestKit
import Testing

@testable import ParlorEngine

/// Which words are red, and what is suggested, in the games of the program.
struct CertaintyTests {
  private func session(_ lines: [String]) -> TestSession {
    let session = TestSession(GameCatalog.games, seed: 7)
    for line in lines { session.say(line) }
    return session
  }

  private func red(_ line: String, after lines: [String]) -> String? {
    let bytes = Array(line.utf8)
    let found = session(lines).interpreter.assistant.highlights(of: bytes[...]).filter {
      $0.role == .refused || $0.role == .unknownVerb
    }
    return found.isEmpty
      ? nil : found.map { String(decoding: bytes[$0.range], as: UTF8.self) }.joined(separator: "|")
  }

  @Test(
    arguments: [
      ("new mastermind", "guess red red blue blue", "red"),
      ("new mastermind", "guess 1 2 3 7", "7"),
      ("new mastermind", "guess 0", "0"), ("new mastermind", "guess 0 1", "0"),
      ("new mastermind", "guess 1 2 3 4 5", "5"), ("", "new farkle Ann rules=zzz", "zzz"),
      ("", "new minesweeper custom rows=99", "99"), ("", "new mastermind slots=99 ", "99"),
      ("new farkle Ann Bob", "seat Zed random", "Zed"),
      ("new farkle Ann Bob", "seat Ann nobot", "nobot"), ("new counter Ann Bob", "turn Zed", "Zed"),
      ("new counter Ann Bob", "add x", "x"),
      ("new counter Ann Bob", "add 999999999999999999", "999999999999999999"),
      ("new counter Ann Bob", "add 5 Zed", "Zed"),
      ("new minesweeper easy", "reveal 55", "55"), ("new minesweeper easy", "reveal 10 ", "10"),
      ("", "help zzz", "zzz"), ("new farkle Ann", "farkle", "farkle"),
      ("new farkle Ann; roll", "xyz", "xyz"), ("", "roll; xyz", "roll|xyz"),
    ])
  func `what is certain to be refused is red`(before: String, line: String, word: String) {
    #expect(red(line, after: before.split(separator: ";").map(String.init)) == word)
  }

  @Test(
    arguments: [
      ("", "new "), ("", "new farkle Ann rules=pa"), ("", "new minesweeper custom rows=2"),
      ("new counter Ann Bob", "+"), ("new counter Ann Bob", "-"), ("new counter Ann Bob", "+5"),
      ("", "new farkle Di; roll; hold best; bank"), ("", "new minesweeper easy\nreveal 1 1\nflag"),
      ("", "new farkle Ann bank=300"), ("", "new farkle Ann versus best"), ("", "help mines"),
      ("", "help scor"), ("new mastermind", "guess 1 2"), ("new minesweeper easy", "reveal 5"),
      ("new farkle Ann Bob", "seat Bob bank=500"), ("new farkle Ann Bob", "seat 2 hard"),
      ("new farkle Ann dice=physical", "points 4"), ("new farkle Ann dice=physical", "roll 1 5"),
      ("new farkle Ann dice=physical", "farkle"),
    ])
  func `what may be right is not red`(before: String, line: String) {
    #expect(red(line, after: [before]) == nil)
  }

  private func ghost(_ line: String, after lines: [String], typed: [String] = []) -> String? {
    let ghost = session(lines).interpreter.assistant.ghost(
      for: Array(line.utf8)[...], history: typed.map { Array($0.utf8) })
    return ghost.flatMap { $0.isInsertable ? $0.text : nil }
  }

  @Test func `a verb that needs a word waits for Tab`() {
    let farkle = ["new farkle Ann Bob", "roll"]
    #expect(ghost("ba", after: farkle) == nil)
    #expect(ghost("use", after: farkle) == nil)
    #expect(ghost("f", after: ["new mastermind"]) == nil)
    #expect(ghost("pla", after: ["new counter"]) == "yers")
    #expect(ghost("new pi", after: farkle) == nil)
  }

  @Test func `a move is suggested as a whole`() {
    let roll = ["new farkle Ann Bob", "roll 1 5 5 2 3 6"]
    #expect(ghost("ho", after: roll) == "ld 1 5 5")
    #expect(ghost("h", after: roll) == " 1 5 5")
    #expect(ghost("ro", after: ["new farkle Ann Bob"]) == "ll")
  }

  @Test func `what changes nothing is not suggested`() {
    let board = ["new minesweeper easy", "reveal 5 5"]
    #expect(ghost("reveal ", after: board, typed: ["reveal 5 5"]) == nil)
    let codes = ["new mastermind", "guess 1 1 2 2"]
    #expect(ghost("g", after: codes, typed: ["guess 1 1 2 2"]) == nil)
    #expect(ghost("g", after: codes, typed: ["guess 1 1 2 2", "guess 1 2 3 4"]) == "uess 1 2 3 4")
    #expect(ghost("add ", after: ["new counter Ann", "add 25"], typed: ["add 25"]) == "25")
  }

  @Test func `the first move of the last hint comes first, in its position only`() {
    let asked = ["new farkle Ann Bob target=1000", "roll 1 1 5 5 2 3", "hint"]
    let session = session(asked)
    let line = session.say("hint").split(separator: "\n").first.map(String.init) ?? ""
    let best = line.prefix { $0 != "%" }.split(separator: " ").dropLast().joined(separator: " ")
    #expect(best.hasPrefix("hold "))
    #expect(ghost("hold ", after: asked, typed: ["hold 5"]) == String(best.dropFirst(5)))
    #expect(ghost("h ", after: asked) == String(best.dropFirst(5)))
    #expect(ghost("h", after: asked) == String(best.dropFirst(1)))
    #expect(ghost("hold ", after: asked + ["hold 1", "roll 2 3 4 4 4"], typed: ["hold 5"]) != "1")
  }

  @Test func `advice is not offered after the end`() {
    let session = session(["new minesweeper layout=*./..", "reveal 1 1"])
    let verbs = session.interpreter.assistant.completion(of: Array("".utf8)[...]).suggestions
    #expect(!verbs.contains { ["hint", "odds"].contains($0.text) })
    #expect(verbs.contains { $0.text == "review" })
  }
}
