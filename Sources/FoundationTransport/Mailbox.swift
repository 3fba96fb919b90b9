import RemoteTransport
import Synchronization

/// Holds an answer between the thread that gets it and the one that wants it.
final class Mailbox: Sendable {
  private let content = Mutex<Result<HTTPResponse, TransportFailure>?>(nil)

  /// Puts an answer in.
  func put(_ answer: Result<HTTPResponse, TransportFailure>) { content.withLock { $0 = answer } }

  /// Takes the answer out, if there is one.
  func take() -> Result<HTTPResponse, TransportFailure>? { content.withLock { $0.take() } }
}
