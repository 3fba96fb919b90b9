import JSONRPC
import ParlorKit

/// A revision of the protocol, newest first.
package enum MCPRevision: String, Sendable, CaseIterable {
  case stateless = "2026-07-28"
  case initialized = "2025-11-25"
  case older = "2025-06-18"

  /// Whether each request says what its client can do, instead of a first one for all.
  package var isStateless: Bool { self == .stateless }

  /// The revisions that begin with `initialize`.
  static let withHandshake = allCases.filter { !$0.isStateless }
}

/// What the client negotiated with `initialize`.
package struct MCPClient: Sendable {
  /// The revision of requests that name none.
  package var agreed: MCPRevision?

  /// - Parameter agreed: the revision, if it was negotiated before.
  package init(agreed: MCPRevision? = nil) { self.agreed = agreed }

  /// The revision for the response to a request.
  func revision(of request: MCPRequest) throws(RPCError) -> MCPRevision {
    if let named = request.meta("protocolVersion") { return try Self.revision(named, request) }
    if request.method == "initialize" {
      let wanted = MCPRevision(rawValue: try request.string("protocolVersion"))
      return wanted.flatMap { $0.isStateless ? nil : $0 } ?? MCPRevision.withHandshake[0]
    }
    if let agreed { return agreed }
    if request.method == "ping" { return MCPRevision.withHandshake[0] }
    throw .invalidParams(
      "`_meta` has no `io.modelcontextprotocol/protocolVersion`, and there was no `initialize`")
  }

  private static func revision(
    _ named: Value, _ request: MCPRequest
  ) throws(RPCError) -> MCPRevision {
    guard let name = named.string else {
      throw .invalidParams("`io.modelcontextprotocol/protocolVersion` is a string")
    }
    guard let revision = MCPRevision(rawValue: name) else { throw .unsupportedRevision(name) }
    if revision.isStateless, request.meta("clientCapabilities")?.fields == nil {
      throw .invalidParams(
        "`_meta` has no `io.modelcontextprotocol/clientCapabilities`, which is an object")
    }
    return revision
  }
}

extension RPCError {
  /// The server does not speak the revision.
  static func unsupportedRevision(_ requested: String) -> RPCError {
    let supported = MCPRevision.allCases.map(\.rawValue)
    return RPCError(
      code: -32022, message: "unsupported protocol version",
      data: ["supported": .strings(supported), "requested": .string(requested)])
  }

  /// The headers of an HTTP request contradict its body.
  static func headerMismatch(_ message: String) -> RPCError {
    RPCError(code: -32020, message: message)
  }
}
