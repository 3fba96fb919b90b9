import LibC
package import Terminals

/// A program under way, with pipes in place of a terminal. One test, one child: not `Sendable`.
package final class Child {
  /// Where a standard stream leads.
  package enum Channel {
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
  package struct Timeout: Error {
    var event: String
    var output: String
  }

  package let process: Int32
  package let input: PipeEnd?
  package let output: PipeEnd?
  package let errors: PipeEnd?
  private var status: ProcessEnd?

  package init(
    _ program: String, _ arguments: [String], environment: [String: String],
    input: Channel = .pipe, output: Channel = .pipe, errors: Channel = .pipe
  ) throws {
    Blocking.check()
    var actions = SpawnActions()
    self.input = try actions.connect(0, to: input)
    self.output = try actions.connect(1, to: output)
    self.errors = try actions.connect(2, to: errors)
    process = try actions.spawn([program] + arguments, environment: environment)
  }

  deinit {
    if status == nil {
      ProcessEnd.kill(process)
    }
  }

  /// Sends a signal.
  package func signal(_ number: Int32) {
    if status == nil { kill(process, number) }
  }

  /// Writes all of `text`, and waits until there is room for it.
  package func write(_ text: String) throws {
    guard let input else { return }
    var rest = Array(text.utf8)[...]
    let deadline = Deadline()
    while !rest.isEmpty, !input.isClosed {
      try check(deadline, "room for \(rest.count) bytes")
      rest = rest.dropFirst(input.write(rest, within: deadline))
    }
  }

  /// Waits for a whole line of output and returns it without its end, or nil at the end.
  package func readLine() throws -> String? {
    guard let output else { return nil }
    let deadline = Deadline()
    while true {
      if let line = output.takeLine() { return line }
      if output.isClosed { return nil }
      try check(deadline, "a line")
      output.read(within: deadline)
    }
  }

  /// Writes `input`, closes it, and reads everything until the end of the program. Nothing is
  /// lost where the program reads no further.
  package func finish(input bytes: [UInt8] = []) throws -> Outcome {
    var rest = bytes[...]
    let deadline = Deadline()
    while true {
      if rest.isEmpty { input?.close() }
      let open = [input, output, errors].compactMap { $0 }.filter { !$0.isClosed }
      if open.isEmpty { break }
      try check(deadline, "the end of the output")
      for end in PipeEnd.wait(for: open, within: deadline) {
        if end === input {
          rest = rest.dropFirst(end.write(rest, within: deadline))
          if end.isClosed { rest = [] }
        } else {
          end.read(within: deadline)
        }
      }
    }
    return Outcome(
      status: try wait(), output: output?.received ?? [], errors: errors?.received ?? [])
  }

  /// Waits for the end. No descriptor tells of it, so this looks again and again.
  package func wait() throws -> ProcessEnd {
    if let status { return status }
    let deadline = Deadline()
    var code: Int32 = 0
    while waitpid(process, &code, WNOHANG) != process {
      try check(deadline, "the end of the program")
      _ = poll(nil, 0, 1)
    }
    let status = ProcessEnd(code)
    self.status = status
    return status
  }

  /// Fails if a deadline has passed.
  private func check(_ deadline: Deadline, _ event: String) throws {
    guard deadline.hasPassed else { return }
    let bytes = (output?.received ?? []) + (errors?.received ?? [])
    throw Timeout(event: event, output: String(decoding: bytes.suffix(4_000), as: UTF8.self))
  }
}

/// What a run of a program came to; compared byte for byte.
package struct Outcome: Equatable, CustomStringConvertible {
  package var status: ProcessEnd
  /// What it wrote to standard output.
  package var output: [UInt8]
  /// What it wrote to standard error.
  package var errors: [UInt8]

  package init(status: ProcessEnd, output: [UInt8], errors: [UInt8]) {
    self.status = status
    self.output = output
    self.errors = errors
  }

  /// What is expected of a run.
  package init(_ code: Int32 = 0, _ output: String = "", errors: String = "") {
    self.init(status: .exited(code), output: Array(output.utf8), errors: Array(errors.utf8))
  }

  /// Standard output as text.
  package var text: String { String(decoding: output, as: UTF8.self) }

  /// Standard error as text.
  package var complaint: String { String(decoding: errors, as: UTF8.self) }

  /// The first line of standard error.
  package var firstComplaint: Substring { complaint.prefix { $0 != "\n" } }

  /// The outcome with the codes of its errors and without their words, for tests that are not about
  /// the words.
  package var withoutWords: Outcome {
    Outcome(
      status: status, output: Array(text.withoutWords.utf8),
      errors: Array(complaint.withoutWords.utf8))
  }

  package var description: String {
    "\(status)\n--- output\n\(text.suffix(4_000))--- errors\n\(complaint.suffix(4_000))---"
  }
}

extension StringProtocol {
  /// The text with `error[CODE]` for each error, whose words are left out; in JSON, with empty messages.
  package var withoutWords: String {
    // In scalars, since a carriage return and a line feed are one character.
    let words = /(error\[[a-z-]+\]): [^\r\n]*/.matchingSemantics(.unicodeScalar)
    return String(self).replacing(words) { $0.1 }
      .replacing(/"message":"(?:[^"\\]|\\.)*"/, with: #""message":"""#)
  }
}

extension SpawnActions {
  /// Makes descriptor `number` of the child lead to `channel`; returns the test's end of a pipe.
  fileprivate mutating func connect(
    _ number: Int32, to channel: Child.Channel
  ) throws -> PipeEnd? {
    switch channel {
    case .closed: close(number)
    case .output: duplicate(1, as: number)
    case .file(let path):
      let flags = number == 0 ? O_RDONLY : O_WRONLY
      open(path.utf8CString.map { $0 }, as: number, flags | O_NOCTTY)
    case .pipe:
      let pair = try Self.pipe()
      let (child, test) = number == 0 ? (pair.read, pair.write) : (pair.write, pair.read)
      pass(child, as: number)
      return PipeEnd(test, isReading: number != 0)
    }
    return nil
  }
}
