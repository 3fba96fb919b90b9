import LibC
import Testing

/// A file for one test, gone with the object.
final class TemporaryFile {
  let path: String

  init(_ text: String) throws {
    var template = Array("/tmp/line-editing-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    try #require(descriptor >= 0)
    path = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    let bytes = Array(text.utf8)
    #expect(write(descriptor, bytes, bytes.count) == bytes.count)
    close(descriptor)
  }

  deinit {
    unlink(path)
  }
}
