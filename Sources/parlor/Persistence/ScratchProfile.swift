import Platform
import Synchronization

/// A profile for one session, made when something is first kept and removed with this object.
final class ScratchProfile: Sendable {
  private let made = Mutex<String?>(nil)

  deinit {
    made.withLock { path in
      if let path { FileSystem.remove(path) }
    }
  }

  /// The folder.
  func path() throws(FileError) -> String {
    if let path = made.withLock({ $0 }) { return path }
    let path = try FileSystem.makeTemporaryFolder()
    made.withLock { $0 = path }
    return path
  }
}
