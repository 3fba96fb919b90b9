import LibC
import Platform

/// A TCP connection, or a command in its place. Any thread may send, but only one at a time may
/// receive.
struct ServerConnection: Sendable {
  /// The socket, which stays open until the program ends.
  let descriptor: Int32
  /// The command that makes the connection; `nil` for plain TCP.
  let command: ConnectedCommand?
  private let name: String

  /// How many seconds a server has to accept a connection, and then to send something that is
  /// awaited. A command has limits of its own, and may have to ask for a password.
  private static let patience = 30

  /// Connects to the first address of the host that accepts, or through a command.
  init(_ address: RemoteAddress, via command: ConnectionCommand?) throws(FileError) {
    name = address.text
    if let command {
      let command = try ConnectedCommand(command.text(for: address))
      self.command = command
      descriptor = command.descriptor
      return
    }
    self.command = nil
    var hints = addrinfo()
    #if !canImport(Darwin)
      hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    #else
      hints.ai_socktype = SOCK_STREAM
    #endif
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(address.host, address.port, &hints, &list) == 0, let list else {
      throw FileError(.read, name, because: "unknown host")
    }
    defer { freeaddrinfo(list) }
    var next: UnsafeMutablePointer<addrinfo>? = list
    var number = ECONNREFUSED
    while let candidate = next {
      let entry = candidate.pointee
      next = entry.ai_next
      let socket = socket(entry.ai_family, entry.ai_socktype, entry.ai_protocol)
      if socket < 0 { continue }
      _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
      Self.setPatience(Self.patience, of: socket)
      if Self.connects(socket, entry) {
        descriptor = socket
        return
      }
      number = errno == EINPROGRESS ? ETIMEDOUT : errno
      close(socket)
    }
    throw FileError(.read, name, number: number)
  }

  /// Lets the server take any time: nothing in particular is awaited.
  func waitPatiently() { Self.setPatience(0, of: descriptor) }

  private static func setPatience(_ seconds: Int, of socket: Int32) {
    var time = timeval(tv_sec: seconds, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(socket, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
    }
  }

  /// Sends all bytes; blocks while the send buffer is full.
  func send(_ bytes: ArraySlice<UInt8>) throws(FileError) {
    var rest = bytes
    while !rest.isEmpty {
      #if !canImport(Darwin)
        let flags = Int32(MSG_NOSIGNAL)
      #else
        let flags: Int32 = 0
      #endif
      let count = rest.withUnsafeBytes { Self.send(descriptor, $0, flags) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        throw FileError(.write, name)
      }
    }
  }

  /// Waits for bytes; returns none at the end.
  func receive() throws(FileError) -> ArraySlice<UInt8> {
    var block = [UInt8](repeating: 0, count: 1 << 14)
    let count = block.withUnsafeMutableBytes { FileSystem.read(descriptor, into: $0) }
    // A server that is killed may reset the connection; so does a command that ends without reading
    // everything.
    if count < 0, errno == ECONNRESET { return [] }
    if count < 0, errno == EAGAIN {
      throw FileError(.read, name, because: "it sent nothing for \(Self.patience) seconds")
    }
    guard count >= 0 else { throw FileError(.read, name) }
    return block[..<count]
  }

  private static func connects(_ socket: Int32, _ entry: addrinfo) -> Bool {
    guard let address = entry.ai_addr else { return false }
    while true {
      if connect(socket, address, entry.ai_addrlen) == 0 { return true }
      if errno != EINTR { return false }
    }
  }

  private static func send(
    _ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, _ flags: Int32
  ) -> Int {
    LibC.send(descriptor, bytes.baseAddress, bytes.count, flags)
  }
}
