import CCurl
import LibC
import RemoteTransport

extension TransportError {
  /// The error of libcurl in the words of this program.
  ///
  /// - Parameters:
  ///   - number: `errno` of the last connection, 0 if it says nothing.
  ///   - words: what libcurl says of it.
  init(_ code: CURLcode, number: Int32, words: String, timeout: Int) {
    let reason: Reason =
      switch code {
      case CURLE_URL_MALFORMAT: .unreachable("the address is not valid")
      case CURLE_COULDNT_RESOLVE_HOST: .unreachable("the host name cannot be resolved")
      case CURLE_COULDNT_RESOLVE_PROXY:
        .unreachable("the host name of the proxy cannot be resolved")
      case CURLE_COULDNT_CONNECT: .unreachable(Self.unconnected(number) ?? words)
      case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR:
        .unreachable("its certificate is not valid, \(words)")
      case CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CIPHER, CURLE_SSL_CONNECT_ERROR:
        .unreachable("the connection cannot be encrypted, \(words)")
      case CURLE_OPERATION_TIMEDOUT: .late(seconds: timeout)
      case CURLE_FILESIZE_EXCEEDED: .tooLong
      case CURLE_GOT_NOTHING: .broken("the service closed it without a response")
      case CURLE_PARTIAL_FILE: .broken("the service closed it before the response was complete")
      // The first of these is what libcurl calls HTTP/0.9; the address is http or https.
      case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY:
        .broken("the response is not HTTP")
      case CURLE_RECV_ERROR where number == ECONNRESET,
        CURLE_SEND_ERROR where number == ECONNRESET || number == EPIPE:
        .broken("the service closed it")
      default: .broken(words)
      }
    self.init(reason)
  }

  /// Why there is no connection.
  private static func unconnected(_ number: Int32) -> String? {
    switch number {
    case ECONNREFUSED: "connection refused"
    case ENETUNREACH, EHOSTUNREACH: "no network connection"
    default: nil
    }
  }
}
