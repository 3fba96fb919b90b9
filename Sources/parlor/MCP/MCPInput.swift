import JSONRPC
import ParlorKit
import Platform
import Synchronization

/// The messages of standard input, one per line.
///
/// While a request is answered, the input is read ahead for a notification that cancels it. Other
/// messages wait.
final class MCPInput: Sendable {
  /// The maximum length of a message in bytes.
  private static let longest = 1 << 20
  /// The maximum number of bytes that wait while a request is answered.
  private static let mostWaiting = 1 << 24
  /// The milliseconds between two checks.
  private static let pause: Int64 = 20

  private let descriptor: Int32
  private let state = Mutex(State())
  private let lastLook = Atomic(Int64.min)
  private let isCurrentCancelled = Atomic(false)

  private struct State {
    /// The messages that have arrived; those before ``first`` were already returned.
    var waiting: [RPCMessage] = []
    var first = 0
    var waitingBytes = 0
    /// The beginning of a line whose end has not arrived.
    var part: [UInt8] = []
    /// Whether the rest of a line is skipped.
    var isSkipping = false
    var isAtEnd = false
    var failure: FileError?
    /// The ids of cancelled requests, as JSON.
    var cancelled: Set<String> = []
    /// The id of the request that is being answered.
    var current: String?
  }

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// The next message, once it has arrived; `nil` at the end of the input.
  func next() throws(FileError) -> RPCMessage? {
    let result = state.withLock { state -> Result<RPCMessage?, FileError> in
      while state.first == state.waiting.count {
        state.waiting.removeAll(keepingCapacity: true)
        (state.first, state.waitingBytes) = (0, 0)
        if let failure = state.failure { return .failure(failure) }
        if state.isAtEnd { return .success(nil) }
        read(into: &state)
      }
      defer { state.first += 1 }
      return .success(state.waiting[state.first])
    }
    return try result.get()
  }

  /// Begins to answer a message.
  ///
  /// - Returns: false if the client has already cancelled it.
  func begin(_ message: RPCMessage) -> Bool {
    guard case .request(let id, _, _) = message else { return true }
    return state.withLock { state in
      let isCancelled = state.cancelled.remove(id.json) != nil
      state.current = isCancelled ? nil : id.json
      isCurrentCancelled.store(false, ordering: .relaxed)
      return !isCancelled
    }
  }

  /// Finishes the answer to the current message.
  ///
  /// - Returns: false if the client has cancelled it in the meantime.
  func end() -> Bool {
    state.withLock { state in
      state.current = nil
      return !isCurrentCancelled.exchange(false, ordering: .relaxed)
    }
  }

  /// Whether the client has cancelled the current request. Any thread may ask, often.
  var isCancelled: Bool {
    if isCurrentCancelled.load(ordering: .relaxed) { return true }
    let now = SystemClock.monotonic
    let last = lastLook.load(ordering: .relaxed)
    guard last == .min || now - last >= Self.pause else { return false }
    lastLook.store(now, ordering: .relaxed)
    // If it is locked, the other thread is looking already.
    _ = state.withLockIfAvailable { state in
      while !state.isAtEnd, state.waitingBytes < Self.mostWaiting,
        FileSystem.isReadable(descriptor, within: 0)
      {
        read(into: &state)
      }
    }
    return isCurrentCancelled.load(ordering: .relaxed)
  }

  /// Reads a block, and takes the messages in it.
  private func read(into state: inout State) {
    var block = [UInt8](repeating: 0, count: 1 << 16)
    let count = block.withUnsafeMutableBytes { FileSystem.read(descriptor, into: $0) }
    guard count > 0 else {
      state.isAtEnd = true
      if count < 0 { state.failure = FileError(.read, "standard input") }
      // The last line may have no end.
      if !state.part.isEmpty || state.isSkipping { take(&state) }
      return
    }
    var rest = block[..<count]
    while let end = rest.firstIndex(of: 0x0A) {
      add(rest[..<end], to: &state)
      take(&state)
      rest = rest[(end + 1)...]
    }
    add(rest, to: &state)
  }

  private func add(_ bytes: ArraySlice<UInt8>, to state: inout State) {
    guard !state.isSkipping else { return }
    guard state.part.count + bytes.count <= Self.longest else {
      state.isSkipping = true
      state.part = []
      return
    }
    state.part += bytes
  }

  /// Takes the line that has ended.
  private func take(_ state: inout State) {
    defer {
      state.part.removeAll(keepingCapacity: true)
      state.isSkipping = false
    }
    guard !state.isSkipping else {
      let error = RPCError.invalidRequest("a message has at most \(Self.longest.grouped) bytes")
      state.waiting.append(.malformed(id: .null, error: error))
      return
    }
    if state.part.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) { return }
    let message = RPCMessage.read(state.part)
    if case .notification("notifications/cancelled", let params) = message {
      guard let id = params?["requestId"]?.json else { return }
      if id == state.current {
        isCurrentCancelled.store(true, ordering: .relaxed)
      } else if state.waiting[state.first...].contains(where: { $0.isRequest(id) }) {
        state.cancelled.insert(id)
      }
      return
    }
    state.waiting.append(message)
    state.waitingBytes += state.part.count
  }
}

extension RPCMessage {
  /// Whether it is the request with an id, as JSON.
  fileprivate func isRequest(_ id: String) -> Bool {
    if case .request(let own, _, _) = self { own.json == id } else { false }
  }
}
