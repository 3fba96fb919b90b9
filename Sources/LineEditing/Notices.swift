import LibC
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
  /// A pipe, which is readable while there is something to show. Closed with the last user of the
  /// object: a thread that posts late must not write into somebody else's file.
  let readEnd: Int32
  private let writeEnd: Int32

  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    (readEnd, writeEnd) = (ends[0], ends[1])
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
    }
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  /// Prints `text` above the prompt, as lines of their own.
  package func post(_ text: String) {
    batch.withLock { $0.texts.append(text) }
    wake()
  }

  /// Makes `prompt` the prompt of the line that is waited for; the next line has its own again.
  package func setPrompt(_ prompt: String) {
    batch.withLock { $0.prompt = prompt }
    wake()
  }

  /// What is to be shown, which is the caller's now.
  func take() -> Batch {
    var bytes: [UInt8] = Array(repeating: 0, count: 64)
    while read(readEnd, &bytes, bytes.count) > 0 {}
    return batch.withLock { batch in
      defer { batch = Batch() }
      return batch
    }
  }

  /// A pipe that is full has woken the reader already.
  private func wake() {
    var byte: UInt8 = 1
    _ = write(writeEnd, &byte, 1)
  }
}
