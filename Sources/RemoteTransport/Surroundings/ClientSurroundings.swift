/// What a client of a remote service needs of the program that runs it.
package struct ClientSurroundings {
  /// The milliseconds of the session's clock.
  package var now: () -> Int64
  /// The folder where tokens of sessions are kept; nothing if none are to be kept.
  package var stateFolder: () -> String?
  /// Where a file is that is to be read.
  package var readPath: (String) -> String
  /// Where a file is that is to be written.
  package var writePath: (String) -> String
  /// Makes the way to a service.
  package var transport: (ServiceURL) -> any Transport
  /// Whether dice may be dictated to the service.
  package var isTest: Bool

  /// Surroundings.
  package init(
    now: @escaping () -> Int64 = { 0 }, stateFolder: @escaping () -> String? = { nil },
    readPath: @escaping (String) -> String = { $0 },
    writePath: @escaping (String) -> String = { $0 }, isTest: Bool = false,
    transport: @escaping (ServiceURL) -> any Transport
  ) {
    self.now = now
    self.stateFolder = stateFolder
    self.readPath = readPath
    self.writePath = writePath
    self.isTest = isTest
    self.transport = transport
  }
}
