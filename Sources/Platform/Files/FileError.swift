import LibC

/// Why the system refused to read or write.
package struct FileError: Error, Equatable, Sendable {
  /// What was being done.
  package enum Action: String, Sendable {
    case read, write, list, create, remove, start
  }

  /// What was being done.
  package var action: Action
  /// The file, or what stands for it, such as `standard output`.
  package var path: String
  /// The system's error number; 0 where the program itself refused.
  package var number: Int32
  /// The program's own reason, where there is no error number.
  package var reason: String

  /// The failure that `errno` tells of now.
  package init(_ action: Action, _ path: String) {
    self.init(action, path, number: errno)
  }

  /// A failure with an error number.
  package init(_ action: Action, _ path: String, number: Int32) {
    self.action = action
    self.path = path
    self.number = number
    self.reason = ""
  }

  /// A failure for a reason of the program's own.
  package init(_ action: Action, _ path: String, because reason: String) {
    self.action = action
    self.path = path
    self.number = 0
    self.reason = reason
  }

  /// Whether the reader at the other end of a pipe has gone.
  package var isClosedPipe: Bool { number == EPIPE }

  /// What happened, as one clause: `cannot read notes.txt: no such file or directory`.
  package var message: String {
    "cannot \(action.rawValue) \(path): \(number == 0 ? reason : Self.words(for: number))"
  }

  /// The usual reasons in words of our own, so that no locale changes them.
  private static func words(for number: Int32) -> String {
    switch number {
    case ENOENT: "no such file or directory"
    case EACCES, EPERM: "permission denied"
    case EISDIR: "it is a directory"
    case ENOTDIR: "a part of the path is not a directory"
    case ECONNREFUSED: "nobody listens there"
    case ECONNRESET: "the other side has closed it"
    case ETIMEDOUT: "there is no answer"
    case EHOSTUNREACH, ENETUNREACH: "the host cannot be reached"
    case ENOSPC: "no space is left on the disk"
    case EDQUOT: "the disk quota is used up"
    case EROFS: "the file system is read-only"
    case EFBIG: "the file is too large"
    case EPIPE: "the reader has gone"
    case EIO: "input or output error"
    case ENAMETOOLONG: "the name is too long"
    case ELOOP: "too many symbolic links"
    case EEXIST: "it exists already"
    case EBADF: "it is not open"
    case EADDRINUSE: "the address is in use"
    case ENOEXEC: "it is no program"
    default: "system error \(number)"
    }
  }
}
