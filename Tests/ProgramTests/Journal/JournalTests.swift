import LibC
import Platform
import TestKit
import Testing

@testable import ParlorEngine

/// What the journal keeps, and what becomes of it on bad days.
@Suite(.blocking) struct JournalTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func start(_ arguments: [String] = []) throws -> Pseudoterminal {
    try Pseudoterminal.parlor(
      ["--seed", "0", "--color", "never"] + arguments + ["--profile", folder["p"]],
      environment: ["PATH": "\(folder["plugins"]):/usr/bin:/bin"])
  }

  /// Types lines in a new session, and leaves.
  @discardableResult
  private func play(
    _ lines: String..., leaving: Bool = true, code: Int32 = 0
  ) throws -> String {
    let terminal = try start()
    let greeting = try terminal.expect("> ")
    var text = greeting
    for line in lines {
      try terminal.send("\(line)\r")
      text += try terminal.expectAnswer(to: line, before: "> ")
    }
    if leaving { #expect(try terminal.leave() == .exited(code)) }
    return text
  }

  private func journals() -> [String] {
    let path = folder["p"] + "/journal"
    return ((try? FileSystem.entries(of: path)) ?? []).flatMap { session in
      ((try? FileSystem.entries(of: "\(path)/\(session)")) ?? [])
        .filter { $0.hasSuffix(".parlor") }.map { "\(path)/\(session)/\($0)" }
    }
  }

  @Test func `the next start resumes games and says so`() throws {
    try play("new farkle Ann Bob", "roll 1 2 3 4 6 6", "hold 1", "new mastermind seed=3")
    let text = try play("use 1")
    #expect(text.contains("Game 1, Farkle: Ann, Bob, resumes after 2 moves."))
    #expect(text.contains("Game 2, Mastermind"))
    #expect(text.contains("farkle Ann 100"))
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGKILL])
  func `games are resumed however the program ended`(signal: Int32) throws {
    let terminal = try start()
    try terminal.expect(Prompt.outside)
    try terminal.send("new farkle Ann Bob\r")
    try terminal.expect(Prompt.turn("Ann"))
    terminal.signal(signal)
    #expect(try terminal.waitForExit() == (signal == SIGHUP ? .exited(0) : .killed(signal)))
    #expect(try play().contains("Game 1, Farkle: Ann, Bob, resumes after 0 moves."))
  }

  @Test func `bots keep their seats`() throws {
    try play("new farkle Ann Bob", "seat Bob bank=350")
    #expect(try play("seat").contains("Bob: the bot bank=350"))
    try play("seat Bob human")
    #expect(try play("seat").contains("Bob: human"))
  }

  @Test func `a new name is kept, of bots and of finished games, too`() throws {
    try play("new farkle Ann Bob", "seat Bob bank=350", "player rename Bob Rob")
    #expect(try play("seat").contains("Rob: the bot bank=350"))
    try play("new farkle Dee Cy dice=physical target=500", "points 500", "farkle")
    #expect(try play("load finished=1", "player rename Dee Dora").contains("Dee is now Dora."))
    let text = try play("finished", "stats")
    #expect(text.contains("Dora") && !text.contains("Dee"))
  }

  @Test func `closed and finished games are not resumed`() throws {
    try play("new farkle Ann Bob", "roll 1 2 3 4 6 6")
    let terminal = try start()
    try terminal.send("close\r")
    try terminal.expect("[y/N] ")
    try terminal.send("y\r")
    try terminal.expect("> ")
    #expect(try terminal.leave() == .exited(0))
    #expect(journals().isEmpty)
    try play("new mastermind secret=\"1 2 3 4\"", "guess 1 2 3 4")
    #expect(!(try play()).contains("resumes"))
    #expect(journals().isEmpty)
  }

  @Test func `the timer of a counter keeps its time and runs`() throws {
    try play("new counter Ann Bob", "add 5", "pause")
    try pass(milliseconds: 75_000)
    let text = try play("timer")
    #expect(text.contains("counter 00:"))
    #expect(!text.contains("aused"))
    try play("next")
    try pass(milliseconds: 5 * 3_600_000)
    #expect(try play("timer").contains("counter 5:00:"))
  }

  @Test func `a copied journal goes on from its last line, not from the time of the copy`() throws {
    try play("new counter Ann Bob", "add 5")
    try pass(milliseconds: 5 * 3_600_000, copied: true)
    #expect(try play("timer").contains("counter 00:0"))
    #expect(try play("timer").contains("counter 00:0"))
  }

  @Test func `time that damage cut off is not counted`() throws {
    try play("new counter Ann Bob", "add 5", "add 3")
    try pass(milliseconds: 5 * 3_600_000) { $0.replacing("add 3 #", with: "add 4 #") }
    let text = try play("timer")
    #expect(
      text.contains("resumes from before the damage") && text.contains("counter 00:0"), "\(text)")
    try pass(milliseconds: 0) { text in
      guard let mark = text.ranges(of: "# at ").last else { return text }
      let digits = text[mark.upperBound...].prefix { $0 != " " }
      let earlier = Int(digits).map { "\($0 - 5 * 3_600_000)" } ?? ""
      return text[..<digits.startIndex] + earlier + text[digits.endIndex...]
    }
    #expect(try play("timer").contains("counter 00:0"))
  }

  @Test(arguments: ["", "add 6 # =", "\0\0\0\0"])
  func `a journal that was cut behind a clock line goes on without it`(rest: String) throws {
    try play("new counter Ann Bob", "add 5", "add 6")
    let path = try #require(journals().first)
    let text = String(decoding: try FileSystem.read(path), as: UTF8.self)
    // The digest of the state after `add 5`, which a `clock` line does not change.
    let five = try #require(text.firstRange(of: "\nadd 5 # =")).upperBound
    let sum = try #require(text[five...].firstRange(of: "\n# sum ")).upperBound
    let end = try #require(text[sum...].firstIndex(of: "\n"))
    let clock = "\nclock +0.018s # =\(text[five...].prefix(8))\n"
    try FileSystem.write(Array((text[..<end] + clock + rest).utf8), to: path)
    #expect(try play("add 7", "add 8").contains("Moved the incomplete last line"))
    let log = try play("log")
    for line in ["add 5", "add 7", "add 8"] { #expect(log.contains(line), "\(log)") }
    #expect(!log.contains("damage"))
  }

  /// The log at the next start after lines, the removal of the journals, further lines and a kill.
  private func logOfJournalWrittenAnew(_ before: [String], _ after: [String]) throws -> String {
    let terminal = try start()
    try terminal.expect("> ")
    for (lines, isAfter) in [(before, false), (after, true)] {
      if isAfter { FileSystem.removeTree(folder["p/journal"]) }
      for line in lines {
        try terminal.send("\(line)\r")
        try terminal.expectAnswer(to: line, before: "> ")
      }
    }
    terminal.signal(SIGKILL)
    _ = try terminal.waitForExit()
    return try play("log")
  }

  /// A journal that is written anew has the moves as they were amended.
  @Test func `what is taken back of a game whose journal was removed is taken back in the new one`()
    throws
  {
    let text = try logOfJournalWrittenAnew(
      ["new counter Ann Bob", "add 1", "amend 1 add 2"],
      ["add 3", "undo 2", "add 9", "undo", "redo"])
    #expect(text.contains("add 1") && text.contains("add 9"), "\(text)")
    #expect(!text.contains("add 2") && !text.contains("damage"), "\(text)")
  }

  @Test(arguments: ["player rename Bob Zed", "player remove Bob"])
  func `a journal that is written anew seats nobody who has left`(line: String) throws {
    let text = try logOfJournalWrittenAnew(
      ["new counter Ann Bob Cy", "seat Bob random", "add 1", line], ["add 46", "add 47"])
    #expect(text.contains("add 46") && text.contains("add 47"), "\(text)")
    #expect(!text.contains("damage"), "\(text)")
  }

  /// Without its first reveal, the next one lays the mines, and `set undo fresh` lays others.
  @Test func `a journal has the draws of an amendment that draws afresh`() throws {
    try play(
      "set undo fresh", "new minesweeper easy seed=1", "reveal 7 2", "reveal 7 7",
      "amend delete 1", "flag 1 1")
    let text = try play("log")
    #expect(text.contains("flag 1 1") && !text.contains("damage"), "\(text)")
  }

  /// The shares are those of `FairSidesTests`.
  @Test func `a side of a fair game has its line for the other one again`() throws {
    let zeros = String(repeating: "0", count: 63)
    try play(
      "new farkle Ann Bob target=2000 fair=both fair-side=Bob fair-secret=\(zeros)2",
      "fair take cbfc8f7a60d9391910fc96c45970ee2803e3ee7d943656186b789432b752fdbc",
      "fair take 797f2fd5b4a5e1182a5aa6107cc97b5dcd853231d891ff11b275df133c1c6ae7 roll")
    let share = "a48810bb308b7b43457bb868f2c1fe5eb321fa03d6d7b65c4cc4d882cd141e15"
    // The screen may break the line.
    #expect(try play("fair").filter { !$0.isWhitespace }.contains(share))
    try play("fair take hold 5")
    #expect(try !play("fair").filter { !$0.isWhitespace }.contains(share))
  }

  @Test func `a fair game against a bot goes on`() throws {
    try play("new farkle Ann computer fair", "roll")
    let text = try play("log")
    #expect(text.contains("new farkle Ann \"computer\"") && text.contains("roll"), "\(text)")
    #expect(!text.contains("damage"), "\(text)")
  }

  @Test func `a line cut short by damage shows no seed`() throws {
    let terminal = try Pseudoterminal.parlor(["--color", "never", "--profile", folder["p"]])
    try terminal.expect("> ")
    try terminal.send("new farkle Ann\rroll\r")
    try terminal.expect("Ann rolls")
    #expect(try terminal.leave() == .exited(0))
    let path = try #require(journals().first)
    let text = String(decoding: try FileSystem.read(path), as: UTF8.self)
    let seed = try #require(text.split(separator: "seed=").last?.prefix { $0.isNumber })
    for cut in ["farkle Ann rules=standard seed=", "le Ann rules=standard seed="] {
      try #require(text.contains(cut))
      try FileSystem.makeFolders(FileSystem.parent(of: path), mode: 0o700)
      try FileSystem.write(Array(text.replacing(cut, with: "").utf8), to: path, mode: 0o600)
      #expect(!(try play().contains(seed.suffix(6))))
    }
  }

  @Test(arguments: [("# seed-hidden", "# seed-hiddem"), ("\n# seed-hidden", " # seed-hidden")])
  func `a seed stays hidden where the line that says so is damaged`(
    line: String, damaged: String
  ) throws {
    let terminal = try Pseudoterminal.parlor(["--color", "never", "--profile", folder["p"]])
    try terminal.expect("> ")
    try terminal.send("new farkle Ann\r")
    try terminal.expectAnswer(to: "new farkle Ann", before: "> ")
    #expect(try terminal.leave() == .exited(0))
    let path = try #require(journals().first)
    let text = String(decoding: try FileSystem.read(path), as: UTF8.self)
    try FileSystem.write(
      Array(text.replacing(line, with: damaged).utf8), to: path)
    for _ in 1...2 { #expect(try play("log").contains("seed=?")) }
  }

  @Test func `a result that waits is dropped when the end is undone`() throws {
    try FileSystem.makeFolders(folder["p/results.jsonl"], mode: 0o700)
    let terminal = try start()
    try terminal.expect("> ")
    for line in ["new counter Ann Bob", "add 5", "finish", "undo"] {
      try terminal.send("\(line)\r")
      try terminal.expectAnswer(to: line, before: "> ")
    }
    FileSystem.removeTree(folder["p/results.jsonl"])
    #expect(try terminal.leave() == .exited(0))
    #expect(try play("finish", "finished").components(of: "Counter  Ann 5") == 1)
  }

  @Test func `a finished game that is looked at keeps its result`() throws {
    try play(
      "new farkle Ann Bob dice=physical target=500", "seat Bob bank=300", "points 600",
      "roll 2 2 3 3 4 6")
    let before = try folder.text("p/results.jsonl")
    try play("load finished=1")
    try play()
    #expect(try folder.text("p/results.jsonl") == before)
  }

  @Test func `a link in the place of the note of the current game is not followed`() throws {
    let terminal = try start()
    try terminal.expect("> ")
    for line in ["new farkle Ann Bob", "roll", "new counter Ann"] {
      try terminal.send("\(line)\r")
      try terminal.expectAnswer(to: line, before: "> ")
      let journal = try #require(journals().first)
      let note = FileSystem.parent(of: journal) + "/current"
      try folder.add("mine", "precious\n")
      FileSystem.remove(note)
      #expect(symlink(folder["mine"], note) == 0)
    }
    try terminal.send("use 1\r")
    try terminal.expectAnswer(to: "use 1", before: "> ")
    #expect(try folder.text("mine") == "precious\n")
    #expect(try terminal.leave() == .exited(0))
    #expect(try play("games").contains("Farkle: Ann, Bob"))
  }

  @Test func `how long a game was open is in its journal`() throws {
    func open() throws -> Int {
      let text = String(
        decoding: try FileSystem.read(try #require(journals().first)), as: UTF8.self)
      let line = try #require(text.split(separator: "\n").last { $0.hasPrefix("# resumed ") })
      return try #require(Int(line.split(separator: " ")[3]))
    }
    try play("new farkle Ann Bob", "roll")
    let first = try open()
    try pass(milliseconds: 0, copied: true)
    try play("show")
    let second = try open()
    #expect(first > 0 && second > first, "\(first), then \(second)")
  }

  /// Lets it seem as if the program had been killed so much later than its last line, or as if its journal had
  /// been copied then; `damaging` changes lines below which the checksums are wrong.
  private func pass(
    milliseconds: Int, copied: Bool = false, damaging: (String) -> String = { $0 }
  ) throws {
    let path = try #require(journals().first)
    let time = try FileSystem.time(of: path)
    var sum = LogSum()
    var text = ""
    for line in String(decoding: try FileSystem.read(path), as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ")
      var line = String(line)
      if line.hasPrefix("# at ") {
        line = "# at \(try #require(Int(words[2])) - milliseconds) \(words[3])"
      } else if line.hasPrefix("# sum ") {
        line = sum.line
      }
      sum.add(line: Array(line.utf8)[...])
      text += "\(line)\n"
    }
    try FileSystem.write(Array(damaging(text).utf8), to: path)
    // Who copies a file gives it the nanoseconds of the system's clock.
    let nanoseconds = Int(time.milliseconds % 1000) * 1_000_000 + (copied ? 1 : 0)
    let moment = timespec(tv_sec: time_t(time.milliseconds / 1000), tv_nsec: nanoseconds)
    #expect(utimensat(AT_FDCWD, path, [moment, moment], 0) == 0)
  }

  @Test func `a journal whose checksum is broken in two resumes before it`() throws {
    try play("new farkle Ann Bob dice=physical", "points 50", "points 100", "points 150")
    let path = try #require(journals().first)
    var text = String(decoding: try FileSystem.read(path), as: UTF8.self)
    let sum = try #require(text.ranges(of: "# sum ").dropFirst(2).first)
    text.insert("\n", at: text.index(sum.upperBound, offsetBy: 3))
    try FileSystem.write(Array(text.utf8), to: path)
    let log = try play("log")
    #expect(log.contains("resumes from before the damage"))
    #expect(log.contains("points 100") && !log.contains("points 150"), "\(log)")
  }

  @Test(arguments: [true, false])
  func `leaving restores a journal that was removed`(isWholeFolder: Bool) throws {
    let terminal = try start()
    try terminal.expect("> ")
    try terminal.send("new counter Ann\r")
    try terminal.expectAnswer(to: "new counter Ann", before: "> ")
    let journal = try #require(journals().first)
    FileSystem.removeTree(isWholeFolder ? folder["p"] + "/journal" : journal)
    #expect(try terminal.leave() == .exited(0))
    #expect(try play().contains("Counter: Ann, resumes"))
  }

  @Test func `two programs do not share a game`() throws {
    let first = try start()
    try first.expect(Prompt.outside)
    try first.send("new farkle Ann Bob\r")
    try first.expect(Prompt.turn("Ann"))
    #expect(!(try play("new mastermind")).contains("resumes"))
    try first.send("roll 1 2 3 4 6 6\r")
    try first.expectAnswer(to: "roll 1 2 3 4 6 6", before: Prompt.turn("Ann"))
    #expect(try first.leave() == .exited(0))
    let text = try play()
    #expect(text.contains("Game 1, Farkle: Ann, Bob, resumes after 1 move."))
    #expect(text.contains("Game 2, Mastermind"))
  }

  @Test func `a damaged journal is copied aside, and the game resumes before the damage`() throws {
    try play("new farkle Ann Bob", "roll 1 2 3 4 6 6", "hold 1", "new mastermind seed=3")
    let path = try #require(journals().first)
    let text = String(decoding: try FileSystem.read(path), as: UTF8.self)
    let damaged = Array(text.replacing("hold 1 #", with: "bank #").utf8)
    try FileSystem.write(damaged, to: path)
    let again = try play()
    let place = try #require(again.firstRange(of: "Moved a damaged journal to ")).upperBound
    let aside = String(again[place...].prefix { $0 != ":" })
    #expect(try FileSystem.read(aside) == damaged)
    #expect(again.contains("Farkle: Ann, Bob, resumes from before the damage."))
    #expect(again.contains("Game 1, Farkle: Ann, Bob, resumes after 1 move."))
    #expect(again.contains("Game 2, Mastermind"))
    #expect(!(try play()).contains("damage"))
  }

  @Test func `a file that is not a journal is moved aside`() throws {
    try play(
      "new farkle Ann Bob", "roll", "new mastermind seed=3", "guess 1 1 1 1",
      "new counter Ann Bob", "add 5")
    let paths = journals()
    try FileSystem.write(Array(repeating: 0xFF, count: 1000), to: paths[1])
    FileSystem.remove(paths[0])
    try FileSystem.makeFolders(paths[0], mode: 0o700)
    let text = try play("add 5")
    #expect(text.components(of: "Moved a damaged journal to ") == 2)
    #expect(text.contains("Game 1, Counter: Ann, Bob, resumes after 1 move."))
    #expect(try play().contains("resumes after 2 moves."))
  }

  /// As a restored backup brings it. A result that was imported has no log.
  @Test(arguments: [false, true])
  func `a journal of a game that has ended since goes on as another game`(isImported: Bool) throws {
    try play("new counter Ann Bob", "add 5")
    let path = try #require(journals().first)
    let backup = try FileSystem.read(path)
    try play("add 6", "finish")
    try play()
    try FileSystem.makeFolders(FileSystem.parent(of: path), mode: 0o700)
    try FileSystem.write(backup, to: path, mode: 0o600)
    if isImported { FileSystem.removeTree(folder["p/finished"]) }
    let text = try play("add 100", "finish", "finished")
    #expect(text.contains("Ann 5, Bob 6") || text.contains("Bob 6, Ann 5"), "\(text)")
    #expect(text.contains("Bob 100, Ann 5"), "\(text)")
    #expect(text.contains("has ended since, and goes on as another game"), "\(text)")
  }

  @Test func `a journal of a newer version stays untouched`() throws {
    try play("new farkle Ann Bob", "roll 1 2 3 4 6 6")
    let path = try #require(journals().first)
    let text = String(decoding: try FileSystem.read(path), as: UTF8.self)
    let later = Array(text.replacing("parlor-log 1", with: "parlor-log 2").utf8)
    try FileSystem.write(later, to: path)
    for _ in 1...2 {
      #expect(try play().contains("has version 2, but this program reads only version 1."))
      #expect(try FileSystem.read(try #require(journals().first)) == later)
    }
  }

  @Test func `an incomplete line is dropped: it was never acknowledged`() throws {
    try play("new farkle Ann Bob", "roll 1 2 3 4 6 6")
    let path = try #require(journals().first)
    try FileSystem.append(Array("hold 1 # =01".utf8), to: path, syncs: false)
    let text = try play("hold 1")
    #expect(text.contains("resumes after 1 move."))
    #expect(text.contains("Moved the incomplete last line of a journal to "))
    #expect(try play().contains("resumes after 2 moves."))
  }

  @Test func `a replay resumes where it was`() throws {
    try play(
      "new mastermind slots=1 colors=2 guesses=5 seed=3", "guess 1", "guess 2", "close",
      "replay 1 speed=1000", "goto 1")
    let text = try play("guess 2")
    #expect(text.contains("resumes after 1 move."))
    #expect(!text.contains("damaged"))
    #expect(text.contains("Solved in 2 guesses"))
  }

  @Test func `a deleted journal is written again`() throws {
    let terminal = try start()
    try terminal.expect("> ")
    for line in ["new counter Ann Bob", "add 5", "new farkle Cy Di", "roll 1 2 3 4 6 6"] {
      try terminal.send("\(line)\r")
      try terminal.expectAnswer(to: line, before: "> ")
    }
    FileSystem.removeTree(folder["p"] + "/journal")
    try terminal.send("hold 1\r")
    try terminal.expectAnswer(to: "hold 1", before: "> ")
    #expect(try terminal.leave() == .exited(0))
    let text = try play()
    #expect(text.contains("Game 1, Counter: Ann, Bob, resumes after 1 move."))
    #expect(text.contains("Game 2, Farkle: Cy, Di, resumes after 2 moves."))
  }

  /// Types lines, and waits for the reply to each.
  private func say(in terminal: Pseudoterminal, _ lines: [String]) throws {
    for line in lines {
      try terminal.send("\(line)\r")
      try terminal.expectAnswer(to: line, before: "> ")
    }
  }

  /// What another program does to the files of a running prompt.
  private enum Meddling: CaseIterable {
    case removesLock, removes, empties, cuts, makesPipe, makesLink

    func callAsFunction(_ path: String) throws {
      switch self {
      // A cleaner removes what is empty.
      case .removesLock: FileSystem.remove(FileSystem.parent(of: path) + "/lock")
      case .removes: FileSystem.remove(path)
      case .empties: try FileSystem.truncate(path, to: 0)
      case .cuts: try FileSystem.truncate(path, to: 100)
      case .makesPipe:
        FileSystem.remove(path)
        #expect(mkfifo(path, 0o600) == 0)
      case .makesLink:
        FileSystem.remove(path)
        #expect(symlink("nowhere", path) == 0)
      }
    }
  }

  @Test(arguments: Meddling.allCases)
  private func `nothing is lost when another program meddles with a journal`(
    meddling: Meddling
  ) throws {
    let terminal = try start()
    try terminal.expect("> ")
    try say(in: terminal, ["new counter Ann Bob", "add 5", "add 6"])
    try meddling(try #require(journals().first))
    try say(in: terminal, ["add 7", "add 8"])
    #expect(try terminal.leave() == .exited(0))
    let text = try play()
    #expect(text.contains("Game 1, Counter: Ann, Bob, resumes after 4 moves."), "\(text)")
    #expect(!text.contains("damaged"))
  }

  /// Types lines in a new session, and confirms that a game is closed.
  private func playAndClose(_ lines: [String]) throws {
    let terminal = try start()
    try terminal.expect("> ")
    for line in lines {
      try terminal.send("\(line)\r")
      try terminal.expect(line == "close" ? "[y/N] " : "> ")
    }
    #expect(try terminal.leave() == .exited(0))
  }

  /// Entered dice are no draw that the others have seen.
  @Test(arguments: [[], ["close", "y", "load closed=1"]])
  func `a journal tells which dice were entered`(lines: [String]) throws {
    try playAndClose(["new farkle Ann Bob", "roll 1 5 5 2 3 6"] + lines)
    let text = try play("undo")
    #expect(text.contains("Undone: roll 1 5 5 2 3 6."), "\(text)")
  }

  /// The lines of a closed game are those of its journal, not those of its moves.
  @Test func `an amendment is taken back after the game was closed, opened and resumed`() throws {
    try playAndClose([
      "new farkle Ann Bob dice=physical rounds=5", "points 500", "points 300", "amend delete 2",
      "close", "y", "load closed=1", "points 200", "close", "y", "load closed=1",
    ])
    let text = try play("undo", "undo")
    #expect(text.contains("Undone: points 200."), "\(text)")
    #expect(text.contains("Undone: amend delete 2."), "\(text)")
  }

  /// Moves that are undone when a journal is written again can still be made again.
  @Test func `a journal that is written again has what was undone, and the bots`() throws {
    let terminal = try start()
    try terminal.expect("> ")
    try say(
      in: terminal, ["new counter Ann Bob", "seat Bob random", "seat Bob human", "add 5", "add 6"])
    FileSystem.remove(try #require(journals().first))
    try say(in: terminal, ["undo", "redo", "add 1"])
    let text = String(decoding: try FileSystem.read(try #require(journals().first)), as: UTF8.self)
    #expect(text.contains("seat Bob random"))
    #expect(try terminal.leave() == .exited(0))
    let resumed = try play()
    #expect(resumed.contains("Game 1, Counter: Ann, Bob, resumes after 3 moves."), "\(resumed)")
    #expect(!resumed.contains("damaged"))
  }

  @Test func `a pipe in place of rc does not block`() throws {
    try FileSystem.makeFolders(folder["p"], mode: 0o700)
    #expect(mkfifo(folder["p"] + "/rc", 0o600) == 0)
    #expect(try play().contains("rc: it is not a regular file"))
  }

  @Test func `manually advanced time is saved`() throws {
    let arguments = ["--clock", "virtual"]
    let first = try start(arguments)
    try first.expect("> ")
    for line in ["new counter Ann Bob", "clock +75s"] {
      try first.send("\(line)\r")
      try first.expectAnswer(to: line, before: "> ")
    }
    first.signal(SIGKILL)
    try first.waitForExit()
    let second = try start(arguments)
    try second.expect("counter 01:15 Ann 0> ")
    #expect(try second.leave() == .exited(0))
  }

  @Test func `a game continues if nothing can be written`() throws {
    try FileSystem.makeFolders(folder["p"], mode: 0o700)
    try FileSystem.write([], to: folder["p"] + "/journal")
    let text = try play(
      "new farkle Ann Bob", "roll 1 2 3 4 6 6", "hold 1", code: 3)
    #expect(text.contains("Cannot save the games, which are now only in memory: cannot "))
    #expect(text.components(of: "only in memory") == 1)
    #expect(text.contains("Ann holds 1 for 100."))
  }

  /// Files may grow to 512 or 1,024 bytes, whatever the shell counts in.
  @Test func `a game continues on a full disk and loses nothing else`() throws {
    let program = try Program.path()
    let terminal = try Pseudoterminal(
      "/bin/sh",
      ["-c", "ulimit -f 1; exec \(program) --color never --profile \(folder["p"])"],
      environment: Pseudoterminal.plainEnvironment.merging(["PAGER": "cat"]) { $1 }, columns: 250)
    var text = try terminal.expect("> ")
    for line in ["new counter Ann Bob"] + Array(repeating: "add 5", count: 40) + ["results"] {
      try terminal.send("\(line)\r")
      text += try terminal.expectAnswer(to: line, before: "> ")
    }
    #expect(
      text.components(of: "Cannot save the games, which are now only in memory: cannot write") == 1)
    #expect(text.contains("the file is too large"))
    #expect(text.contains("Ann  100"))
    // What is only in memory is lost, and the exit code says so.
    #expect(try terminal.leave() == .exited(3))
    // What was written before is whole.
    #expect(try play().contains("Game 1, Counter: Ann, Bob, resumes after"))
  }

  @Test func `the game of a plugin that has changed waits until it plays as before`() throws {
    try FileSystem.makeFolders(folder["plugins"], mode: 0o700)
    let names = ["parlor-pig", "parlor_plugin.py"]
    func install(_ change: (String) -> String) throws {
      for name in names {
        let text = change(
          String(decoding: try FileSystem.read(Example.path("plugins/\(name)")), as: UTF8.self))
        try FileSystem.write(Array(text.utf8), to: folder["plugins/\(name)"], mode: 0o755)
      }
    }
    try install { $0 }
    try play("new pig Ann Bob", "roll", "hold", "roll", "hold")
    // Every roll loses now.
    try install { $0.replacing("if face == 1:", with: "if face < 7:") }
    let changed = try play()
    #expect(
      changed.contains("Cannot resume a journal, which stays in its place: ")
        && changed.contains("the plugin pig plays otherwise than when this game was saved"))
    try install { $0 }
    #expect(try play().contains("Game 1, Pig: Ann, Bob, resumes after 4 moves."))
  }

  @Test func `a game that stops counting says so once`() throws {
    let text = try play(
      "new farkle Ann Bob", "roll", "undo", "roll", "undo", "new counter Ann", "roll 3")
    #expect(text.components(of: "From now on, this game does not count") == 1)
  }

  @Test func `all start lines run, even after one fails`() throws {
    try FileSystem.makeFolders(folder["p"], mode: 0o700)
    try FileSystem.write(
      Array("# mine\nset undo fresh\nfrobnicate\necho ready\n".utf8), to: folder["p"] + "/rc")
    let text = try play("set undo")
    #expect(
      text.contains("\(folder["p"])/rc:3:1: error[unknown-command]: "))
    #expect(text.contains("ready\r\n"))
    #expect(text.contains("undo = fresh"))
  }

  @Test func `why a game does not count is said at its end, also after a restart`() throws {
    try FileSystem.write(
      Array("new farkle Ann Bob dice=physical rounds=1\npoints 500\n".utf8),
      to: folder["o.parlor"])
    try play("source \(folder["o.parlor"])")
    let text = try play("points 300")
    #expect(text.contains("This game does not count: a script opened it."), "\(text)")
  }

  @Test func `a game that is resumed with another clock does not count`() throws {
    try play("new mastermind slots=2 colors=2", "guess 1 1")
    let terminal = try Pseudoterminal.parlor(
      ["--color", "never", "--clock", "virtual", "--profile", folder["p"]])
    try terminal.expect("guess 2> ")
    try terminal.send("resign\r")
    try terminal.expect("This game does not count: its clock is not the real one.")
    #expect(try terminal.leave() == .exited(0))
  }

  @Test func `start lines find the unfinished games`() throws {
    try play("new counter Ann", "add 3")
    try FileSystem.write(
      Array("record \(folder["r.scenario"])\nset undo fresh\nadd 2\n".utf8),
      to: folder["p"] + "/rc")
    #expect(try play("add 4", "set undo").contains("undo = fresh"))
    let text = try folder.text("r.scenario")
    #expect(text.contains("> add 3\n") && text.contains("> add 4\nAnn +4, 9 in all.\n"))
    #expect(try Program.run(["test", folder["r.scenario"]]).status == .exited(0), "\(text)")
  }
}

extension String {
  /// How often a text occurs.
  fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}
