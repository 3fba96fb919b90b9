#if os(Linux)
  import LibC
  import Platform
  import TestKit
  import Testing

  /// Each operation on files of a session is made to fail, one after the other. What was acknowledged is
  /// there, what is lost is told, no temporary file stays, and the next start works.
  @Suite(.blocking) struct FileFaultTests {
    /// What fails.
    enum Fault: CustomStringConvertible {
      /// Operation N, once, with EIO.
      case input(Int)
      /// From operation N on all that need room, with ENOSPC.
      case full(Int)

      var description: String {
        switch self {
        case .input(let number): "EIO at operation \(number)"
        case .full(let number): "ENOSPC from operation \(number) on"
        }
      }

      /// The variables of the library that makes it fail.
      func environment(in folder: TemporaryFolder, log: String) throws -> [String: String] {
        let library = try #require(BuiltProgram.path(of: "libFileFaults.so"))
        var environment = [
          "LD_PRELOAD": library, "FAULT_FOLDER": folder.path, "FAULT_LOG": log,
        ]
        switch self {
        case .input(let number): environment["FAULT_AT"] = String(number)
        case .full(let number):
          environment["FAULT_AT"] = String(number)
          environment["FAULT_FULL"] = "1"
        }
        return environment
      }
    }

    enum Kind: CaseIterable { case input, full }

    /// A session that may fail, in a folder of its own.
    private struct Session {
      let folder: TemporaryFolder
      let outcome: Outcome
      /// The name of the operation that failed.
      let failed: String
      let count: Int

      init(
        _ arguments: (TemporaryFolder) throws -> [String], _ fault: Fault
      ) throws {
        folder = try TemporaryFolder()
        let arguments = try arguments(folder)
        let logs = try TemporaryFolder()
        var environment = Program.environment
        environment["HOME"] = folder.path
        environment["TMPDIR"] = folder.path
        environment.merge(try fault.environment(in: folder, log: logs["log"])) { $1 }
        outcome = try Program.run(arguments, environment: environment)
        (count, failed) = try Self.report(in: logs)
      }

      static func report(in logs: TemporaryFolder) throws -> (count: Int, failed: String) {
        let words = try logs.text("log").split(separator: " ", omittingEmptySubsequences: false)
        return (try #require(Int(words[0])), String(words[1]))
      }

      /// Whether a file has these bytes.
      func has(_ name: String, _ bytes: [UInt8]) -> Bool { (try? folder.bytes(name)) == bytes }
    }

    /// Runs a session with each fault of a kind, until there is none left to make.
    ///
    /// - Returns: the number of faults.
    private func each(
      _ kind: Kind, _ arguments: (TemporaryFolder) throws -> [String],
      check: (Session, Fault) throws -> Void
    ) throws -> Int {
      for number in 1...2_000 {
        let fault = kind == .input ? Fault.input(number) : .full(number)
        let session = try Session(arguments, fault)
        if session.failed.isEmpty {
          // Where the disk is full, some operations need no room.
          if number > session.count { return number - 1 }
          continue
        }
        if case .exited = session.outcome.status {
        } else {
          Issue.record("\(fault) (\(session.failed)): \(session.outcome)")
        }
        #expect(
          Self.temporaryFiles(in: session.folder.path) == [],
          "\(fault) (\(session.failed)): \(session.outcome)")
        try check(session, fault)
      }
      Issue.record("there is no end to the operations")
      return 0
    }

    /// The temporary files in a folder and below it.
    private static func temporaryFiles(in folder: String) -> [String] {
      ((try? FileSystem.entries(of: folder)) ?? []).flatMap { name in
        let path = "\(folder)/\(name)"
        if FileSystem.kind(of: path) == .folder { return temporaryFiles(in: path) }
        return name.hasSuffix(".tmp") ? [path] : []
      }
    }

    private static let script = [
      "rules save sunday rules=patch target=5000", "record FOLDER/rec.scenario",
      "new farkle Ann Bob target=500 dice=physical", "roll 1 1 1 2 3 4", "hold 1 1 1", "bank",
      "roll 2 3 4 6 2 3", "record off", "save FOLDER/game", "stats export FOLDER/all.jsonl",
      "stats export FOLDER/all.csv", "stats plot=FOLDER/wins.svg", "load FOLDER/game",
    ]

    private static func session(_ folder: TemporaryFolder) -> [String] {
      let lines = script.map { $0.replacing("FOLDER", with: folder.path) }
      return ["--profile", folder["p"], "--keep-going", "-c", lines.joined(separator: ";")]
    }

    /// What a profile has, without moments and names of sessions.
    private static func kept(in folder: TemporaryFolder) -> [String: Int] {
      [
        "rules": ((try? folder.lines("p/rules")) ?? []).count,
        "results": ((try? folder.lines("p/results.jsonl")) ?? []).count,
        "logs": ((try? folder.names) ?? []).isEmpty
          ? 0
          : ((try? FileSystem.entries(of: folder["p/finished"])) ?? [])
            .count { $0.hasSuffix(".parlor") },
      ]
    }

    @Test(arguments: Kind.allCases)
    func `a session with a profile keeps its results`(kind: Kind) throws {
      let whole = try Session(Self.session, .input(0))
      try #require(whole.outcome.status == .exited(0), "\(whole.outcome)")
      #expect(Self.kept(in: whole.folder) == ["rules": 1, "results": 1, "logs": 1])
      let game = try whole.folder.bytes("game")
      let recording = try whole.folder.bytes("rec.scenario")
      let chart = try whole.folder.bytes("wins.svg")
      let count = try each(kind, Self.session) { session, fault in
        let (text, folder) = (session.outcome.text, session.folder)
        func expect(_ condition: Bool, _ what: String) {
          if condition { return }
          Issue.record("\(fault) (\(session.failed)), \(what): \(session.outcome)")
        }
        let isTold =
          session.outcome.status != .exited(0) || text.contains("Cannot save")
        func isThere(_ name: String, _ bytes: [UInt8], _ reply: String) {
          // All or nothing, and all if it was acknowledged.
          let isWhole = session.has(name, bytes)
          expect(isWhole || FileSystem.kind(of: folder[name]) == .missing, "\(name) is torn")
          if text.contains(reply) { expect(isWhole, "\(name) is lost") }
          expect(isWhole || isTold, "nobody says that \(name) is lost")
        }
        isThere("game", game, "Saved Farkle")
        isThere("wins.svg", chart, "Drew the chart")
        let isRecorded = session.has("rec.scenario", Self.named(recording, whole, session))
        expect(isRecorded || isTold, "nobody says that the recording is lost")
        let kept = Self.kept(in: folder)
        expect(kept["rules"] == 1 || isTold, "nobody says that the rules are lost")
        expect(kept["results"] == 1 || isTold, "nobody says that the result is lost")
        if text.contains("Rules sunday of farkle saved") {
          expect(kept["rules"] == 1, "the rules are lost")
        }
        let next = try Program.run([
          "--profile", folder["p"], "-c", "rules list; finished; stats; new farkle Bo; resign",
        ])
        expect(next.status == .exited(0), "the next start fails: \(next)")
        expect(
          try folder.lines("p/results.jsonl").count == (kept["results"] ?? 0) + 1,
          "the next result is lost")
      }
      print("\(kind): \(count) operations of a session with a profile failed")
      #expect(count > 60)
    }

    /// A game that ends again after `undo` or `load closed` has the result of its last end, also if the first one
    /// was saved late.
    @Test(arguments: Kind.allCases)
    func `the last end of a game counts`(kind: Kind) throws {
      let lines = [
        "new farkle Ann Bob dice=physical rounds=1", "points 100", "points 50", "undo",
        "points 150", "new farkle Cy Di dice=physical rounds=1", "points 100", "close",
        "load closed=1", "points 150",
      ]
      let count = try each(
        kind, { ["--profile", $0["p"], "--keep-going", "-c", lines.joined(separator: ";")] },
        check: { session, fault in
          guard session.outcome.status == .exited(0) else { return }
          let next = try Program.run(["--profile", session.folder["p"], "-c", "finished"])
          for result in ["Ann lost, Bob won", "Cy lost, Di won"] {
            #expect(
              next.text.contains(result),
              "\(fault) (\(session.failed)): \(session.outcome)\n\(next)")
          }
        })
      print("\(kind): \(count) operations of a corrected game failed")
      #expect(count > 20)
    }

    /// A recording in which paths of one folder are those of another.
    private static func named(_ bytes: [UInt8], _ one: Session, _ other: Session) -> [UInt8] {
      let text = String(decoding: bytes, as: UTF8.self)
      return Array(text.replacing(one.folder.path, with: other.folder.path).utf8)
    }

    @Test(arguments: Kind.allCases)
    func `parts and blessed scenarios are old or new`(kind: Kind) throws {
      let simulation = ["simulate", "farkle", "random", "target=500", "-n", "2", "-j1", "--out"]
      let part = try Session({ simulation + [$0["part"]] }, .input(0)).folder.bytes("part")
      var count = try each(kind, { simulation + [$0["part"]] }) { session, fault in
        let isWhole = session.has("part", part)
        #expect(isWhole || FileSystem.kind(of: session.folder["part"]) == .missing, "\(fault)")
        let status = session.outcome.status
        #expect(
          isWhole ? status == .exited(0) : status == .exited(75), "\(fault): \(session.outcome)")
      }
      let (old, new) = ("> echo a\nb\n", "> echo a\na\n")
      func bless(_ folder: TemporaryFolder) throws -> [String] {
        ["test", "--no-profile", "--bless", try folder.add("a.scenario", old)]
      }
      count += try each(kind, bless) { session, fault in
        let text = try session.folder.text("a.scenario")
        #expect(text == old || text == new, "\(fault)")
        if session.outcome.status == .exited(0) { #expect(text == new, "\(fault)") }
      }
      print("\(kind): \(count) operations on parts and scenarios failed")
      #expect(count > 8)
    }

    @Test(arguments: Kind.allCases)
    func `tables of the cache are computed again`(kind: Kind) throws {
      func solve(_ folder: TemporaryFolder) -> [String] {
        ["solve", "farkle", "target=1100", "final-round=off", "--format", "json"]
      }
      let answer = try Session(solve, .input(0)).outcome
      #expect(answer.status == .exited(0), "\(answer)")
      let count = try each(kind, solve) { session, fault in
        #expect(session.outcome == answer, "\(fault)")
      }
      print("\(kind): \(count) operations on tables failed")
    }

    @Test func `arguments are there where no file can be opened`() throws {
      var environment = Program.environment
      let library = try #require(BuiltProgram.path(of: "libFileFaults.so"))
      environment["LD_PRELOAD"] = library
      environment["FAULT_PATH"] = "/proc/self"
      let version = try Program.run(["--version"], environment: environment)
      #expect(version.status == .exited(0) && !version.text.isEmpty, "\(version)")
      let missing = try Program.run(["test", "nonexist.scenario"], environment: environment)
      #expect(missing.status == .exited(2), "\(missing)")
      #expect(try Program.run(["-c", "echo hi"], environment: environment) == Outcome(0, "hi\n"))
    }

    // MARK: - At the prompt

    private static let typed = [
      "new farkle Ann Bob seed=3", "roll", "hold best", "bank", "roll", "hold best", "undo",
    ]

    /// Plays at a prompt that may fail, and then kills it.
    ///
    /// - Returns: what it said.
    private func play(_ folder: TemporaryFolder, _ fault: Fault) throws -> (
      text: String, count: Int, failed: String
    ) {
      let logs = try TemporaryFolder()
      let terminal = try Pseudoterminal.parlor(
        ["--color", "never", "--profile", folder["p"], "--format", "json"],
        environment: try fault.environment(in: folder, log: logs["log"]))
      var text = try terminal.expect("> ")
      for line in Self.typed {
        try terminal.send("\(line)\r")
        text += try terminal.expectAnswer(to: line, before: "> ")
      }
      // What could not be written is lost, and the exit code says so.
      let isTold = text.contains("Cannot save") || text.contains("not-kept")
      let status = try terminal.leave()
      #expect(status == .exited(0) || isTold && status == .exited(3), "\(fault): \(status)")
      let (count, failed) = try Session.report(in: logs)
      return (text, count, failed)
    }

    @Test(arguments: Kind.allCases)
    func `a game at the prompt goes on where it was`(kind: Kind) throws {
      let start = try TemporaryFolder()
      _ = try play(start, .input(0))
      let expected = try log(in: start)
      var count = 0
      for number in 1...2_000 {
        let fault = kind == .input ? Fault.input(number) : .full(number)
        let folder = try TemporaryFolder()
        let (text, operations, failed) = try play(folder, fault)
        if failed.isEmpty {
          if number > operations { break }
          continue
        }
        count += 1
        let found = try log(in: folder)
        let isTold = text.contains("Cannot save") || text.contains("not-kept")
        #expect(found == expected || isTold, "\(fault) (\(failed)): \(found)\n\(text)")
      }
      print("\(kind): \(count) operations at the prompt failed")
      #expect(count > 40)
    }

    /// The journal that the prompt finds ends in the middle of a line.
    @Test(arguments: Kind.allCases)
    func `a game is taken up, or stays for the next start`(kind: Kind) throws {
      let start = try TemporaryFolder()
      _ = try play(start, .input(0))
      let name = try #require(try Self.journals(in: start).first)
      let journal = try start.bytes(name)
      /// Starts a prompt at this journal and takes the undo back; returns what it said.
      func redo(_ folder: TemporaryFolder, _ fault: Fault) throws -> (
        reply: String, count: Int, failed: String
      ) {
        try folder.add(name, journal + Array("bank # =00".utf8))
        let logs = try TemporaryFolder()
        let terminal = try Pseudoterminal.parlor(
          ["--color", "never", "--profile", folder["p"]],
          environment: try fault.environment(in: folder, log: logs["log"]))
        let greeting = try terminal.expect("> ")
        try terminal.send("redo\r")
        let reply = greeting + (try terminal.expectAnswer(to: "redo", before: "> "))
        _ = try terminal.leave()
        let (count, failed) = try Session.report(in: logs)
        return (reply, count, failed)
      }
      let undone = try log(in: start)
      let whole = try TemporaryFolder()
      _ = try redo(whole, .input(0))
      let redone = try log(in: whole)
      try #require(redone != undone && redone.contains("hold"))
      var count = 0
      for number in 1...2_000 {
        let folder = try TemporaryFolder()
        let fault = kind == .input ? Fault.input(number) : .full(number)
        let (reply, operations, failed) = try redo(folder, fault)
        if failed.isEmpty {
          if number > operations { break }
          continue
        }
        count += 1
        let found = try log(in: folder)
        let isKept = reply.contains("Redone") && !reply.contains("Cannot save")
        #expect(
          found == redone || !isKept && found == undone, "\(fault) (\(failed)): \(found)\n\(reply)")
      }
      print("\(kind): \(count) operations of a start failed")
      #expect(count > 20)
    }

    /// The journals of a profile, without what was set aside.
    private static func journals(in folder: TemporaryFolder) throws -> [String] {
      try FileSystem.entries(of: folder["p/journal"]).flatMap { session in
        ((try? FileSystem.entries(of: folder["p/journal/\(session)"])) ?? [])
          .filter { $0.hasSuffix(".parlor") }.map { "p/journal/\(session)/\($0)" }
      }
    }

    /// The log of the game that the next start has.
    private func log(in folder: TemporaryFolder) throws -> String {
      let terminal = try Pseudoterminal.parlor(["--color", "never", "--profile", folder["p"]])
      try terminal.expect("> ")
      try terminal.send("log\r")
      let reply = try terminal.expectAnswer(to: "log", before: "> ")
      #expect(try terminal.leave() == .exited(0))
      return reply
    }
  }
#endif
