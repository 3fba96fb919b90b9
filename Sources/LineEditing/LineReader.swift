/// Something that reads lines from a person: `LineEditor`, or `PlainLineReader` where the
/// terminal cannot edit.
///
/// Only one can exist at a time in a process, since signal handlers are the process's.
package protocol LineReader: AnyObject {
  /// Shows `prompt` and waits for a line. Everything written before must have been flushed.
  ///
  /// `prompt` may hold escape sequences for colour, and no line end.
  func readLine(prompt: String) -> LineInput

  /// The same without echo and without history, for passwords. The line is never remembered.
  func readSecret(prompt: String) -> LineInput

  /// Where any thread can leave texts to print above the prompt, and new prompts.
  var notices: Notices { get }

  /// What is done again and again while a line is waited for.
  var tick: LineTick? { get set }

  /// A question to ask now and then during the command that begins now: shall it stop?
  ///
  /// It costs a few atomic loads. The editor also answers Ctrl-Z while it is asked.
  func interruptCheck() -> () -> Bool

  /// Runs `body`, a pager or another program, with the terminal as it was found.
  func withCookedTerminal<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result

  /// Gives the terminal back as it was found, before the process ends by a signal: only
  /// deinitialisers and exit(3) do it unasked. The next `readLine` takes it again.
  func releaseTerminal()
}
