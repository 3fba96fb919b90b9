package import Platform

/// Writes exchanges to a new cassette, without their secrets, as they happen.
package final class CassetteRecorder {
  /// The file, as the user calls it.
  package let name: String
  private let file: AppendFile
  private let redaction: Redaction

  /// Makes a cassette; a file that exists is left alone, and an error.
  package init(_ name: String, at path: String, service: String, _ redaction: Redaction)
    throws(FileError)
  {
    self.name = name
    self.redaction = redaction
    file = try AppendFile(creating: path)
    try file.append(Cassette.heading(service))
  }

  /// Writes an exchange.
  package func record(
    _ request: HTTPRequest, _ response: HTTPResponse
  ) throws(TransportError) {
    do throws(FileError) {
      try file.append(Exchange(request, response, redaction).line + [UInt8(ascii: "\n")])
    } catch {
      throw TransportError(.tape("the exchange is not recorded: \(error.message)"))
    }
  }
}
