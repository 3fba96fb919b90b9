import LineEditing
import ParlorEngine
import Platform
import ProgramKit
import Synchronization

/// Receives the answers of a server on its own thread, so that the end of the session is noticed
/// while a line is typed.
final class AnswerMailbox: Sendable {
  private struct State {
    var waiting: [AnswerReader.Next] = []
    var answered = 0
  }

  private let state = Mutex(State())
  private let pipe: WakeupPipe

  /// Starts the thread; `nil` if the system refuses.
  ///
  /// - Parameter printer: shows above the prompt that the session is over.
  init?(_ answers: AnswerReader, _ printer: ExternalPrinter) {
    guard let pipe = WakeupPipe() else { return nil }
    self.pipe = pipe
    let listener = Thread.start { [self] in
      var answers = answers
      while true {
        var next = AnswerReader.Next.closed
        // A broken connection counts as closed.
        do throws(FileError) { next = try answers.next() } catch {}
        state.withLock { $0.waiting.append(next) }
        pipe.wake()
        if case .answer(.done(_, _, let end)) = next, end == nil { continue }
        return printer.print("The session is over. Press Enter to leave.")
      }
    }
    guard let listener else { return nil }
    listener.detach()
  }

  /// The number of answered lines.
  var answered: Int { state.withLock { $0.answered } }

  /// Takes the next answer.
  ///
  /// - Parameter milliseconds: the timeout; -1 for none.
  func next(within milliseconds: Int) -> AnswerReader.Next? {
    let deadline = SystemClock.monotonic + Int64(milliseconds)
    while true {
      let next = state.withLock { state -> AnswerReader.Next? in
        guard !state.waiting.isEmpty else { return nil }
        let next = state.waiting.removeFirst()
        if case .answer(.done) = next { state.answered += 1 }
        return next
      }
      if let next { return next }
      let rest = milliseconds < 0 ? -1 : max(0, Int(deadline - SystemClock.monotonic))
      guard rest != 0 else { return nil }
      pipe.wait(milliseconds: rest)
    }
  }
}
