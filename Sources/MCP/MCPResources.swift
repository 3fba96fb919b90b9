import JSONRPC
import ParlorEngine
import ParlorKit

/// A text that can be read without a tool: help, the rules of a game, or the table and the log of a
/// session.
struct MCPResource {
  let uri: String
  let name: String
  let title: String
  let text: () -> String

  private static let scheme = "parlor://"

  init(_ path: String, _ title: String, text: @escaping () -> String) {
    uri = Self.scheme + path
    name = path
    self.title = title
    self.text = text
  }

  /// The resource in the form of `resources/list`.
  var declaration: Value {
    [
      "uri": .string(uri), "name": .string(name), "title": .string(title),
      "mimeType": .string(Self.type),
    ]
  }

  private static let type = "text/plain"

  /// The resources of a session, whose handle only its players know.
  static let templates: [Value] = [
    template("table", "The table of a session"), template("log", "The log of a session"),
  ]

  private static func template(_ name: String, _ title: String) -> Value {
    [
      "uriTemplate": .string("\(scheme)session/{session}/\(name)"), "name": .string(name),
      "title": .string(title), "mimeType": .string(type),
      "description": "`session` is the handle that the tool `new` returned.",
    ]
  }

  /// The handle and the name of a resource of a session.
  static func part(ofSession uri: String) -> (handle: String, name: String)? {
    guard uri.hasPrefix("\(scheme)session/") else { return nil }
    let parts = uri.dropFirst("\(scheme)session/".count)
      .split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, ["table", "log"].contains(parts[1]) else { return nil }
    return (String(parts[0]), String(parts[1]))
  }

  /// The result of `resources/read` for a text.
  static func contents(_ uri: String, _ text: String) -> Fields {
    ["contents": [["uri": .string(uri), "mimeType": .string(type), "text": .string(text)]]]
  }
}

extension MCPServer {
  /// The permanent resources, in the order of `resources/list`.
  var resources: [MCPResource] {
    let instructions = instructions
    return [MCPResource("help", "How to play with these tools") { instructions }]
      + options.kinds.flatMap { kind in
        let (name, title) = (kind.definition.name, kind.definition.title)
        return [
          MCPResource("help/\(name)", "How to play \(title)") { kind.help },
          MCPResource("rules/\(name)", "The rules of \(title)") { kind.rules },
        ]
      }
  }

  /// Reads a resource.
  func read(
    _ request: MCPRequest, _ revision: MCPRevision
  ) throws(RPCError) -> MCPResult {
    let uri = try request.string("uri")
    if let resource = resources.first(where: { $0.uri == uri }) {
      return .lasting(MCPResource.contents(uri, resource.text()))
    }
    guard let (handle, name) = MCPResource.part(ofSession: uri),
      let interpreter = try? sessions.session(handle)
    else {
      // The code that the older revisions have for it is no longer used.
      throw RPCError(
        code: revision.isStateless ? -32602 : -32002,
        message: "there is no resource with this URI; a session may have been closed",
        data: ["uri": .string(uri)])
    }
    limit.start()
    let text = run(name == "log" ? "log" : "show", in: interpreter).text
    return MCPResult(MCPResource.contents(uri, text), milliseconds: 0)
  }
}

extension GameKind {
  /// The output of `help GAME`.
  fileprivate var help: String {
    let interpreter = Interpreter(Settings(kinds: [self]))
    let line = Array("help \(definition.name)".utf8)
    return String(decoding: interpreter.transcribe(line[...]).text, as: UTF8.self)
  }

  /// The rules in paragraphs, then the presets.
  fileprivate var rules: String {
    let presets = definition.presets.map { "rules=\($0.name): \($0.summary)" }
    return (["\(definition.title): \(definition.summary)"] + definition.rules + presets)
      .map { $0 + "\n" }.joined()
  }
}
