import TestKit
import Testing

/// Replies for machines, and the clock that a script can choose.
@Suite(.blocking) struct FormatTests {
  @Test func `JSON is one object for each reply, including errors and ids`() throws {
    let outcome = try Program.run(
      ["--format", "json", "--keep-going"],
      input: """
        # no reply to this

        7 echo a "b c" d=e
        8 bank
        seed 3 4
        9999999999 roll
        +10 roll

        """.utf8)
    #expect(
      outcome.withoutWords
        == Outcome(
          1,
          """
          {"id":7,"ok":true,"command":"echo","events":[{"type":"said","text":"a b c d=e"}],\
          "game":null,"state":null}
          {"id":8,"ok":false,"error":{"code":"no-game","message":"","legal":[]},"game":null}
          {"ok":false,"error":{"code":"bad-argument","message":"",\
          "column":8,"legal":[]},"game":null}
          {"ok":false,"error":{"code":"syntax","message":"",\
          "column":1,"legal":[]},"game":null}
          {"ok":false,"error":{"code":"unknown-command","message":"",\
          "column":1,"legal":[]},"game":null}

          """))
  }

  @Test func `json ends at the first error as text does`() throws {
    let outcome = try Program.run(["--format", "json", "-c", "rol; echo a"])
    #expect(
      outcome.withoutWords
        == Outcome(
          1,
          """
          {"ok":false,"error":{"code":"unknown-command","message":"",\
          "column":1,"legal":[]},"game":null}

          """))
  }

  @Test func `csv is tables, and errors go to standard error`() throws {
    let outcome = try Program.run(["--format", "csv", "--keep-going", "-c", "echo a; rol; games"])
    #expect(
      outcome
        == Outcome(
          1, "type,text\nsaid,a\ntype,games,current\ngames,,\n",
          errors: """
            -c:2:1: error[unknown-command]: unknown command `rol`
              rol
              ^^^
              did you mean `roll`?

            """))
  }

  @Test func `the format can change within a script`() throws {
    let outcome = try Program.run([
      "-c", "echo a; set format json; echo b; set format text; echo c",
    ])
    #expect(
      outcome
        == Outcome(
          0,
          """
          a
          {"ok":true,"command":"set","events":[],"game":null,"state":null}
          {"ok":true,"command":"echo","events":[{"type":"said","text":"b"}],"game":null,"state":null}
          c

          """))
  }

  @Test func `a script's clock moves only on command`() throws {
    let outcome = try Program.run(["-c", "clock; clock +1.5s; clock +1h; clock"])
    #expect(
      outcome == Outcome(0, "2000-01-01T00:00:00Z, virtual\n2000-01-01T01:00:01.500Z, virtual\n"))
  }

  @Test func `the real clock can be read but not moved`() throws {
    let outcome = try Program.run(["--clock", "real", "-c", "clock; clock +1s"])
    #expect(outcome.status == .exited(1))
    let isTime = outcome.text.wholeMatch(of: /20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z\n/) != nil
    #expect(isTime, "\(outcome.text)")
    #expect(outcome.complaint.hasPrefix("-c:2:1: error[not-now]: "))
  }
}
