import LibC
import Synchronization

/// A child process that exchanges lines with this one through its standard input and output.
///
/// Its standard error is read together with its output, so that it never blocks on a full pipe; the
/// end of it is kept. It leads a process group: Ctrl-C at the terminal does not reach it, and
/// everything it has started is killed with it. Writing to a child that has closed its input does
/// not raise SIGPIPE. Only one thread may use an instance at a time.
package final class Subprocess {
  package enum Ending: Sendable, Equatable {
    case exited(Int32)
    case signaled(Int32)
  }

  /// The result of waiting for a line.
  package enum Reading: Sendable, Equatable {
    /// A line without its LF.
    case line([UInt8])
    /// The deadline has passed.
    case late
    case end
    case tooLong
  }

  package let processNumber: Int32
  /// How it ended, once ``end(after:)`` has returned.
  package private(set) var ending: Ending?
  /// The number of bytes read from its standard error.
  package private(set) var errorCount = 0

  private var input: Int32
  private var output: Source
  private var error: Source
  private var unsent: [UInt8] = []
  private var received = ReceivedLines()
  private var errorEnd: [UInt8] = []
  private var block = [UInt8](repeating: 0, count: 1 << 16)

  /// Milliseconds between two checks whether the program has ended.
  private static let attention: Int64 = 50
  /// How many bytes of standard error are kept.
  private static let maxErrorBytes = 4096

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - path: the path of the program; `PATH` is not searched.
  ///   - arguments: the arguments after its name.
  package init(_ path: String, _ arguments: [String] = []) throws(FileError) {
    let (number, ends) = try Self.starting.withLock { _ throws(FileError) in
      try Self.start(SpawnedProgram(path, arguments, leadsGroup: true), named: path)
    }
    processNumber = number
    RunningPrograms.add(number, input: ends[0].write)
    input = ends[0].write
    (output, error) = (Source(descriptor: ends[1].read), Source(descriptor: ends[2].read))
    for descriptor in [input, output.descriptor, error.descriptor] {
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }
  }

  /// Held while pipes are created, so that no child of another thread inherits them.
  private static let starting = Mutex(())

  private static func start(
    _ program: SpawnedProgram, named path: String
  ) throws(FileError) -> (Int32, [PipeEnds]) {
    var ends: [PipeEnds] = []
    do throws(FileError) {
      for _ in 0..<3 { ends.append(try PipeEnds(for: path)) }
      let number = try program.start(
        input: ends[0].read, output: ends[1].write, error: ends[2].write)
      close(ends[0].read)
      close(ends[1].write)
      close(ends[2].write)
      return (number, ends)
    } catch {
      for pair in ends {
        close(pair.read)
        close(pair.write)
      }
      throw error
    }
  }

  deinit {
    end(after: 0)
    close(output.descriptor)
    close(error.descriptor)
  }

  /// The last bytes of its standard error.
  package var errorText: String { String(decoding: errorEnd, as: UTF8.self) }

  /// Sends as many bytes as the pipe accepts; ``nextLine(limit:deadline:)`` sends the rest.
  package func send(_ bytes: [UInt8]) {
    unsent += bytes
    flush()
  }

  /// The next line of the output.
  ///
  /// - Parameters:
  ///   - limit: the maximum length in bytes.
  ///   - deadline: when to give up, in milliseconds of ``SystemClock/monotonic``. With a deadline
  ///     in the past, only a line that has already arrived is returned.
  package func nextLine(limit: Int, deadline: Int64) -> Reading {
    while true {
      if let line = received.next() { return line.count > limit ? .tooLong : .line(line) }
      if received.rest.count > limit { return .tooLong }
      if output.hasEnded {
        guard !received.rest.isEmpty else { return .end }
        defer { received.clear() }
        return .line(Array(received.rest))
      }
      let timeout = deadline - SystemClock.monotonic
      let isReady = wait(milliseconds: Int32(clamping: min(max(0, timeout), Self.attention)))
      if isReady { continue }
      // A child of the program may hold its output open for ever.
      if hasEnded, !readOutput() {
        output.hasEnded = true
        continue
      }
      if timeout <= 0 { return .late }
    }
  }

  /// Ends the program: closes its input, waits up to `grace` milliseconds, and then kills it and
  /// everything it has started.
  @discardableResult
  package func end(after grace: Int64) -> Ending {
    if let ending { return ending }
    closeInput()
    let deadline = SystemClock.monotonic + grace
    while !hasEnded, SystemClock.monotonic < deadline {
      drain()
      _ = poll(nil, 0, 1)
    }
    drain()
    RunningPrograms.remove(processNumber)
    // Until waitpid(2) no other process can get this number.
    kill(-processNumber, SIGKILL)
    kill(processNumber, SIGKILL)
    var status: Int32 = 0
    while waitpid(processNumber, &status, 0) < 0 && errno == EINTR {}
    let signal = status & 0x7F
    let ending: Ending = signal == 0 ? .exited((status >> 8) & 0xFF) : .signaled(signal)
    self.ending = ending
    return ending
  }

  private var hasEnded: Bool { RunningPrograms.hasEnded(processNumber) }

  private func closeInput() {
    guard input >= 0 else { return }
    close(input)
    input = -1
    unsent = []
  }
}

// MARK: - Reading and writing

extension Subprocess {
  /// Waits until something can be read or sent, and does it; false after the timeout.
  private func wait(milliseconds: Int32) -> Bool {
    var entries = [
      pollfd(fd: output.hasEnded ? -1 : output.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: error.hasEnded ? -1 : error.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: unsent.isEmpty ? -1 : input, events: Int16(POLLOUT), revents: 0),
    ]
    guard poll(&entries, nfds_t(entries.count), milliseconds) > 0 else { return false }
    if entries[0].revents != 0 { readOutput() }
    if entries[1].revents != 0 { readError() }
    if entries[2].revents != 0 { flush() }
    return true
  }

  private func drain() {
    readOutput()
    readError()
    if output.hasEnded { received.clear() }
  }

  /// Reads available output; false if there is none.
  @discardableResult
  private func readOutput() -> Bool {
    guard let count = output.read(into: &block) else { return false }
    received.add(block[..<count])
    return true
  }

  private func readError() {
    // One block at a time, so that a flood of errors does not delay the output.
    guard let count = error.read(into: &block) else { return }
    errorCount += count
    errorEnd = Array((errorEnd + block[..<count]).suffix(Self.maxErrorBytes))
  }

  /// Writes as many unsent bytes as the pipe accepts.
  private func flush() {
    guard input >= 0, !unsent.isEmpty else { return }
    let count = BrokenPipe.ignored {
      unsent.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
    }
    if count > 0 {
      unsent.removeFirst(count)
    } else if count < 0, errno != EAGAIN, errno != EINTR {
      // The program has closed its input; the end of its output will show how it ended.
      unsent = []
    }
  }
}

extension Subprocess {
  /// A pipe that the program writes to.
  private struct Source {
    let descriptor: Int32
    var hasEnded = false

    /// Reads available bytes into the beginning of `block`.
    ///
    /// - Returns: their number; `nil` if there are none.
    mutating func read(into block: inout [UInt8]) -> Int? {
      guard !hasEnded else { return nil }
      let count = block.withUnsafeMutableBytes { FileSystem.read(descriptor, into: $0) }
      if count == 0 || count < 0 && errno != EAGAIN { hasEnded = true }
      return count > 0 ? count : nil
    }
  }

  /// Bytes that have arrived, as lines.
  private struct ReceivedLines {
    private var bytes: [UInt8] = []
    /// The start of the next line, and the index up to which there is no LF.
    private var start = 0
    private var searched = 0

    /// What is not taken yet.
    var rest: ArraySlice<UInt8> { bytes[start...] }

    mutating func add(_ new: ArraySlice<UInt8>) {
      if start > 1 << 16 {
        bytes.removeSubrange(..<start)
        searched = max(0, searched - start)
        start = 0
      }
      bytes += new
    }

    /// Takes the next complete line, without its LF.
    mutating func next() -> [UInt8]? {
      guard let end = bytes[max(start, searched)...].firstIndex(of: UInt8(ascii: "\n")) else {
        searched = bytes.count
        return nil
      }
      defer {
        start = end + 1
        if start == bytes.count { clear() }
      }
      return Array(bytes[start..<end])
    }

    mutating func clear() {
      bytes.removeAll(keepingCapacity: bytes.capacity <= 1 << 18)
      (start, searched) = (0, 0)
    }
  }

  /// Ends every child, before a signal ends this program: closes their inputs, waits briefly, and
  /// kills those that still run.
  package static func endAll() { RunningPrograms.end() }
}
