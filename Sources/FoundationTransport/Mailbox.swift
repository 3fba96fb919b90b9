import RemoteTransport
import Synchronization

/// Holds an answer between the thread that gets it and the one that wants it.
final class Mailbox: Sendable {
  private let content = Mutex<Result<HTTPResponse, TransportError>?>(nil)

  /// Puts an answer in.
  func put(_ answer: Result<HTTPResponse, TransportError>) { content.withLock { $0 = answer } }

  /// Takes the answer out, if there is one.
  func take() -> Result<HTTPResponse, TransportError>? { content.withLock { $0.take() } }
}
