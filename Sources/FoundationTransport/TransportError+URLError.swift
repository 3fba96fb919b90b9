import Foundation
import RemoteTransport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension TransportError {
  /// The error of Foundation in the words of this program.
  init(_ error: any Error, timeout: Int) {
    let words = PlainText.of((error as NSError).localizedDescription)
    if let reason = Self.brokenConnection(words) {
      self.init(.broken(reason))
      return
    }
    switch (error as? URLError)?.code {
    case .timedOut: self.init(.late(seconds: timeout))
    case .cannotFindHost, .dnsLookupFailed:
      self.init(.unreachable("the host name cannot be resolved"))
    case .cannotConnectToHost: self.init(.unreachable("connection refused"))
    case .notConnectedToInternet: self.init(.unreachable("no network connection"))
    case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid:
      self.init(.unreachable("its certificate is not valid"))
    case .networkConnectionLost: self.init(.broken("the service closed it"))
    case .badServerResponse, .cannotParseResponse: self.init(.broken("the response is not HTTP"))
    case .cancelled: self.init(.broken("it was cancelled"))
    default: self.init(words: words)
    }
  }

  /// How a connection broke, from the messages of libcurl, which Foundation uses on Linux: its
  /// codes do not distinguish these cases.
  private static func brokenConnection(_ words: String) -> String? {
    if words.hasPrefix("Empty reply") { return "the service closed it without a response" }
    if words.hasPrefix("transfer closed") {
      return "the service closed it before the response was complete"
    }
    return words.hasPrefix("Received HTTP/0.9") ? "the response is not HTTP" : nil
  }

  /// An error without a code of its own. On Linux, certificate errors have none.
  private init(words: String) {
    let isAboutTrust = words.hasPrefix("SSL") || words.contains("certificate")
    self.init(
      isAboutTrust ? .unreachable("its certificate is not valid, \(words)") : .broken(words))
  }
}
