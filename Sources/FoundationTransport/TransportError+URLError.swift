import Foundation
import RemoteTransport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension TransportError {
  /// The error of Foundation in the words of this program.
  init(_ error: any Error, timeout: Int) {
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
    default: self.init(words: PlainText.of((error as NSError).localizedDescription))
    }
  }

  /// An error without a code of its own. On Linux, certificate errors have none.
  private init(words: String) {
    let isAboutTrust = words.hasPrefix("SSL") || words.contains("certificate")
    self.init(
      isAboutTrust ? .unreachable("its certificate is not valid, \(words)") : .broken(words))
  }
}
