import Platform

/// A folder that a session writes to.
protocol WriteFolder {
  /// The path; the folder is made if it has to be.
  func path() throws(FileError) -> String
  /// The path, if the folder exists.
  var pathIfMade: String? { get }
  /// Whether paths may lead out of the folder.
  var isOpen: Bool { get }
}

/// A folder that the user has.
struct NamedFolder: WriteFolder {
  private let name: String

  init(path: String) { name = path }

  func path() throws(FileError) -> String { name }
  var pathIfMade: String? { name }
  var isOpen: Bool { true }
}

/// A temporary folder, made when something is first written and removed with this object.
final class ScratchFolder: WriteFolder {
  private(set) var pathIfMade: String?
  let isOpen = false

  func path() throws(FileError) -> String {
    if let pathIfMade { return pathIfMade }
    let made = try FileSystem.makeTemporaryFolder()
    pathIfMade = made
    return made
  }

  deinit {
    if let pathIfMade { FileSystem.remove(pathIfMade) }
  }
}
