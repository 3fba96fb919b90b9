package import ParlorKit
import Platform
import PluginRunner

/// The constants of a service: its name, its addresses, and the secret parts of its traffic.
package struct ServiceDescription: Sendable {
  /// The name in cassettes and in the file of saved logins.
  package var name: String
  /// Short names of addresses.
  package var addresses: [(name: String, url: String)]
  /// The path of an address without one.
  package var path: String
  /// The secrets that cassettes leave out.
  package var redaction: Redaction

  package init(
    name: String, addresses: [(name: String, url: String)], path: String, redaction: Redaction
  ) {
    self.name = name
    self.addresses = addresses
    self.path = path
    self.redaction = redaction
  }

  /// Opens the connection that `connect` asks for.
  ///
  /// - Parameter isLax: whether passwords may go to another machine without encryption.
  package func connect(
    to place: String, isLax: Bool, _ environment: ClientEnvironment
  ) throws(GameError) -> (Connection, ServiceAddress) {
    switch try ServiceAddress(place, names: addresses, isLax: isLax) {
    case .service(let url):
      let url = url.path.isEmpty ? ServiceURL(url, path: path) : url
      return (connection(to: url, environment), .service(url))
    case .cassette(let file):
      let cassette = try read(file, in: environment)
      return (Connection(CassetteTransport(cassette, redaction)), .cassette(file))
    }
  }

  /// Opens a connection to an address that was checked before.
  package func connection(to url: ServiceURL, _ environment: ClientEnvironment) -> Connection {
    Connection(environment.transport(url), waits: environment.session.isVirtual)
  }

  private func read(
    _ file: String, in environment: ClientEnvironment
  ) throws(GameError) -> Cassette {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try FileSystem.read(try environment.readPath(file))
    } catch {
      throw error.gameError(naming: file)
    }
    do throws(Cassette.ReadingError) {
      return try Cassette(bytes, service: name)
    } catch {
      let reason =
        switch error {
        case .heading: "it is not a cassette of \(name), version \(Cassette.version)"
        case .line(let number): "line \(number) is not a recorded exchange"
        }
      throw GameError(.io, "cannot read \(file): \(reason)", at: .argument(0))
    }
  }

  /// Creates a new cassette; a file that exists is an error.
  package func recorder(
    _ file: String, _ environment: ClientEnvironment
  ) throws(GameError) -> CassetteRecorder {
    do throws(FileError) {
      return try CassetteRecorder(
        file, at: environment.writePath(file), service: name, redaction
      ) { error in
        environment.report(
          "recording-stopped", "The recording into \(file) has stopped: \(error.message).")
      }
    } catch {
      throw error.gameError(naming: file)
    }
  }
}

extension FileError {
  /// The error with the name of the file as the user typed it.
  fileprivate func gameError(naming file: String) -> GameError {
    var error = self
    error.path = file
    return GameError(.io, error.message, at: .argument(0))
  }
}
