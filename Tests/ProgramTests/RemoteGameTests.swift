import Platform
import TestKit
import Testing

/// Games that are played elsewhere, as the program opens them.
@Suite(.blocking) struct RemoteGameTests {
  private static func run(
    _ lines: String, _ arguments: [String] = [], files: [String: String] = [:]
  ) throws -> Outcome {
    let folder = try folder()
    for (name, text) in files { try folder.add(name, text) }
    return try Program.shell(
      "cd \"$1\" && shift && exec \"$0\" --keep-going --echo \"$@\"", [folder.path] + arguments,
      input: lines.utf8, environment: ["PATH": "\(folder.path):/usr/bin:/bin"])
  }

  private static func folder() throws -> TemporaryFolder {
    let program = try #require(BuiltProgram.path(of: "remote-plugin"))
    let folder = try TemporaryFolder()
    let script = Array("#!/bin/sh\nexec '\(program)'\n".utf8)
    try FileSystem.write(script, to: folder["parlor-bell"], mode: 0o755)
    return folder
  }

  /// It has no log with which a scenario could begin.
  @Test func `no recording begins while a remote game is open`() throws {
    let outcome = try Self.run("new bell\nrecord a.scenario\n")
    #expect(outcome.text.contains("error[not-now]: game 1 is played elsewhere"))
  }

  @Test func `the virtual clock delivers events at their times`() throws {
    let outcome = try Self.run(
      "new bell\nevery 10s\nclock +25s\nclock +4s\nclock +1s\nstate rings\nhush\nclock +1h\n")
    #expect(
      outcome.text == """
        > new bell
        The bell hangs at 0.
        > every 10s
        > clock +25s
        It rings at 10000.
        It rings at 20000.
        > clock +4s
        > clock +1s
        It rings at 30000.
        > state rings
        3
        > hush
        It is still after 3.
        > clock +1h

        """)
  }

  @Test func `two games are open at once, each in its own process`() throws {
    let outcome = try Self.run(
      "new bell\nevery 10s\nnew bell\nevery 1m\nclock +1m\nuse 1\nstate rings\nuse 2\nstate rings\n"
    )
    #expect(outcome.text.contains("Game 1 (Bell: a tower) stays open"))
    #expect(
      outcome.text.hasSuffix(
        "> use 1\nGame 1, Bell: a tower.\n> state rings\n6\n> use 2\nGame 2, Bell: a tower.\n> state rings\n1\n"
      ))
  }

  @Test func `nothing can be undone, saved or repeated`() throws {
    let outcome = try Self.run("new bell\nundo\nredo\ngoto 0\nsave x\nlog\nresign\nseat 1 random\n")
    let codes = outcome.text.split(separator: "\n").filter { $0.hasPrefix("error[") }
    #expect(codes.count == 7)
    #expect(codes.dropLast().allSatisfy { $0.hasPrefix("error[not-now]: ") })
    #expect(outcome.status == .exited(1))
  }

  @Test func `an error keeps its code, and remote errors are exit code 4`() throws {
    let outcome = try Self.run("new bell\nrefuse\n")
    #expect(
      outcome
        == Outcome(
          4,
          "> new bell\nThe bell hangs at 0.\n> refuse\nerror[remote]: the tower is closed\n  come again\n"
        ))
  }

  @Test func `what a command that failed has learned is shown`() throws {
    let outcome = try Self.run("new bell\nevery 10s\nfall\nstate rings\nshow\nclock +10s\n")
    #expect(
      outcome.text == """
        > new bell
        The bell hangs at 0.
        > every 10s
        > fall
        error[not-now]: the bell has fallen
          legal now: every TIME
        > state rings
        -1
        > show
        Rings: -1
        > clock +10s
        It rings at 10000.

        """)
  }

  @Test func `a secret is read from a file, and is never in a line`() throws {
    let outcome = try Self.run(
      "new bell\nlogin ann @word\nlogin ann hunter2\nlogin ann @none\nlogin ann\n",
      files: ["word": "xyzzy\nsecond line\n"])
    #expect(
      outcome.text == """
        > new bell
        The bell hangs at 0.
        > login ann @word
        ann has 5 letters.
        > login ann ?
        error[bad-argument]: a secret cannot be part of a line
          write it to a file and pass `@FILE`, or leave it out to be asked for it
        > login ann @none
        error[io]: cannot read none: no such file or directory
        > login ann
        error[bad-argument]: `login` needs a secret, given as @FILE
          usage: login NAME PASSWORD

        """)
  }

  @Test func `the session is saved in the profile, if there is one`() throws {
    #expect(try Self.run("new bell\nfolder\n").text.hasSuffix("Nothing is kept.\n"))
    let profile = try TemporaryFolder()
    let arguments = ["--profile", profile.path, "--clock", "virtual"]
    let outcome = try Self.run("new bell\nfolder\nset remember off\nfolder\n", arguments)
    #expect(
      outcome.text.hasSuffix(
        "> folder\nIt is kept.\n> set remember off\n> folder\nNothing is kept.\n"), "\(outcome)")
    #expect(try FileSystem.entries(of: profile["sessions"]) == ["bell"])
  }

  @Test func `a missing plugin says where it has to be`() throws {
    let folder = try TemporaryFolder()
    // Plugins beside the program are found: here it is alone.
    let outcome = try Program.shell(
      "ln \"$0\" \"$1/parlor\" 2>/dev/null || cp \"$0\" \"$1/parlor\"; exec \"$1/parlor\" -c 'new farkle-ten'",
      [folder.path])
    #expect(outcome.status == .exited(1))
    let errors = String(decoding: outcome.errors, as: UTF8.self)
    #expect(errors.contains("there is no game `farkle-ten`"))
    #expect(
      errors.contains("install the program parlor-farkle-ten beside parlor, in "), "\(errors)")
  }

  @Test func `with the real clock events arrive by themselves`() throws {
    let folder = try Self.folder()
    let child = try Program.start(
      ["--clock", "real"], environment: ["PATH": "\(folder.path):/usr/bin:/bin"])
    try child.write("new bell\nevery 1ms\n")
    #expect(try child.readLine()?.hasPrefix("The bell hangs at ") == true)
    // The bell rings while nobody types.
    for _ in 1...3 { #expect(try child.readLine()?.hasPrefix("It rings at ") == true) }
    #expect(try child.finish().status == .exited(0))
  }

  @Test func `in JSON such events name their game and come before what knows of them`() throws {
    let folder = try Self.folder()
    let child = try Program.start(
      ["--clock", "real", "--format", "json"],
      environment: ["PATH": "\(folder.path):/usr/bin:/bin"])
    try child.write("1 new bell\n2 every 1ms\n3 new counter Ann\n")
    var line = ""
    for number in 1...3 {
      while !line.hasPrefix(#"{"id":\#(number),"#) { line = try #require(try child.readLine()) }
    }
    var rings = 0
    for _ in 1...3 {
      line = try #require(try child.readLine())
      #expect(line.hasPrefix(#"{"event":true,"ok":true,"command":"news","events":[{"type":"bell""#))
      #expect(line.contains(#"],"game":{"number":1,"name":"bell"},"state":{"rings":"#))
    }
    try child.write("4 use 1\n5 state rings\n")
    while !line.hasPrefix(#"{"id":5,"#) {
      line = try #require(try child.readLine())
      if let state = line.firstRange(of: #""state":{"rings":"#) {
        let now = try #require(Int(line[state.upperBound...].prefix { $0.isNumber }))
        // What was told is never taken back.
        #expect(now >= rings)
        rings = now
      }
    }
    #expect(line.contains(#""value":\#(rings)}],"#))
    #expect(try child.finish().status == .exited(0))
  }

  @Test func `in the Go Text Protocol they are marked lines`() throws {
    let folder = try Self.folder()
    let child = try Program.start(
      ["--clock", "real", "--format", "gtp"],
      environment: ["PATH": "\(folder.path):/usr/bin:/bin"])
    try child.write("1 new bell\n2 every 1ms\n")
    var line = ""
    while !line.hasPrefix("=2") { line = try #require(try child.readLine()) }
    #expect(try child.readLine() == "")
    for _ in 1...3 { #expect(try child.readLine()?.hasPrefix("! It rings at ") == true) }
    #expect(try child.finish().status == .exited(0))
  }
}
