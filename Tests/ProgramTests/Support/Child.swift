import LibC

/// A program under way, with pipes in place of a terminal. One test, one child: not `Sendable`.
final class Child {
  /// Where a standard stream leads.
  enum Channel {
    /// To the test.
    case pipe
    /// To this file, opened for reading and writing as far as its kind allows.
    case file(String)
    /// Nowhere: the descriptor is not open.
    case closed
    /// Standard error only: to where standard output leads.
    case output
  }

  /// What did not happen within the time that only a failure takes.
  struct Timeout: Error {
    var event: String
    var output: String
  }

  let process: Int32
  let input: PipeEnd?
  let output: PipeEnd?
  let errors: PipeEnd?
  private var status: Outcome.Status?

  init(
    _ program: String, _ arguments: [String], environment: [String: String],
    input: Channel = .pipe, output: Channel = .pipe, errors: Channel = .pipe
  ) throws {
    var actions = SpawnActions()
    self.input = try actions.connect(0, to: input)
    self.output = try actions.connect(1, to: output)
    self.errors = try actions.connect(2, to: errors)
    process = try actions.spawn([program] + arguments, environment: environment)
  }

  deinit {
    if status == nil {
      kill(process, SIGKILL)
      var code: Int32 = 0
      while waitpid(process, &code, 0) == -1 && errno == EINTR {}
    }
  }

  /// Sends a signal.
  func signal(_ number: Int32) {
    if status == nil { kill(process, number) }
  }

  /// Writes all of `text`, and waits until there is room for it.
  func write(_ text: String) throws {
    guard let input else { return }
    var rest = Array(text.utf8)[...]
    let limit = Limit()
    while !rest.isEmpty, !input.isClosed {
      try limit.check("room for \(rest.count) bytes", self)
      rest = rest.dropFirst(input.write(rest, within: limit))
    }
  }

  /// Waits for a whole line of output and returns it without its end, or nil at the end.
  func readLine() throws -> String? {
    guard let output else { return nil }
    let limit = Limit()
    while true {
      if let line = output.takeLine() { return line }
      if output.isClosed { return nil }
      try limit.check("a line", self)
      output.read(within: limit)
    }
  }

  /// Writes `input`, closes it, and reads everything until the end of the program. Nothing is
  /// lost where the program reads no further.
  func finish(input bytes: [UInt8] = []) throws -> Outcome {
    var rest = bytes[...]
    let limit = Limit()
    while true {
      if rest.isEmpty { input?.close() }
      let open = [input, output, errors].compactMap { $0 }.filter { !$0.isClosed }
      if open.isEmpty { break }
      try limit.check("the end of the output", self)
      for end in PipeEnd.wait(for: open, within: limit) {
        if end === input {
          rest = rest.dropFirst(end.write(rest, within: limit))
          if end.isClosed { rest = [] }
        } else {
          end.read(within: limit)
        }
      }
    }
    return Outcome(
      status: try wait(), output: output?.received ?? [], errors: errors?.received ?? [])
  }

  /// Waits for the end. No descriptor tells of it, so this looks again and again.
  func wait() throws -> Outcome.Status {
    if let status { return status }
    let limit = Limit()
    var code: Int32 = 0
    while waitpid(process, &code, WNOHANG) != process {
      try limit.check("the end of the program", self)
      _ = poll(nil, 0, 1)
    }
    let signal = code & 0x7F
    let status = signal == 0 ? Outcome.Status.exited(code >> 8 & 0xFF) : .killed(signal)
    self.status = status
    return status
  }
}

/// A moment after which waiting has failed: late, for a machine with much to do.
struct Limit {
  private let end = ContinuousClock.now + .seconds(120)

  /// Fails if the moment has passed.
  func check(_ event: String, _ child: Child) throws {
    guard ContinuousClock.now > end else { return }
    let bytes = (child.output?.received ?? []) + (child.errors?.received ?? [])
    throw Child.Timeout(event: event, output: String(decoding: bytes.suffix(4_000), as: UTF8.self))
  }

  /// What is left for poll(2), in milliseconds.
  var milliseconds: Int32 {
    Int32(clamping: (end - .now).components.seconds * 1_000 + 1_000)
  }
}
