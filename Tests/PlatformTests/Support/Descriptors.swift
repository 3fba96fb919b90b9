import LibC
import Platform

/// The two ends of a pipe, closed with it.
final class Pipe {
  let reading: Int32
  private var writing: Int32

  init() throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw FileError(.create, "a pipe") }
    (reading, writing) = (ends[0], ends[1])
  }

  deinit {
    end()
    close(reading)
  }

  func write(_ bytes: [UInt8]) throws {
    try FileSystem.write(bytes, to: writing, named: "a pipe")
  }

  /// Closes the writing end: the reader finds the end of the input.
  func end() {
    if writing >= 0 { close(writing) }
    writing = -1
  }
}

/// The mode of a file.
func mode(of path: String) -> UInt32 {
  var status = stat()
  return stat(path, &status) == 0 ? UInt32(status.st_mode) & 0o7777 : 0
}

/// Whether a path is a regular file, symbolic links not followed.
func isRegular(_ path: String) -> Bool {
  var status = stat()
  return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
}
