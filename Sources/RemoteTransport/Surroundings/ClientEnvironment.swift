import Platform
package import PluginRunner

/// What a client of a remote service needs of the program that runs it.
package struct ClientEnvironment {
  /// The session, with its clock and its folders.
  package let session: RemoteSession
  /// Makes the way to a service.
  package let transport: (ServiceURL) -> any Transport
  /// Whether dice may be dictated to the service.
  package let isTest: Bool

  /// Surroundings.
  package init(
    _ session: RemoteSession, isTest: Bool = false,
    transport: @escaping (ServiceURL) -> any Transport
  ) {
    self.session = session
    self.isTest = isTest
    self.transport = transport
  }

  /// Where a file is that is to be read: where this session writes, if it is there.
  func readPath(_ file: String) -> String {
    let written = writePath(file)
    return FileSystem.kind(of: written) == .missing
      ? FileSystem.resolve(file, in: session.readFolder) : written
  }

  /// Where a file is that is to be written. Where the session writes to a folder of its own, no
  /// path leads out of it.
  func writePath(_ file: String) -> String {
    guard session.writeFolder != session.readFolder else {
      return FileSystem.resolve(file, in: session.writeFolder)
    }
    return FileSystem.confine(file, to: session.writeFolder)
  }
}
