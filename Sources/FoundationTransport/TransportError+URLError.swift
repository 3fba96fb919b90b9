import Foundation
import RemoteTransport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension TransportError {
  /// The failure that Foundation tells of, in words of our own.
  init(_ error: any Error, patience: Int) {
    switch (error as? URLError)?.code {
    case .timedOut: self.init(.late(seconds: patience))
    case .cannotFindHost, .dnsLookupFailed: self.init(.unreachable("its name is not known"))
    case .cannotConnectToHost: self.init(.unreachable("nobody answers at its port"))
    case .notConnectedToInternet: self.init(.unreachable("there is no network"))
    case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid:
      self.init(.unreachable("it cannot prove who it is"))
    case .networkConnectionLost: self.init(.broken("it was closed"))
    case .badServerResponse, .cannotParseResponse: self.init(.broken("the answer is no HTTP"))
    case .cancelled: self.init(.broken("it was cancelled"))
    default: self.init(words: PlainText.of((error as NSError).localizedDescription))
    }
  }

  /// A failure that has no code of its own. On Linux those of certificates are among them.
  private init(words: String) {
    let isAboutTrust = words.hasPrefix("SSL") || words.contains("certificate")
    self.init(isAboutTrust ? .unreachable("it cannot prove who it is, \(words)") : .broken(words))
  }
}
