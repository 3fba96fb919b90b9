import LibC
import Synchronization

/// Tells the service manager that the server is ready, when all its ports are open: `Type=notify`
/// of systemd, see sd_notify(3).
final class ServiceManager: Sendable {
  private let rest: Atomic<Int>
  private let socket: String?

  /// - Parameter ports: how many ports the server opens.
  init(ports: Int) {
    rest = Atomic(ports)
    socket = getenv("NOTIFY_SOCKET").map { String(cString: $0) }
  }

  /// Notes that a port is open.
  func noteOpen() {
    guard rest.subtract(1, ordering: .relaxed).newValue == 0, let socket else { return }
    Self.send("READY=1", to: socket)
  }

  /// Sends a message to a socket; `@` stands for the zero of an abstract name. Without a manager
  /// that listens nothing happens.
  private static func send(_ text: String, to name: String) {
    #if os(Linux)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      var path = Array(name.utf8)
      if path.first == UInt8(ascii: "@") { path[0] = 0 }
      let offset = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
      guard path.count < MemoryLayout.size(ofValue: address.sun_path) else { return }
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
      let descriptor = LibC.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | O_CLOEXEC, 0)
      guard descriptor >= 0 else { return }
      defer { close(descriptor) }
      withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
          _ = sendto(
            descriptor, text, text.utf8.count, 0, pointer, socklen_t(offset + path.count))
        }
      }
    #endif
  }
}
