package import ParlorKit

/// A message of JSON-RPC 2.0 (https://www.jsonrpc.org/specification), as a server reads it.
///
/// Batches are refused: the protocols that Parlor serves over JSON-RPC have none.
package enum RPCMessage: Equatable, Sendable {
  /// Asks for a response with the same id: a string, a number or null. Parameters are an object, an
  /// array, or left out.
  case request(id: Value, method: String, params: Value?)
  /// Asks for no response, not even for an error.
  case notification(method: String, params: Value?)
  /// The answer to a request of the server.
  case response(id: Value, result: Result<Value, RPCError>)
  /// Anything else. The error is the response, with the id of the message, or null if it has no
  /// readable one.
  case malformed(id: Value, error: RPCError)

  /// Reads one message from UTF-8 bytes.
  package static func read(_ bytes: some Sequence<UInt8>) -> RPCMessage {
    do throws(JSONError) {
      return message(try JSONReader.read(Array(bytes)))
    } catch {
      return .malformed(id: .null, error: .parseError("this is not JSON: \(error.message)"))
    }
  }

  private static func message(_ value: Value) -> RPCMessage {
    guard case .object(let fields) = value else {
      let reason =
        value.array == nil
        ? "a message is a JSON object" : "batches are not supported: send each message alone"
      return .malformed(id: .null, error: .invalidRequest(reason))
    }
    let id = fields["id"]
    guard id.map(isID) ?? true else {
      return .malformed(
        id: .null, error: .invalidRequest("`id` is a string, a number or null"))
    }
    func malformed(_ reason: String) -> RPCMessage {
      .malformed(id: id ?? .null, error: .invalidRequest(reason))
    }
    guard fields["jsonrpc"]?.string == "2.0" else { return malformed("`jsonrpc` is \"2.0\"") }
    guard let method = fields["method"] else {
      return response(fields, id: id) ?? malformed("`method` is missing")
    }
    guard let method = method.string else { return malformed("`method` is a string") }
    // Some clients write null for no parameters.
    let params = fields["params"].flatMap { $0 == .null ? nil : $0 }
    guard params.map({ $0.fields != nil || $0.array != nil }) ?? true else {
      return malformed("`params` is an object or an array")
    }
    guard let id else { return .notification(method: method, params: params) }
    return .request(id: id, method: method, params: params)
  }

  private static func response(_ fields: Fields, id: Value?) -> RPCMessage? {
    guard let id else { return nil }
    switch (fields["result"], fields["error"]) {
    case (let result?, nil): return .response(id: id, result: .success(result))
    case (nil, let error?):
      guard let code = error["code"]?.integer, let message = error["message"]?.string else {
        return nil
      }
      return .response(
        id: id, result: .failure(RPCError(code: code, message: message, data: error["data"])))
    default: return nil
    }
  }

  private static func isID(_ value: Value) -> Bool {
    switch value {
    case .null, .integer, .number, .string: true
    case .bool, .array, .object: false
    }
  }
}

/// Why a request has no result.
package struct RPCError: Error, Equatable, Sendable {
  /// -32768 to -32000 are reserved by JSON-RPC.
  package var code: Int
  /// A short sentence.
  package var message: String
  /// Alternatives for the client.
  package var data: Value?

  package init(code: Int, message: String, data: Value? = nil) {
    self.code = code
    self.message = message
    self.data = data
  }

  /// The bytes are not JSON.
  package static func parseError(_ message: String) -> RPCError {
    RPCError(code: -32700, message: message)
  }

  /// The JSON is no request.
  package static func invalidRequest(_ message: String) -> RPCError {
    RPCError(code: -32600, message: message)
  }

  /// The server does not know the method.
  package static func methodNotFound(_ method: String) -> RPCError {
    RPCError(code: -32601, message: "there is no method \(Value.string(method).json)")
  }

  /// The method is known, its parameters are wrong.
  package static func invalidParams(_ message: String, data: Value? = nil) -> RPCError {
    RPCError(code: -32602, message: message, data: data)
  }
}

// MARK: - Writing

extension RPCMessage {
  /// The message as JSON on one line, without a newline. A malformed message is written as the
  /// response to it.
  package var json: [UInt8] { json(omittingNullID: false) }

  /// - Parameter omittingNullID: whether an error in response to a message without a readable id
  ///   has no `id`, as in the Model Context Protocol, instead of null.
  package func json(omittingNullID: Bool) -> [UInt8] {
    var json = JSONWriter()
    json.writeObject { json in
      json.write(key: "jsonrpc")
      json.write("2.0")
      switch self {
      case .request(let id, let method, let params):
        json.write(key: "id")
        json.write(id)
        Self.write(method, params, to: &json)
      case .notification(let method, let params): Self.write(method, params, to: &json)
      case .response(let id, .success(let result)):
        json.write(key: "id")
        json.write(id)
        json.write(key: "result")
        json.write(result)
      case .response(let id, .failure(let error)), .malformed(let id, let error):
        if id != .null || !omittingNullID {
          json.write(key: "id")
          json.write(id)
        }
        json.write(key: "error")
        json.writeObject { error.write(to: &$0) }
      }
    }
    return json.bytes
  }

  private static func write(_ method: String, _ params: Value?, to json: inout JSONWriter) {
    json.write(key: "method")
    json.write(method)
    if let params {
      json.write(key: "params")
      json.write(params)
    }
  }
}

extension RPCError {
  fileprivate func write(to json: inout JSONWriter) {
    json.write(key: "code")
    json.write(code)
    json.write(key: "message")
    json.write(message)
    if let data {
      json.write(key: "data")
      json.write(data)
    }
  }
}
