import Foundation

/// Ends the servers that tests have started if the process of the tests is killed, so that it
/// cannot do so itself.
enum Guardian {
  /// Reads numbers of processes; kills those that are left at the end of its input.
  private static let program = """
    while read -r sign pid; do
      rest=
      for other in $all; do [ "$other" = "$pid" ] || rest="$rest $other"; done
      all=$rest
      [ "$sign" = - ] || all="$all $pid"
    done
    for pid in $all; do kill -9 "$pid"; done
    """

  private static let input: FileHandle? = {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", program]
    let input = Pipe()
    process.standardInput = input
    // No other program may keep it open.
    _ = fcntl(input.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
    try? process.run()
    return process.isRunning ? input.fileHandleForWriting : nil
  }()

  static func watch(_ process: Int32) {
    try? input?.write(contentsOf: Data("+ \(process)\n".utf8))
  }

  /// The process has ended, and another one may get its number.
  static func forget(_ process: Int32) {
    try? input?.write(contentsOf: Data("- \(process)\n".utf8))
  }
}
