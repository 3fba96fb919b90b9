/// What did not happen, and everything that the program had written until then.
package struct PseudoterminalError: Error, CustomStringConvertible {
  /// What went wrong.
  package enum Kind: Sendable {
    /// No terminal, or no program: the call and its errno.
    case start(call: String, code: Int32)
    /// Waited in vain for this.
    case timeout(String)
    /// The terminal was closed while waiting for this.
    case ended(String)
  }

  package let kind: Kind
  package let transcript: String

  package var description: String {
    let event =
      switch kind {
      case .start(let call, let code): "\(call) failed with errno \(code)"
      case .timeout(let event): "waited too long for \(event)"
      case .ended(let event): "the program ended while waiting for \(event)"
      }
    return "\(event); written until then: \(transcript.debugDescription)"
  }
}
