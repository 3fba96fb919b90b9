/// A request to a remote service.
package struct HTTPRequest: Sendable, Equatable {
  /// The method.
  package enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
  }

  /// The method.
  package var method: Method
  /// What follows the address of the service, such as `/login`; empty for the address itself.
  package var path: String
  /// Headers by name, in order; the transport adds those that the connection needs.
  package var headers: [HTTPHeader]
  /// The body.
  package var body: [UInt8]
  /// How long the answer may take, in seconds.
  package var patience: Int

  /// A request.
  package init(
    _ method: Method, _ path: String, headers: [HTTPHeader] = [], body: [UInt8] = [],
    patience: Int = 20
  ) {
    self.method = method
    self.path = path
    self.headers = headers
    self.body = body
    self.patience = patience
  }
}

/// A header of a request or a response.
package struct HTTPHeader: Sendable, Equatable {
  /// The name; upper and lower case are the same to HTTP.
  package var name: String
  /// The value.
  package var value: String

  /// A header.
  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}
