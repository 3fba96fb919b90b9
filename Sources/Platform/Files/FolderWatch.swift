import LibC

/// Reports which files in some folders have changed: by inotify(7) on Linux, elsewhere by their
/// times.
package final class FolderWatch {
  private let folders: [String]
  #if os(Linux)
    private let descriptor: Int32
    private var names: [Int32: String] = [:]
  #else
    private var times: [String: Int64] = [:]
  #endif

  /// How long to wait for more changes after the first, since an editor writes a file in several
  /// steps.
  private static let pause: Int32 = 50

  /// - Parameter folders: watched without their subfolders.
  package init(_ folders: [String]) {
    self.folders = folders
    #if os(Linux)
      descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
      let events = IN_CLOSE_WRITE | IN_MOVED_TO | IN_DELETE
      for folder in folders {
        let watch = inotify_add_watch(descriptor, folder, UInt32(events))
        if watch >= 0 { names[watch] = folder }
      }
    #else
      times = current()
    #endif
  }

  #if os(Linux)
    deinit { close(descriptor) }
  #endif

  package enum Event: Equatable {
    /// Files at these paths were written or removed.
    case changed(Set<String>)
    /// Standard input can be read.
    case input
    /// The other descriptor can be read.
    case other
  }

  /// Waits for changes, for standard input, or for another descriptor.
  package func wait(or other: Int32 = -1) -> Event {
    #if os(Linux)
      while true {
        var entries = [
          pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
          pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
          pollfd(fd: other, events: Int16(POLLIN), revents: 0),
        ]
        guard poll(&entries, 3, -1) > 0 else { continue }
        if entries[2].revents != 0 { return .other }
        if entries[1].revents != 0 { return .input }
        var changed = take()
        while poll(&entries, 1, Self.pause) > 0 { changed.formUnion(take()) }
        if !changed.isEmpty { return .changed(changed) }
      }
    #else
      while true {
        var entries = [
          pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
          pollfd(fd: other, events: Int16(POLLIN), revents: 0),
        ]
        if poll(&entries, 2, 500) > 0 { return entries[1].revents != 0 ? .other : .input }
        let now = current()
        let paths = Set(now.keys).union(times.keys).filter { now[$0] != times[$0] }
        if paths.isEmpty { continue }
        times = now
        return .changed(paths)
      }
    #endif
  }

  #if os(Linux)
    /// The paths of the reported events.
    private func take() -> Set<String> {
      var changed: Set<String> = []
      let size = MemoryLayout<inotify_event>.size
      var buffer = [UInt8](repeating: 0, count: 1 << 14)
      while true {
        let count = buffer.withUnsafeMutableBytes { FileSystem.read(descriptor, into: $0) }
        guard count > 0 else { return changed }
        var offset = 0
        while offset + size <= count {
          let event = buffer.withUnsafeBytes {
            $0.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
          }
          let start = offset + size
          let end = min(count, start + Int(event.len))
          let name = String(decoding: buffer[start..<end].prefix { $0 != 0 }, as: UTF8.self)
          if let folder = names[event.wd], !name.isEmpty { changed.insert("\(folder)/\(name)") }
          offset = end
        }
      }
    }
  #else
    private func current() -> [String: Int64] {
      var times: [String: Int64] = [:]
      for folder in folders {
        for name in (try? FileSystem.entries(of: folder)) ?? [] {
          let path = "\(folder)/\(name)"
          times[path] = (try? FileSystem.time(of: path))?.milliseconds
        }
      }
      return times
    }
  #endif
}
