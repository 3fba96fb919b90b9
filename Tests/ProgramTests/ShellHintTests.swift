import TestKit
import Testing

/// Words at the shell that are no files lead to the line that was probably meant.
@Suite(.blocking) struct ShellHintTests {
  @Test(arguments: [
    ("farkle", "There is no file `farkle`. To play, start `parlor` and type `new farkle NAME…`."),
    (
      "mastremind",
      "There is no file `mastremind`. To play, start `parlor` and type `new mastermind`."
    ),
    ("hepl", "There is no file `hepl`. Did you mean `parlor help`?"),
    ("tset x", "There is no file `tset`. Did you mean `parlor test x`?"),
    (
      "--profile /tmp/none render --finished 1 -o last.html",
      "Did you mean `parlor render --profile /tmp/none --finished 1 -o last.html`?"
    ),
    ("test --shard 3 x", "Run part I of N parts of the files, such as 1/3."),
    ("test --timeout 5 x", "such as 10s"),
    ("test --seed 3 x", "Seeds are part of a scenario: `> seed 7`."),
  ])
  func `a word that is no file leads to the line that was meant`(arguments: String, message: String)
    throws
  {
    let outcome = try Program.run(arguments.split(separator: " ").map(String.init))
    #expect(outcome.status == .exited(2))
    #expect(String(decoding: outcome.errors, as: UTF8.self).contains(message), "\(outcome)")
    // The usage, which is longer than a screen, does not hide the answer.
    if message.hasPrefix("There is") { #expect(!outcome.complaint.contains("Usage")) }
  }

  @Test(arguments: [
    ("help farkle", "Farkle: A dice game"), ("help farkle roll", "roll: roll the dice"),
    ("help rules save", "rules: show the rules"), ("help test", "OVERVIEW: Run scenarios"),
    ("help", "OVERVIEW: Play Farkle"),
  ])
  func `help is understood as a command`(arguments: String, beginning: String) throws {
    let outcome = try Program.run(arguments.split(separator: " ").map(String.init))
    #expect(outcome.status == .exited(0))
    #expect(outcome.text.hasPrefix(beginning), "\(outcome)")
  }
}
