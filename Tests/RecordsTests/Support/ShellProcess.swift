import LibC

/// A shell that runs a script, with pipes for its input and output.
final class ShellProcess {
  /// It could not be started.
  struct Failure: Error {}

  private let process: pid_t
  private let input: Int32
  private let output: Int32
  private var isOver = false

  init(_ script: String, _ words: [String]) throws {
    var toChild: [Int32] = [0, 0]
    var fromChild: [Int32] = [0, 0]
    guard pipe(&toChild) == 0, pipe(&fromChild) == 0 else { throw Failure() }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, toChild[0], 0)
    posix_spawn_file_actions_adddup2(&actions, fromChild[1], 1)
    for descriptor in toChild + fromChild {
      posix_spawn_file_actions_addclose(&actions, descriptor)
    }
    let arguments = (["/bin/sh", "-c", script] + words).map { strdup($0) }
    defer { for argument in arguments { free(argument) } }
    var process = pid_t()
    let result = posix_spawn(&process, "/bin/sh", &actions, nil, arguments + [nil], environ)
    close(toChild[0])
    close(fromChild[1])
    guard result == 0 else { throw Failure() }
    self.process = process
    input = toChild[1]
    output = fromChild[0]
  }

  deinit {
    kill()
    close(input)
    close(output)
  }

  /// A line of its output, without the end.
  func readLine() throws -> String {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while read(output, &byte, 1) == 1, byte != UInt8(ascii: "\n") { bytes.append(byte) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Kills it and waits for its end.
  func kill() {
    guard !isOver else { return }
    isOver = true
    Self.send(SIGKILL, to: process)
    var status: Int32 = 0
    while waitpid(process, &status, 0) == -1, errno == EINTR {}
  }

  /// Waits for its end and returns its exit code.
  func wait() -> Int32 {
    isOver = true
    var status: Int32 = 0
    while waitpid(process, &status, 0) == -1, errno == EINTR {}
    return status >> 8 & 0xFF
  }

  private static func send(_ number: Int32, to process: pid_t) {
    _ = LibC.kill(process, number)
  }
}
