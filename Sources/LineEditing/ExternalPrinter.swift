import Platform
import Synchronization

/// Prints texts above the prompt, and changes the prompt, while the reader waits for a line.
///
/// Any thread may use it. The thread of the reader prints, within `readLine`. Text that arrives
/// between two lines waits for the next `readLine`.
package final class ExternalPrinter: Sendable {
  /// Everything that has not been printed yet.
  struct Batch: Equatable {
    var texts: [String] = []
    var prompt: String?

    /// The texts, each ending with a line break.
    var lines: String { texts.map { $0.hasSuffix("\n") ? $0 : $0 + "\n" }.joined() }
  }

  private let batch = Mutex(Batch())
  /// Wakes the reader when there is something to print.
  let pipe: WakeupPipe

  init?() {
    guard let pipe = WakeupPipe() else { return nil }
    self.pipe = pipe
  }

  /// Prints `text` above the prompt, on lines of its own.
  package func print(_ text: String) {
    batch.withLock { $0.texts.append(text) }
    pipe.wake()
  }

  /// Replaces the prompt of the line that is being read. The next line starts with its own prompt.
  package func setPrompt(_ prompt: String) {
    batch.withLock { $0.prompt = prompt }
    pipe.wake()
  }

  /// Removes and returns everything that has not been printed yet.
  func take() -> Batch {
    pipe.drain()
    return batch.withLock { batch in
      defer { batch = Batch() }
      return batch
    }
  }
}
