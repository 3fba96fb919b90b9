import LibC

/// A file, stream or program that the system refuses to read, write, list, create, remove or start.
package struct FileError: Error, Equatable, Sendable {
  package enum Action: String, Sendable {
    case read, write, list, create, remove, start
  }

  package var action: Action
  /// The path, or another name such as `standard output`.
  package var path: String
  /// The system's error number; 0 if ``reason`` says what is wrong.
  package var number: Int32
  package var reason: String

  /// The error that `errno` has now.
  package init(_ action: Action, _ path: String) {
    self.init(action, path, number: errno)
  }

  /// An error of the system.
  package init(_ action: Action, _ path: String, number: Int32) {
    self.action = action
    self.path = path
    self.number = number
    self.reason = ""
  }

  /// An error found by the program itself.
  package init(_ action: Action, _ path: String, because reason: String) {
    self.action = action
    self.path = path
    self.number = 0
    self.reason = reason
  }

  static let locked = "another program has it locked"
  /// Whether another program has the file locked.
  package var isLocked: Bool { number == 0 && reason == Self.locked }

  /// Whether the reader at the other end of a pipe has closed it.
  package var isClosedPipe: Bool { number == EPIPE }

  /// A file that is not read because it has more bytes than a limit.
  init(exceeding limit: Int, _ path: String) {
    var digits = String(limit)[...]
    var groups: [Substring] = []
    while !digits.isEmpty {
      groups.insert(digits.suffix(3), at: 0)
      digits = digits.dropLast(3)
    }
    self.init(.read, path, because: "it has more than \(groups.joined(separator: ",")) bytes")
  }

  /// Whether the system does not allow it to this user.
  package var isForbidden: Bool { number == EACCES || number == EPERM }

  /// Whether the operation may succeed later: the disk is full, or a device or a server fails.
  package var mayPass: Bool {
    [
      EIO, ENOSPC, EDQUOT, ENOMEM, EMFILE, ENFILE, EAGAIN, EBUSY, ETXTBSY, ENOLCK, ETIMEDOUT,
      ESTALE,
      EROFS,
    ].contains(number)
  }

  /// The error as one clause: `cannot read notes.txt: no such file or directory`.
  package var message: String { "cannot \(action.rawValue) \(path): \(cause)" }

  /// What is wrong: `no such file or directory`.
  package var cause: String { number == 0 ? reason : Self.words(for: number) }

  /// Our own words for the usual errors, so that no locale changes them.
  private static func words(for number: Int32) -> String {
    switch number {
    case ENOENT: "no such file or directory"
    case EACCES, EPERM: "permission denied"
    case EISDIR: "it is a directory"
    case ENOTDIR: "a part of the path is not a directory"
    case ECONNREFUSED: "connection refused"
    case ECONNRESET: "connection reset by the other side"
    case ETIMEDOUT: "connection timed out"
    case EHOSTUNREACH, ENETUNREACH: "the host cannot be reached"
    case ENOSPC: "no space is left on the disk"
    case EDQUOT: "the disk quota is used up"
    case EROFS: "the file system is read-only"
    case EFBIG: "the file is too large"
    case EPIPE: "the reader has closed the pipe"
    case EIO: "input or output error"
    case ENAMETOOLONG: "the name is too long"
    case ELOOP: "too many symbolic links"
    case EEXIST: "it exists already"
    case EBADF: "it is not open"
    case EADDRINUSE: "the address is in use"
    case ENOEXEC: "it is not a program"
    case EMFILE, ENFILE: "too many files are open"
    case ENOLCK: "it cannot be locked"
    case ENOMEM: "not enough memory"
    case EBUSY, ETXTBSY: "it is in use"
    case EAGAIN: "it is not ready"
    case EINVAL: "it cannot be used in this way"
    case ENODEV, ENXIO: "there is no such device"
    case EXDEV: "it is on another disk"
    case EMLINK: "it has too many links"
    case ENOTEMPTY: "the directory is not empty"
    case ESTALE: "the file is gone from its server"
    case ENOTCONN: "it is not connected"
    case ECONNABORTED: "the connection was aborted"
    default: "system error \(number)"
    }
  }
}
