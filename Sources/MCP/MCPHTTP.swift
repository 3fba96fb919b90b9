import JSONRPC
import ParlorKit

/// A request over HTTP, as far as the protocol reads it.
public struct MCPHTTPRequest {
  /// The method, such as `POST`.
  public var method: String
  /// The value of a header, by its name in lower case.
  public var header: (String) -> String?
  /// The bytes of the body.
  public var body: [UInt8]

  /// A request as a server has received it.
  public init(method: String, body: [UInt8], header: @escaping (String) -> String?) {
    self.method = method
    self.body = body
    self.header = header
  }
}

/// The response to a request.
public struct MCPHTTPResponse: Equatable, Sendable {
  /// The status, such as 200.
  public var status: Int
  /// The type of the body; `nil` if there is none.
  public var type: String?
  /// The bytes of the body.
  public var body: [UInt8] = []
  /// The methods that there are, for a request with another.
  public var allowed: String?
}

extension MCPServer {
  /// Answers a request to the endpoint: one message in a POST. The server keeps nothing about
  /// clients, so one that has sent `initialize` is recognized by the header with the revision.
  ///
  /// The caller has checked by the address and the header `Host` that the request comes from this
  /// machine and is for it. Here the header `Origin`, which browsers send, must be of this machine.
  ///
  /// - Parameter isLoopback: whether a host, with or without a port, names this machine.
  public func answer(
    _ request: MCPHTTPRequest, isLoopback: (String) -> Bool
  ) -> MCPHTTPResponse {
    if let origin = request.header("origin"), !Self.isOwn(origin, isLoopback) {
      return refusal(403, .invalidRequest("pages of other sites may not use this server"))
    }
    guard request.method == "POST" else {
      return MCPHTTPResponse(status: 405, allowed: "POST")
    }
    let type = request.header("content-type") ?? ""
    guard type.lowercased().prefix(while: { $0 != ";" && $0 != " " }) == "application/json" else {
      return refusal(415, .invalidRequest("the body is application/json"))
    }
    let message = RPCMessage.read(request.body)
    guard case .request(let id, let method, let params) = message else {
      if case .notification = message { return MCPHTTPResponse(status: 202) }
      if case .malformed = message { return response([message], status: 400) }
      return refusal(400, .invalidRequest("the server sends no requests, and takes no responses"))
    }
    var client = MCPClient()
    do throws(RPCError) {
      client = try Self.client(
        of: MCPRequest(id: id, method: method, params: params?.fields ?? [:]), request)
    } catch {
      return response([.response(id: id, result: .failure(error))], status: 400)
    }
    let answers = answer(message, from: &client)
    return response(answers, status: Self.status(of: answers, isLegacy: client.agreed != nil))
  }

  private static func isOwn(_ origin: String, _ isLoopback: (String) -> Bool) -> Bool {
    for scheme in ["http://", "https://"] where origin.hasPrefix(scheme) {
      return isLoopback(String(origin.dropFirst(scheme.count)))
    }
    return false
  }

  /// What the headers say about the client.
  ///
  /// - Throws: an error if they contradict the body.
  private static func client(
    of message: MCPRequest, _ request: MCPHTTPRequest
  ) throws(RPCError) -> MCPClient {
    let named = request.header("mcp-protocol-version")
    guard let inBody = message.meta("protocolVersion")?.string else {
      if message.method == "initialize" { return MCPClient() }
      guard let named else {
        throw .headerMismatch("the header MCP-Protocol-Version is missing")
      }
      guard let revision = MCPRevision(rawValue: named) else { throw .unsupportedRevision(named) }
      return MCPClient(agreed: revision.isStateless ? nil : revision)
    }
    func check(_ header: String, _ value: String) throws(RPCError) {
      guard let given = request.header(header.lowercased()) else {
        throw .headerMismatch("the header \(header) is missing")
      }
      guard decoded(given) == value else {
        throw .headerMismatch("the header \(header) differs from the body")
      }
    }
    try check("MCP-Protocol-Version", inBody)
    try check("Mcp-Method", message.method)
    switch message.method {
    case "tools/call", "prompts/get": try check("Mcp-Name", try message.string("name"))
    case "resources/read": try check("Mcp-Name", try message.string("uri"))
    default: break
    }
    return MCPClient()
  }

  /// The status of a response. If no revision was negotiated before, some errors have their own.
  private static func status(of answers: [RPCMessage], isLegacy: Bool) -> Int {
    switch answers.last {
    case .malformed: 400
    case .response(_, .failure(let error)) where !isLegacy:
      switch error.code {
      case -32601: 404
      case -32602, -32600, -32022, -32021, -32020: 400
      default: 200
      }
    default: 200
    }
  }

  private func refusal(_ status: Int, _ error: RPCError) -> MCPHTTPResponse {
    response([.malformed(id: .null, error: error)], status: status)
  }

  /// One message is a JSON object, several are events.
  private func response(_ messages: [RPCMessage], status: Int) -> MCPHTTPResponse {
    let written = messages.map { $0.json(omittingNullID: true) }
    guard written.count > 1 else {
      return MCPHTTPResponse(
        status: status, type: "application/json", body: written.first ?? [])
    }
    return MCPHTTPResponse(
      status: status, type: "text/event-stream",
      body: written.flatMap { Array("event: message\ndata: ".utf8) + $0 + Array("\n\n".utf8) })
  }

  /// The value of a header that may be in Base64, as `=?base64?…?=`; `nil` if that is damaged.
  static func decoded(_ value: String) -> String? {
    let (start, end) = ("=?base64?", "?=")
    guard value.hasPrefix(start), value.hasSuffix(end), value.count >= start.count + end.count
    else { return value }
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    for byte in value.utf8.dropFirst(start.count).dropLast(end.count)
    where byte != UInt8(ascii: "=") {
      guard let digit = Self.base64.firstIndex(of: byte) else { return nil }
      bits = bits << 6 | UInt32(digit)
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static let base64 = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
}
