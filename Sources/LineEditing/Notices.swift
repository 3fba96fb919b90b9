import Platform
import Synchronization

/// What other threads want to be seen at once while a line is waited for: texts above the prompt,
/// and new prompts.
///
/// Any thread may post; the reader's own thread shows it, within `readLine`. What is posted at
/// other times waits for the next one.
package final class Notices: Sendable {
  /// What has been posted and not been shown.
  struct Batch: Equatable {
    var texts: [String] = []
    var prompt: String?
  }

  private let batch = Mutex(Batch())
  /// Readable while there is something to show. Closed with the last user of the object: a thread
  /// that posts late must not write into somebody else's file.
  private let wakeup: WakeupPipe

  /// The descriptor that becomes readable when something was posted.
  var readEnd: Int32 { wakeup.readEnd }

  init?() {
    guard let wakeup = WakeupPipe() else { return nil }
    self.wakeup = wakeup
  }

  /// Prints `text` above the prompt, as lines of their own.
  package func post(_ text: String) {
    batch.withLock { $0.texts.append(text) }
    wakeup.wake()
  }

  /// Makes `prompt` the prompt of the line that is waited for; the next line has its own again.
  package func setPrompt(_ prompt: String) {
    batch.withLock { $0.prompt = prompt }
    wakeup.wake()
  }

  /// What is to be shown, which is the caller's now.
  func take() -> Batch {
    wakeup.drain()
    return batch.withLock { batch in
      defer { batch = Batch() }
      return batch
    }
  }
}
