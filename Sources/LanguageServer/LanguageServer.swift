package import JSONRPC
import ParlorKit
import Platform

/// A server of the Language Server Protocol, revision 3.17: takes messages of an editor and returns
/// messages for it.
///
/// Requests are answered at once. Tests of changed documents take longer: the program runs them one
/// at a time on a separate thread, from ``nextTest()`` to ``finish(_:_:)``.
///
/// Source:
/// https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification
package struct LanguageServer {
  let host: ServerHost
  private var state = State.new
  private(set) var encoding = PositionEncoding.utf16
  private(set) var client = ClientAbilities()
  /// The open documents by their URIs.
  var documents: [String: TextDocument] = [:]
  /// The documents that have changed since their last test, in the order of their changes.
  private var untested: [String] = []
  /// The running test, with the document's URI.
  private var running: (uri: String, test: DocumentTest)?
  /// The documents to test again once advice is computed.
  private var waiting: Set<String> = []
  /// The findings of the last tests.
  private var findings: [String: [Finding]] = [:]
  /// A session for each document for which help was requested.
  var walks: [String: SessionWalk] = [:]
  private var requestCount = 0

  private enum State: Equatable {
    case new, running, shutDown
    case ended(exitCode: Int32)
  }

  package init(_ host: ServerHost) { self.host = host }

  /// The exit code, once the client has ended the server: 0 after a `shutdown`.
  package var exitCode: Int32? { if case .ended(let exitCode) = state { exitCode } else { nil } }

  /// Whether a document waits for a test, and no other is being tested.
  package var hasWork: Bool { !(untested.isEmpty && waiting.isEmpty) && running == nil }

  /// Whether a document is being tested.
  package var isTesting: Bool { running != nil }

  /// The texts of the open documents by their paths.
  var texts: [String: [UInt8]] {
    Dictionary(documents.values.map { ($0.path, $0.bytes) }, uniquingKeysWith: { $1 })
  }

  // MARK: - Messages

  /// Takes a message.
  ///
  /// - Returns: the response to a request, and other messages to send, in order.
  package mutating func receive(_ message: RPCMessage) -> [RPCMessage] {
    switch message {
    case .request(let id, let method, let params):
      do throws(RPCError) {
        let result = try respond(to: method, params ?? .null)
        return [.response(id: id, result: .success(result))] + takeOutbox()
      } catch {
        return [.response(id: id, result: .failure(error))]
      }
    case .notification(let method, let params):
      note(method, params ?? .null)
      return takeOutbox()
    case .response: return []
    case .malformed: return [message]
    }
  }

  /// Messages that go out after the response.
  private var outbox: [RPCMessage] = []

  private mutating func takeOutbox() -> [RPCMessage] {
    defer { outbox = [] }
    return outbox
  }

  /// Sends a notification after the response.
  mutating func send(_ method: String, _ params: Value) {
    outbox.append(.notification(method: method, params: params))
  }

  /// Sends a request whose response is ignored.
  mutating func ask(_ method: String, _ params: Value) {
    requestCount += 1
    outbox.append(.request(id: .string("parlor-\(requestCount)"), method: method, params: params))
  }

  private mutating func respond(to method: String, _ params: Value) throws(RPCError) -> Value {
    if method == "initialize" {
      guard state == .new else { throw .invalidRequest("the server was initialized before") }
      return initialize(params)
    }
    switch state {
    case .new: throw RPCError(code: -32002, message: "the server waits for `initialize`")
    case .shutDown, .ended: throw .invalidRequest("the server was shut down")
    case .running: break
    }
    switch method {
    case "shutdown":
      state = .shutDown
      return .null
    case "textDocument/completion": return completion(try document(params), params)
    case "textDocument/hover": return hover(try document(params), params)
    case "textDocument/signatureHelp": return signatureHelp(try document(params), params)
    case "textDocument/formatting": return formatting(try document(params))
    case "textDocument/foldingRange": return foldingRanges(try document(params))
    case "textDocument/documentSymbol": return symbols(try document(params))
    case "textDocument/codeLens": return codeLenses(try document(params))
    case "textDocument/codeAction": return codeActions(try document(params), params)
    case "codeAction/resolve": return resolvedAction(params)
    case "textDocument/inlayHint": return inlayHints(try document(params), params)
    case "textDocument/definition": return definition(try document(params), params)
    case "textDocument/prepareRename": return renamedRange(try document(params), params)
    case "textDocument/rename": return try rename(try document(params), params)
    case "workspace/executeCommand": return try execute(params)
    default: throw .methodNotFound(method)
    }
  }

  private mutating func note(_ method: String, _ params: Value) {
    if method == "exit" {
      state = .ended(exitCode: state == .shutDown ? 0 : 1)
      return
    }
    guard state == .running else { return }
    switch method {
    case "textDocument/didOpen": open(params)
    case "textDocument/didChange": change(params)
    case "textDocument/didClose": close(params)
    // Other files may use a saved file.
    case "textDocument/didSave", "workspace/didChangeWatchedFiles":
      for uri in documents.keys.sorted() { needTest(of: uri) }
      walks = [:]
    default: break
    }
  }

  private mutating func initialize(_ params: Value) -> Value {
    let abilities = params["capabilities"] ?? .null
    let offered = abilities["general"]?["positionEncodings"]?.array?.compactMap(\.string) ?? []
    encoding = PositionEncoding(offered: offered)
    client = ClientAbilities(abilities)
    state = .running
    return [
      "capabilities": Self.capabilities(encoding),
      "serverInfo": ["name": "parlor", "version": .string(host.version)],
    ]
  }

  private static func capabilities(_ encoding: PositionEncoding) -> Value {
    [
      "positionEncoding": .string(encoding.rawValue),
      // Changes are incremental.
      "textDocumentSync": ["openClose": true, "change": 2, "save": true],
      "completionProvider": ["triggerCharacters": [" ", "=", "<", "(", "["]],
      "hoverProvider": true,
      "signatureHelpProvider": ["triggerCharacters": [" "]],
      "definitionProvider": true,
      "documentSymbolProvider": true,
      "codeActionProvider": [
        "codeActionKinds": ["quickfix", "refactor.rewrite", "source.fixAll"],
        "resolveProvider": true,
      ],
      "codeLensProvider": ["resolveProvider": false],
      "documentFormattingProvider": true,
      "renameProvider": ["prepareProvider": true],
      "foldingRangeProvider": true,
      "inlayHintProvider": true,
      "executeCommandProvider": ["commands": .strings(ServerCommand.allCases.map(\.rawValue))],
    ]
  }

  // MARK: - Documents

  private func document(_ params: Value) throws(RPCError) -> TextDocument {
    guard let uri = params["textDocument"]?["uri"]?.string else {
      throw .invalidParams("`textDocument.uri` is missing")
    }
    guard let document = documents[uri] else { throw .invalidParams("\(uri) is not open") }
    return document
  }

  private mutating func open(_ params: Value) {
    guard let item = params["textDocument"], let uri = item["uri"]?.string,
      let text = item["text"]?.string
    else { return }
    let language = item["languageId"]?.string ?? ""
    let path =
      DocumentURI.path(of: uri) ?? DocumentURI.path(ofUnsaved: uri, language: language)
    documents[uri] = TextDocument(
      uri: uri, path: path, version: item["version"]?.integer, text: text)
    needTest(of: uri)
  }

  private mutating func change(_ params: Value) {
    guard let uri = params["textDocument"]?["uri"]?.string,
      let changes = params["contentChanges"]?.array,
      var document = documents.removeValue(forKey: uri)
    else { return }
    for change in changes { document.apply(change, encoding) }
    document.version = params["textDocument"]?["version"]?.integer
    documents[uri] = document
    needTest(of: uri)
    // Other files of the folder run it first, or compare with it.
    guard document.path.hasSuffix("/setup.scenario") || document.path.hasSuffix(".golden") else {
      return
    }
    let folder = FileSystem.parent(of: document.path)
    for other in documents.values.sorted(by: { $0.uri < $1.uri })
    where FileSystem.parent(of: other.path) == folder {
      needTest(of: other.uri)
    }
  }

  private mutating func close(_ params: Value) {
    guard let uri = params["textDocument"]?["uri"]?.string,
      documents.removeValue(forKey: uri) != nil
    else { return }
    stopTest(of: uri)
    untested.removeAll { $0 == uri }
    waiting.remove(uri)
    findings[uri] = nil
    walks[uri] = nil
    send("textDocument/publishDiagnostics", ["uri": .string(uri), "diagnostics": []])
  }

  private mutating func needTest(of uri: String) {
    guard documents[uri]?.isTestable ?? false else { return }
    stopTest(of: uri)
    findings[uri] = nil
    waiting.remove(uri)
    if !untested.contains(uri) { untested.append(uri) }
  }

  // MARK: - Tests

  private func stopTest(of uri: String) {
    if let running, running.uri == uri { running.test.cancellation.set(true) }
  }

  package func stopTest() { running?.test.cancellation.set(true) }

  /// Begins the test of a changed document. Any thread may run it; the next one begins after
  /// ``finish(_:_:)``.
  package mutating func nextTest() -> DocumentTest? {
    guard running == nil else { return nil }
    if untested.isEmpty, !host.isComputing() {
      for uri in waiting.sorted() { needTest(of: uri) }
    }
    while let uri = untested.first {
      if let document = documents[uri] {
        let test = DocumentTest(
          document: document, texts: texts, host: host, known: findings[uri])
        running = (uri, test)
        return test
      }
      untested.removeFirst()
    }
    return nil
  }

  /// Takes the findings of a test.
  ///
  /// - Returns: the diagnostics; none if the test was stopped and has to be repeated.
  package mutating func finish(_ test: DocumentTest, _ found: [Finding]?) -> [RPCMessage] {
    running = nil
    let (uri, document) = (test.document.uri, test.document)
    guard let found, !test.cancellation.isRaised else { return [] }
    untested.removeAll { $0 == uri }
    if found.contains(where: \.isOfComputing) {
      waiting.insert(uri)
    } else {
      findings[uri] = found
    }
    var params: Fields = ["uri": .string(uri)]
    if let version = document.version { params["version"] = .integer(version) }
    params["diagnostics"] = .array(found.map { diagnostic($0, in: document) })
    return [.notification(method: "textDocument/publishDiagnostics", params: .object(params))]
  }

  /// A test for the response to a request, which stops when it takes too long.
  func limitedTest(of document: TextDocument) -> DocumentTest {
    let limit = TimeLimit()
    limit.restart(milliseconds: Self.patience)
    return DocumentTest(document: document, texts: texts, host: host, limit: limit)
  }

  /// The maximum milliseconds of a test for a request.
  private static let patience = 3000

  /// The current findings about a document; empty if the test takes too long.
  mutating func currentFindings(of document: TextDocument) -> [Finding] {
    if let found = findings[document.uri] { return found }
    guard let found = limitedTest(of: document).findings() else { return [] }
    if !found.contains(where: \.isOfComputing) { findings[document.uri] = found }
    return found
  }

  /// A finding as a `Diagnostic`.
  func diagnostic(_ finding: Finding, in document: TextDocument) -> Value {
    var fields: Fields = [
      "range": document.range(of: finding.range, encoding),
      "severity": .integer(finding.severity.rawValue),
      "code": .string(finding.code), "source": "parlor", "message": .string(finding.message),
    ]
    if let (path, line) = finding.elsewhere {
      let start: Value = ["line": .integer(max(0, line - 1)), "character": 0]
      let place: Value = [
        "uri": .string(DocumentURI.of(path: path)), "range": ["start": start, "end": start],
      ]
      fields["relatedInformation"] = [
        ["location": place, "message": .string("line \(line) of \(path)")]
      ]
    }
    return .object(fields)
  }

  /// The session before a line of a document.
  mutating func walk(_ document: TextDocument) -> SessionWalk {
    if let walk = walks[document.uri] { return walk }
    let walk = SessionWalk(host)
    walks[document.uri] = walk
    return walk
  }
}

/// The relevant capabilities of the client.
struct ClientAbilities: Sendable {
  /// The edit of a code action can be asked for later.
  var resolvesEdits = false

  init() {}

  init(_ abilities: Value) {
    let action = abilities["textDocument"]?["codeAction"]
    resolvesEdits =
      action?["resolveSupport"]?["properties"]?.array?.contains(.string("edit")) ?? false
  }
}

extension TextDocument {
  /// Whether the file is tested.
  var isTestable: Bool { isScript || isMarkdown || path.hasSuffix(".scenario") }
}
