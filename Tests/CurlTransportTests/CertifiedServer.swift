import Platform
import TestKit
import Testing

/// A server on this machine with a certificate that it has made itself.
final class CertifiedServer {
  private static let program = "/usr/bin/openssl"
  static var isInstalled: Bool { FileSystem.isExecutable(program) }

  /// The port that it listens at.
  let port: Int
  private let folder: TemporaryFolder
  private let process: Child

  init() throws {
    folder = try TemporaryFolder()
    process = try Child(
      "/bin/sh",
      [
        "-c",
        """
        cd "$1" && openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=127.0.0.1 -days 2 \\
          -keyout key -out cert 2>log && exec openssl s_server -accept 127.0.0.1:0 -cert cert -key key -www
        """, "sh", folder.path,
      ], environment: ["PATH": "/usr/bin:/bin"])
    // It says `ACCEPT 127.0.0.1:PORT` when it listens.
    var port: Int?
    while port == nil, let line = try process.readLine() {
      if line.hasPrefix("ACCEPT") { port = line.split(separator: ":").last.flatMap { Int($0) } }
    }
    self.port = try #require(port)
  }
}
