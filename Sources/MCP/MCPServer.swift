package import JSONRPC
public import ParlorEngine
import ParlorKit
import Platform

/// A server of the Model Context Protocol, which lets agents play.
///
/// It speaks the revision 2026-07-28, which keeps nothing between requests, and those before it,
/// which begin with `initialize`. A message goes in, and the messages that answer it come out, so
/// that standard input and HTTP share it. Games are found by handles; see ``MCPSessions``.
public final class MCPServer {
  let options: MCPOptions
  let sessions: MCPSessions
  let limit: CallLimit
  /// The available tools, in the order of `tools/list`.
  let tools: [Tool]

  /// A server without sessions.
  public init(_ options: MCPOptions) {
    self.options = options
    let limit = CallLimit(options)
    self.limit = limit
    sessions = MCPSessions(options, limit)
    tools = Tool.all.filter { tool in
      switch tool.need {
      case .nothing: true
      case .advice: options.allowsAdvice
      case .simulation: options.simulate != nil
      }
    }
  }

  /// Answers the bytes of a message.
  ///
  /// - Parameter client: what the client has negotiated.
  /// - Returns: messages in JSON without line breaks; none for a notification.
  package func answer(_ bytes: some Sequence<UInt8>, from client: inout MCPClient) -> [[UInt8]] {
    answer(RPCMessage.read(bytes), from: &client).map { $0.json(omittingNullID: true) }
  }

  package func answer(_ message: RPCMessage, from client: inout MCPClient) -> [RPCMessage] {
    switch message {
    case .malformed: return [message]
    // A server that sends no requests gets no responses.
    case .notification, .response: return []
    case .request(let id, let method, let params):
      guard id.string != nil || id.integer != nil else {
        return [.malformed(id: .null, error: .invalidRequest("`id` is a string or an integer"))]
      }
      do throws(RPCError) {
        let request = MCPRequest(id: id, method: method, params: try Self.fields(of: params))
        let revision = try client.revision(of: request)
        let result = try self.result(of: request, revision, &client)
        return notifications(of: request)
          + [.response(id: id, result: .success(.object(finished(result, revision))))]
      } catch {
        return [.response(id: id, result: .failure(error))]
      }
    }
  }

  private static func fields(of params: Value?) throws(RPCError) -> Fields {
    guard let params else { return [:] }
    guard let fields = params.fields else { throw .invalidParams("`params` is an object") }
    return fields
  }

  // MARK: - Methods

  private func result(
    of request: MCPRequest, _ revision: MCPRevision, _ client: inout MCPClient
  ) throws(RPCError) -> MCPResult {
    switch (request.method, revision.isStateless) {
    case ("server/discover", true):
      return .lasting([
        "supportedVersions": .strings(MCPRevision.allCases.map(\.rawValue)),
        "capabilities": capabilities, "instructions": .string(instructions),
      ])
    case ("subscriptions/listen", true):
      // Nothing here changes by itself, so the subscription ends at once.
      return MCPResult([
        "_meta": ["io.modelcontextprotocol/subscriptionId": request.id]
      ])
    case ("initialize", false):
      client.agreed = revision
      return MCPResult([
        "protocolVersion": .string(revision.rawValue), "capabilities": capabilities,
        "serverInfo": serverInfo, "instructions": .string(instructions),
      ])
    case ("ping", false): return MCPResult([:])
    case ("tools/list", _):
      try request.checkCursor()
      return .lasting(["tools": .array(tools.map { $0.declaration(in: options) })])
    case ("tools/call", _): return MCPResult(try call(request).fields)
    case ("resources/list", _):
      try request.checkCursor()
      return .lasting(["resources": .array(resources.map(\.declaration))])
    case ("resources/templates/list", _):
      try request.checkCursor()
      return .lasting(["resourceTemplates": .array(MCPResource.templates)])
    case ("resources/read", _): return try read(request, revision)
    case ("prompts/list", _):
      try request.checkCursor()
      return .lasting(["prompts": .array(MCPPrompt.all.map { $0.declaration(in: options) })])
    case ("prompts/get", _): return MCPResult(try prompt(request))
    default: throw .methodNotFound(request.method)
    }
  }

  /// The notifications before the response to a request.
  private func notifications(of request: MCPRequest) -> [RPCMessage] {
    guard request.method == "subscriptions/listen" else { return [] }
    return [
      .notification(
        method: "notifications/subscriptions/acknowledged",
        params: [
          "_meta": ["io.modelcontextprotocol/subscriptionId": request.id], "notifications": [:],
        ])
    ]
  }

  private func finished(_ result: MCPResult, _ revision: MCPRevision) -> Fields {
    guard revision.isStateless else { return result.fields }
    var fields: Fields = ["resultType": "complete"]
    for field in result.fields { fields[field.name] = field.value }
    if let milliseconds = result.milliseconds {
      fields["ttlMs"] = .integer(milliseconds)
      fields["cacheScope"] = milliseconds > 0 ? "public" : "private"
    }
    var meta = fields["_meta"]?.fields ?? [:]
    meta["io.modelcontextprotocol/serverInfo"] = serverInfo
    fields["_meta"] = .object(meta)
    return fields
  }

  private var serverInfo: Value {
    ["name": "parlor", "title": "Parlor", "version": .string(options.version)]
  }

  private var capabilities: Value { ["tools": [:], "resources": [:], "prompts": [:]] }

  /// Instructions for a model.
  var instructions: String {
    let titles = options.kinds.map(\.definition.title).joined(separator: ", ")
    return """
      Parlor plays games by lines of text: \(titles). `list` shows how each game is opened, with its \
      options and its bots. `new` opens a game and returns a session handle, which the other tools \
      take. `play` makes one move, such as `roll` or `hold 1 5`; bots answer at once. A refused move \
      changes nothing, and the error says what is legal. `legal` lists all legal moves, `show` the \
      table. The resources parlor://help/GAME teach the games. `close` ends a session.
      """
  }
}

/// What a server offers, and how much of it.
public struct MCPOptions {
  /// The version of the program.
  public var version: String
  /// The games.
  public var kinds: [GameKind]
  /// Whether `hint` and `review` are offered.
  public var allowsAdvice = true
  /// The most sessions that are open at a time.
  public var mostSessions = 64
  /// The milliseconds after which a session that is not used is closed.
  public var idleMilliseconds: Int64 = 86_400_000
  /// The milliseconds that a call may compute.
  public var callMilliseconds: Int64 = 60_000
  /// Plays games between bots; `nil` if that is not offered.
  package var simulate: SimulationRequest.Play?
  /// Whether the client has cancelled the running call. Any thread may ask.
  package var isCancelled: @Sendable () -> Bool = { false }
  /// Milliseconds that never run backwards.
  package var now: @Sendable () -> Int64 = { SystemClock.monotonic }
  /// Makes unguessable handles.
  package var mint: () -> String = MCPSessions.randomHandle

  /// The options of a server that gives advice and plays no simulations.
  public init(version: String, kinds: [GameKind]) {
    self.version = version
    self.kinds = kinds
  }
}

/// A request whose parts have the right types.
struct MCPRequest {
  var id: Value
  var method: String
  var params: Fields

  private static let prefix = "io.modelcontextprotocol/"

  /// A value of the metadata that every request of a stateless revision has.
  func meta(_ name: String) -> Value? { params["_meta"]?[Self.prefix + name] }

  /// A parameter that is a string.
  func string(_ name: String) throws(RPCError) -> String {
    guard let value = params[name] else { throw .invalidParams("`\(name)` is missing") }
    guard let string = value.string else { throw .invalidParams("`\(name)` is a string") }
    return string
  }

  /// A parameter that is an object, empty if it is left out.
  func fields(_ name: String) throws(RPCError) -> Fields {
    guard let value = params[name] else { return [:] }
    guard let fields = value.fields else { throw .invalidParams("`\(name)` is an object") }
    return fields
  }

  /// Checks that the request is for the first page, which is the only one.
  func checkCursor() throws(RPCError) {
    if params["cursor"] != nil { throw .invalidParams("`cursor` belongs to no earlier page") }
  }
}

/// The result of a request.
struct MCPResult {
  var fields: Fields
  /// For how long a client may cache it; `nil` if it may not.
  var milliseconds: Int?

  init(_ fields: Fields, milliseconds: Int? = nil) {
    self.fields = fields
    self.milliseconds = milliseconds
  }

  /// A result that is the same as long as the program runs.
  static func lasting(_ fields: Fields) -> MCPResult {
    MCPResult(fields, milliseconds: 3_600_000)
  }
}
