import GameCatalog
import JSONRPC
import ParlorEngine
import ParlorKit
import TestKit

@testable import LanguageServer

/// An editor that talks to a server in this process.
struct TestEditor {
  var server: LanguageServer
  let folder: TemporaryFolder
  private var requests = 0

  /// - Parameter abilities: the capabilities of the client.
  init(
    _ abilities: Value = [:], files: [String: String] = [:], isInitialized: Bool = true,
    patience: Int = 60_000, isComputing: @escaping @Sendable () -> Bool = { false },
    configure: @escaping @Sendable (inout Settings) -> Void = { _ in }
  ) throws {
    folder = try TemporaryFolder()
    for (name, text) in files { try folder.add(name, text) }
    let kinds = GameCatalog.games.map(GameKind.init)
    var host = ServerHost(timeout: 60_000, version: "test") { folder, isStopped in
      var settings = Settings(kinds: kinds)
      settings.isInterrupted = isStopped
      settings.files = .scratch(reading: folder)
      settings.capabilities = [.files, .extensible]
      configure(&settings)
      return settings
    }
    host.patience = patience
    host.isComputing = isComputing
    server = LanguageServer(host)
    if isInitialized { _ = request("initialize", ["capabilities": abilities]) }
  }

  mutating func send(_ message: RPCMessage) -> [RPCMessage] { server.receive(message) }

  /// The result of a request.
  mutating func request(_ method: String, _ params: Value = [:]) -> Value? {
    guard case .success(let value)? = response(to: method, params) else { return nil }
    return value
  }

  /// The error of a request.
  mutating func error(of method: String, _ params: Value = [:]) -> RPCError? {
    guard case .failure(let error)? = response(to: method, params) else { return nil }
    return error
  }

  private mutating func response(
    to method: String, _ params: Value
  ) -> Result<Value, RPCError>? {
    requests += 1
    let id = Value.integer(requests)
    for case .response(id, let result) in send(.request(id: id, method: method, params: params)) {
      return result
    }
    return nil
  }

  mutating func notify(_ method: String, _ params: Value = [:]) -> [RPCMessage] {
    send(.notification(method: method, params: params))
  }

  // MARK: - Documents

  /// The URI of a file in the folder; a name with a colon, or an empty one, is a URI already.
  func uri(_ name: String) -> String {
    name.isEmpty || name.contains(":") ? name : DocumentURI.of(path: "\(folder.path)/\(name)")
  }

  /// Opens a document; a marker `‸` is where ``cursor`` is.
  mutating func open(_ text: String, as name: String = "a.scenario") {
    let parts = text.split(separator: "‸", omittingEmptySubsequences: false)
    if parts.count == 2 {
      let lines = parts[0].split(separator: "\n", omittingEmptySubsequences: false)
      cursor = [
        "line": .integer(lines.count - 1), "character": .integer(lines.last?.utf16.count ?? 0),
      ]
    }
    let item: Value = [
      "uri": .string(uri(name)), "languageId": "parlor", "version": 1,
      "text": .string(parts.joined()),
    ]
    _ = notify("textDocument/didOpen", ["textDocument": item])
  }

  private(set) var cursor: Value = ["line": 0, "character": 0]

  /// Changes a document by events; the version is 2.
  mutating func change(_ changes: [Value], of name: String = "a.scenario") {
    let document: Value = ["uri": .string(uri(name)), "version": 2]
    _ = notify(
      "textDocument/didChange", ["textDocument": document, "contentChanges": .array(changes)])
  }

  func text(of name: String = "a.scenario") -> String? {
    server.documents[uri(name)].map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  /// Asks about the cursor's place in a document.
  mutating func ask(
    _ method: String, about name: String = "a.scenario", _ more: Fields = [:]
  ) -> Value? {
    var params: Fields = [
      "textDocument": ["uri": .string(uri(name))], "position": cursor,
      "range": ["start": cursor, "end": cursor], "context": ["diagnostics": []],
    ]
    for field in more { params[field.name] = field.value }
    return request("textDocument/\(method)", .object(params))
  }

  /// The diagnostics of all documents that have changed.
  mutating func diagnostics() -> [Value] {
    var found: [Value] = []
    while let test = server.nextTest() {
      for case .notification("textDocument/publishDiagnostics", let params) in server.finish(
        test, test.findings())
      {
        found += params?["diagnostics"]?.array ?? []
      }
    }
    return found
  }

  /// The labels of the completions at the cursor.
  mutating func completions(of name: String = "a.scenario") -> [String] {
    ask("completion", about: name)?["items"]?.array?.compactMap { $0["label"]?.string } ?? []
  }

  /// A document after the edits of an action.
  func text(after edit: Value?, of name: String = "a.scenario") -> String? {
    guard var document = server.documents[uri(name)],
      let edits = edit?["changes"]?[uri(name)]?.array
    else { return nil }
    for edit in edits.reversed() {
      document.apply(
        ["range": edit["range"] ?? .null, "text": edit["newText"] ?? .null], server.encoding)
    }
    return String(decoding: document.bytes, as: UTF8.self)
  }
}
