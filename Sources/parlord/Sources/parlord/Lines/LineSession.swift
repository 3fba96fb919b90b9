import GameCatalog
import LineSyntax
import NIOCore
import ParlorEngine
import ParlorKit
import ProgramKit

/// A connection of the line protocol. It has its own interpreter, without access to files,
/// processes or the network.
///
/// Replies are sent in the order of the lines; a client that asks for it in its first line gets
/// each as a ``LineAnswer``. All code runs on the event loop of the connection, which other
/// connections share: lines are executed in slices of a few milliseconds, and none is executed
/// while the client does not read its replies or after it has gone.
final class LineSession: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  /// The games, created once for all connections.
  static let kinds = GameCatalog.games.map(GameKind.init)
  /// The milliseconds after which other connections get their turn.
  private static let slice: Int64 = 10
  /// The bytes of replies that are sent at once.
  private static let chunk = 1 << 14

  private let limits: LineLimits
  private let interpreter: Interpreter
  private let deadline = LineDeadline()
  /// What the client asked for in its first line; `nil` if it wants plain replies.
  private var request: LineAnswer.Request?
  private var isFirstLine = true
  private var output = TextWriter()
  /// Why the session is over; `nil` while it goes on.
  private var reason: LineAnswer.End?
  /// Whether the last replies are on their way.
  private var isEnding = false
  /// Whether an answer has said that the session is over.
  private var saysEnd = false
  /// Whether the client has closed its side of the connection.
  private var isInputClosed = false
  private var input = Input()
  /// Whether the next slice is scheduled.
  private var isScheduled = false

  private var isOver: Bool { reason != nil }

  /// The data that has arrived and is not executed yet.
  private struct Input {
    var framer = LineFramer(limit: Line.limit)
    /// In order.
    var blocks: [ByteBuffer] = []
    /// The milliseconds that the lines of these blocks have taken.
    var used: Int64 = 0

    /// The next complete line.
    mutating func nextLine() -> ArraySlice<UInt8>? {
      while !blocks.isEmpty {
        if let line = framer.next(from: &blocks[0]) { return line }
        blocks.removeFirst()
      }
      used = 0
      return nil
    }
  }

  /// - Parameters:
  ///   - seed: the seed of the first game; nil if each game draws its own at random.
  ///   - isStopping: whether the server stops; lines that run are interrupted then.
  init(limits: LineLimits, seed: Int? = nil, isStopping: @escaping () -> Bool = { false }) {
    self.limits = limits
    var settings = Self.settings(until: deadline, isStopping: isStopping)
    settings.seed = seed
    interpreter = Interpreter(settings)
  }

  /// What a session of a stranger may do: nothing but play, in real time.
  static func settings(until deadline: LineDeadline, isStopping: @escaping () -> Bool) -> Settings {
    var settings = Settings(kinds: kinds)
    settings.seed = nil
    settings.clock = .real
    // With the seed, an onlooker could compute the draws to come.
    settings.hidesSeeds = true
    settings.isInterrupted = { deadline.isOver || isStopping() }
    // Advice can take seconds of the server's time.
    settings.allowsAdvice = false
    return settings
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    input.blocks.append(unwrapInboundIn(data))
  }

  func channelReadComplete(context: ChannelHandlerContext) { run(context) }

  func channelActive(context: ChannelHandlerContext) {
    context.fireChannelActive()
    context.read()
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    run(context)
    context.fireChannelWritabilityChanged()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event {
    case ChannelEvent.inputClosed:
      isInputClosed = true
      run(context)
    case is IdleStateHandler.IdleStateEvent: end(context, because: .idle)
    case is ChannelShouldQuiesceEvent: end(context, because: .stopping)
    default: context.fireUserInboundEventTriggered(event)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }

  /// Executes the lines that have arrived, and then reads more, until the slice of time is over,
  /// the client does not read its replies, or it has gone.
  private func run(_ context: ChannelHandlerContext) {
    guard !isScheduled, !isOver else { return }
    let start = SystemClock.monotonic
    while !isOver, context.channel.isActive, context.channel.isWritable, let line = input.nextLine()
    {
      execute(line)
      if output.bytes.count >= Self.chunk { flush(context) }
      if SystemClock.monotonic - start >= Self.slice, !isOver {
        flush(context)
        return schedule(context)
      }
    }
    flush(context)
    guard !isOver else { return end(context) }
    guard context.channel.isActive, context.channel.isWritable else { return }
    if isInputClosed { finish(context) } else { context.read() }
  }

  /// Continues after the other connections of the event loop had their turn. An event loop runs the
  /// tasks that it has before it looks at its connections, so the task waits for a moment.
  private func schedule(_ context: ChannelHandlerContext) {
    isScheduled = true
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    context.eventLoop.scheduleTask(in: .microseconds(200)) {
      let (session, context) = bound.value
      session.isScheduled = false
      session.run(context)
    }
  }

  /// Executes a line. The lines that arrived together share a limit of time.
  private func execute(_ line: ArraySlice<UInt8>) {
    let left = limits.inputMilliseconds - input.used
    guard left > 0 else {
      let error = GameError(
        .limit, "the lines that arrived at once take too long", help: ["send fewer at once"])
      let reply = Reply.refused(error, in: interpreter)
      reason = .limit
      if request == nil { reply.write(to: &output) } else { answer([reply]) }
      return
    }
    let start = SystemClock.monotonic
    deadline.end = start + min(limits.lineMilliseconds, left)
    if request != nil {
      var replies: [Reply] = []
      interpreter.execute(line) { replies.append($0) }
      answer(replies)
    } else if isFirstLine, let request = LineAnswer.Request(line) {
      self.request = request
      LineAnswer.ready(server: "parlord \(Release.version)").write(to: &output)
    } else {
      interpreter.execute(line) { reply in
        reply.write(to: &output)
        if reply.endsSession { reason = .quit }
      }
    }
    isFirstLine = false
    input.used += SystemClock.monotonic - start
  }

  /// Answers a line, which may have had several replies or none.
  private func answer(_ replies: [Reply]) {
    var text = TextWriter()
    var problem: Diagnostic?
    for reply in replies {
      if reply.endsSession { reason = .quit }
      if var error = reply.problem, problem == nil {
        // The output of a line in JSON has the error itself.
        if reply.isMessage { (error.message, error.help) = ("", []) }
        problem = error
        if !reply.isMessage { continue }
      }
      reply.write(to: &text)
    }
    if problem != nil, request?.stops == true, !isOver { reason = .failed }
    LineAnswer.done(output: text.string, problem: problem, end: reason)
      .write(to: &output)
    saysEnd = saysEnd || isOver
  }

  private func flush(_ context: ChannelHandlerContext) {
    guard !output.isEmpty else { return }
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: output.bytes)), promise: nil)
    output.bytes.removeAll(keepingCapacity: output.bytes.count <= 2 * Self.chunk)
  }

  /// Runs the last line, which may lack its line end, after the client has closed its side.
  private func finish(_ context: ChannelHandlerContext) {
    if !isOver, let line = input.framer.rest { execute(line) }
    end(context)
  }

  /// Closes the connection when all replies have been sent, or after some seconds if the client
  /// does not read them.
  private func end(_ context: ChannelHandlerContext, because cause: LineAnswer.End? = nil) {
    guard !isEnding else { return }
    isEnding = true
    reason = cause ?? reason ?? .quit
    input.blocks.removeAll()
    if request != nil, !saysEnd, let reason { LineAnswer.end(reason).write(to: &output) }
    let channel = context.channel
    let written = context.eventLoop.makePromise(of: Void.self)
    written.futureResult.whenComplete { _ in channel.close(promise: nil) }
    let force = context.eventLoop.scheduleTask(in: .seconds(limits.closingSeconds)) {
      channel.close(promise: nil)
    }
    channel.closeFuture.whenComplete { _ in force.cancel() }
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: output.bytes)), promise: written)
    output.bytes.removeAll()
  }
}

/// The moment after which the current line is interrupted.
final class LineDeadline {
  /// Milliseconds of the monotonic clock.
  var end = Int64.max

  var isOver: Bool { SystemClock.monotonic >= end }
}
