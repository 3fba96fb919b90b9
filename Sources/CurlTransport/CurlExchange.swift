import CCurl
import LibC
import RemoteTransport

/// One request and its response, on its own connection.
///
/// A reused connection may break before the response, and then libcurl sends the request again by
/// itself. An action would happen twice. The same holds for HTTP/2.
final class CurlExchange {
  /// The maximum size of all headers, in bytes.
  private static let headerLimit = 256 << 10
  /// The statuses that name another address for the same request.
  private static let redirections = [301, 302, 303, 307, 308]
  /// Prepares libcurl, once for all threads.
  private static let isPrepared = ccurl_start() == CURLE_OK

  private let handle: UnsafeMutableRawPointer
  /// Where libcurl says what is wrong.
  private let words = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
  private var lines: UnsafeMutablePointer<curl_slist>?
  private var headers: [HTTPHeader] = []
  private var headerSize = 0
  private var body: [UInt8] = []
  private var isTooLong = false

  /// Sends a request and receives its response, on a thread that does nothing else.
  static func result(
    of request: HTTPRequest, to address: String
  ) -> Result<HTTPResponse, TransportError> {
    guard isPrepared, let handle = curl_easy_init() else {
      return .failure(TransportError(.unreachable("libcurl does not start")))
    }
    // A connection that breaks while libcurl writes to it must not end the program. The thread takes
    // the signal with it.
    var pipe = sigset_t()
    sigemptyset(&pipe)
    sigaddset(&pipe, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &pipe, nil)
    return CurlExchange(handle).result(of: request, to: address)
  }

  private init(_ handle: UnsafeMutableRawPointer) {
    self.handle = handle
    words.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
  }

  deinit {
    curl_easy_cleanup(handle)
    curl_slist_free_all(lines)
    words.deallocate()
  }

  private func result(
    of request: HTTPRequest, to address: String
  ) -> Result<HTTPResponse, TransportError> {
    describe(request, to: address)
    let code = withExtendedLifetime(self) { curl_easy_perform(handle) }
    let status = ccurl_number(handle, CURLINFO_RESPONSE_CODE)
    if Self.redirections.contains(status), let place = ccurl_text(handle, CURLINFO_REDIRECT_URL) {
      return .failure(TransportError(.moved(PlainText.of(String(cString: place)))))
    }
    if isTooLong { return .failure(TransportError(.tooLong)) }
    guard code == CURLE_OK else {
      let said = words.pointee == 0 ? curl_easy_strerror(code) : UnsafePointer(words)
      return .failure(
        TransportError(
          code, number: Int32(ccurl_number(handle, CURLINFO_OS_ERRNO)),
          words: said.map { PlainText.of(String(cString: $0)) } ?? "", timeout: request.timeout))
    }
    return .success(HTTPResponse(status: status, headers: headers, body: body))
  }

  /// Sets all that libcurl must know. It keeps no cookies, answers no request for a name and a
  /// password and follows no redirection unless it is told to; it uses the proxy of the environment.
  private func describe(_ request: HTTPRequest, to address: String) {
    let itself = Unmanaged.passUnretained(self).toOpaque()
    ccurl_set_pointer(handle, CURLOPT_ERRORBUFFER, words)
    ccurl_set_text(handle, CURLOPT_URL, address)
    ccurl_set_web_only(handle)
    ccurl_set_number(handle, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    ccurl_set_number(handle, CURLOPT_NOSIGNAL, 1)
    ccurl_set_number(handle, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
    ccurl_set_number(handle, CURLOPT_HTTP09_ALLOWED, 0)
    ccurl_set_number(handle, CURLOPT_FRESH_CONNECT, 1)
    ccurl_set_number(handle, CURLOPT_FORBID_REUSE, 1)
    ccurl_set_number(handle, CURLOPT_TIMEOUT_MS, 1000 * request.timeout)
    ccurl_set_quick_exit(handle)
    ccurl_set_size(handle, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(HTTPResponse.bodyLimit))
    // All encodings that libcurl can decode. The limit is that of the decoded body.
    ccurl_set_text(handle, CURLOPT_ACCEPT_ENCODING, "")
    ccurl_set_text(handle, CURLOPT_USERAGENT, "parlor")
    for header in request.headers { add("\(header.name): \(header.value)") }
    add("Connection: close")
    // Without this, a long body waits until the service asks for it.
    add("Expect:")
    ccurl_set_pointer(handle, CURLOPT_HTTPHEADER, lines)
    if request.method == .post {
      ccurl_set_size(handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(request.body.count))
      // With a zero at its end it has an address even if it is empty.
      ccurl_set_text(
        handle, CURLOPT_COPYPOSTFIELDS, (request.body + [0]).map(CChar.init(bitPattern:)))
    }
    ccurl_set_pointer(handle, CURLOPT_HEADERDATA, itself)
    ccurl_set_taker(handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, exchange in
      CurlExchange.from(exchange)?.take(header: bytes, count: size * count) == true
        ? size * count : 0
    }
    ccurl_set_pointer(handle, CURLOPT_WRITEDATA, itself)
    ccurl_set_taker(handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, exchange in
      CurlExchange.from(exchange)?.take(body: bytes, count: size * count) == true ? size * count : 0
    }
  }

  private func add(_ line: String) {
    if let longer = curl_slist_append(lines, line) { lines = longer }
  }

  private static func from(_ pointer: UnsafeMutableRawPointer?) -> CurlExchange? {
    pointer.map { Unmanaged<CurlExchange>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Takes a line of the head: a header, or the status, with which the headers of a response begin.
  ///
  /// - Returns: `false` to end the exchange.
  private func take(header bytes: UnsafeMutablePointer<CChar>?, count: Int) -> Bool {
    headerSize += count
    guard headerSize <= Self.headerLimit else {
      isTooLong = true
      return false
    }
    let line = String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
    if line.hasPrefix("HTTP/") {
      headers = []
    } else if let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) {
      let value = line[colon...].dropFirst().drop(while: \.isWhitespace)
      let end = value.lastIndex { !$0.isWhitespace }
      headers.append(HTTPHeader(String(line[..<colon]), end.map { String(value[...$0]) } ?? ""))
    }
    return true
  }

  /// Takes a part of the body, up to the limit.
  ///
  /// - Returns: `false` to end the exchange.
  private func take(body bytes: UnsafeMutablePointer<CChar>?, count: Int) -> Bool {
    guard body.count + count <= HTTPResponse.bodyLimit else {
      isTooLong = true
      return false
    }
    body.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: count))
    return true
  }
}
