import TestKit
import Testing

/// Another program that talks to this one by lines.
@Suite(.blocking) struct CoprocessTests {
  @Test(arguments: [[], ["-"], ["--keep-going"]])
  func `a reply comes before the next line is sent`(arguments: [String]) throws {
    let child = try Program.start(arguments)
    for number in 1...1_000 {
      try child.write("echo \(number)\n")
      #expect(try child.readLine() == "\(number)")
    }
    #expect(try child.finish() == Outcome(0))
  }

  @Test func `so does an error, and a reply in JSON`() throws {
    let child = try Program.start(["--keep-going", "--format", "json", "--seed", "3"])
    for number in 1...100 {
      try child.write("\(number) new farkle Ann Bob\n")
      #expect(try child.readLine()?.hasPrefix(#"{"id":\#(number),"ok":true,"#) == true)
      try child.write("\(number) bank\n")
      #expect(try child.readLine()?.hasPrefix(#"{"id":\#(number),"ok":false,"#) == true)
    }
    #expect(try child.finish() == Outcome(1))
  }

  @Test func `a line in pieces runs when its end arrives`() throws {
    let child = try Program.start()
    try child.write("echo a\nec")
    #expect(try child.readLine() == "a")
    try child.write("ho b")
    try child.write("\necho c")
    #expect(try child.readLine() == "b")
    #expect(try child.finish() == Outcome(0, "c\n"))
  }

  @Test func `several lines at once get their replies at once`() throws {
    let child = try Program.start()
    try child.write(Turn.script)
    let count = Turn.output.split(separator: "\n").count
    let lines = try (0..<count).map { _ in try child.readLine() }
    #expect(lines == Turn.output.split(separator: "\n").map(String.init))
    #expect(try child.finish() == Outcome(0))
  }

  @Test func `quit ends it even if its input stays open`() throws {
    let child = try Program.start()
    try child.write("echo a\nquit\n")
    #expect(try child.readLine() == "a")
    #expect(try child.readLine() == nil)
    #expect(try child.wait() == .exited(0))
  }
}
