import NIOCore
import NIOEmbedded
import ParlorKit
import Testing

@testable import parlord

/// Connections of the line protocol.
@Suite struct LineSessionTests {
  @Test func `lines that arrive in pieces are answered in order`() throws {
    let wire = try Wire()
    try wire.send("new farkle Ann Bob se")
    #expect(try wire.received() == "")
    try wire.send("ed=7\nroll 1 5 5 2 3 6\nho")
    #expect(
      try wire.received() == """
        Farkle: Ann, Bob. First to 10,000. Seed 7.
        Ann to roll.
        Ann rolls 1 5 5 2 3 6.
        Hold 1 5 5 for 200, 1 5 for 150, 1 for 100, 5 5 for 100 or 5 for 50.

        """)
    try wire.send("ld 1 5 5\r\n")
    #expect(try wire.received() == "Ann holds 1 5 5 for 200.\nRoll 3 dice or bank 200.\n")
  }

  @Test func `a connection has no access to files`() throws {
    let wire = try Wire()
    try wire.send("new farkle Ann Bob\nclock +1s\n")
    _ = try wire.received()
    for line in ["save /tmp/x", "load /etc/passwd", "source /etc/passwd", "record x"] {
      try wire.send(line + "\n")
      #expect(try wire.received().hasPrefix("error[not-now]: "), "\(line)")
    }
    try wire.send("help\n")
    #expect(try !wire.received().contains("\n  save "))
  }

  @Test func `a secret is not shown before the end`() throws {
    let wire = try Wire()
    try wire.send("new mastermind\nlog\nset format json\nshow\n")
    let replies = try wire.received()
    #expect(replies.contains("new mastermind secret=? seed=?"))
    #expect(!replies.contains(String(Wire.seed)))
  }

  @Test func `a seed that was not given is hidden until the game is over`() throws {
    let wire = try Wire()
    try wire.send("new farkle Ann Bob\nlog\nroll 1 5 5 2 3 6\nset format json\nshow\nlog\n")
    let replies = try wire.received()
    #expect(replies.contains("First to 10,000.\n"))
    #expect(replies.contains("Ann rolls 1 5 5 2 3 6."))
    #expect(replies.contains("seed=?"))
    #expect(!replies.contains(String(Wire.seed)))
    try wire.send("set format text\nresign\nlog\n")
    #expect(try wire.received().contains("seed=\(Wire.seed)"))
  }

  @Test func `the secret of a fair game comes after its end, and its commit first`() throws {
    for game in ["farkle Ann Bob", "minesweeper easy", "mastermind"] {
      let wire = try Wire()
      try wire.send("new \(game) fair\n")
      let opened = try wire.received()
      #expect(opened.hasPrefix("Commit "))
      try wire.send(
        "fair word 1 thistle\nroll\nreveal 4 4\nguess 1 1 2 2\nlog\nstate\nfair\nseed\n")
      try wire.send("set format json\nlog\nshow\nfair\nundo\noutcomes\ncopy\nset format text\n")
      let before = opened + (try wire.received())
      #expect(before.contains("thistle"))
      try wire.send("resign\n")
      let secret = try #require(try wire.received().split(separator: "Secret ").last?.prefix(64))
      #expect(secret.allSatisfy(\.isHexDigit) && secret.count == 64)
      #expect(!before.contains(secret))
      // What is shown at the end begins with the commit of the beginning.
      try wire.send("fair\n")
      #expect(try wire.received().hasPrefix(opened.prefix { $0 != "\n" }))
    }
  }

  @Test func `a line that is too long is one error, and its rest is dropped`() throws {
    let wire = try Wire()
    try wire.send(String(repeating: "x", count: 5000))
    try wire.send(String(repeating: "x", count: 100_000) + "echo tail\necho next\n")
    let replies = try wire.received()
    #expect(replies.hasPrefix("error[limit]: "))
    #expect(replies.hasSuffix("\nnext\n") && !replies.contains("tail"))
  }

  @Test func `quit ends the connection, and later lines are not run`() throws {
    let wire = try Wire()
    try wire.send("echo a\nquit\necho b\n")
    #expect(try wire.received() == "a\n")
    #expect(!wire.isOpen)
  }

  @Test func `no line runs while the client does not read its replies`() throws {
    let wire = try Wire()
    wire.isWritable = false
    try wire.send("echo a\necho b\n")
    #expect(try wire.received() == "")
    wire.isWritable = true
    #expect(try wire.received() == "a\nb\n")
  }

  @Test func `lines that arrive together share a limit of time`() throws {
    var limits = LineLimits()
    limits.inputMilliseconds = 0
    let wire = try Wire(limits)
    try wire.send("set format json\necho b\n")
    let replies = try wire.received()
    #expect(replies.hasPrefix("error[limit]: the lines that arrived at once take too long"))
    #expect(!wire.isOpen)
  }

  @Test func `the last line may lack its line end`() throws {
    let wire = try Wire()
    try wire.send("echo a\necho b")
    wire.closeInput()
    #expect(try wire.received() == "a\nb\n")
    #expect(!wire.isOpen)
  }

  @Test func `a client that asks for answers gets one for each line, and the end`() throws {
    let wire = try Wire()
    try wire.send("answer\n")
    let ready = try wire.received()
    #expect(ready.hasPrefix(#"{"ready":"parlord "#) && ready.hasSuffix("\"}\n"))
    try wire.send("echo a\n# nothing\n\nnew bridge\nanswer\n")
    let answers = try wire.received().split(separator: "\n")
    let empty: Substring = #"{"ok":true,"output":""}"#
    #expect(Array(answers.prefix(3)) == [#"{"ok":true,"output":"a\n"}"#, empty, empty])
    #expect(
      answers[3].hasPrefix(
        #"{"ok":false,"output":"","error":{"code":"bad-argument","message":"there is no game `bridge`""#
      ))
    #expect(answers[3].contains(#","column":5,"length":6,"help":["games: "#))
    // It is asked for once, in the first line.
    #expect(answers[4].contains(#""code":"unknown-command""#))
    try wire.send("set format json\nroll\n")
    let replies = try wire.received().split(separator: "\n")
    #expect(replies[0].hasPrefix(#"{"ok":true,"output":"{\"ok\":true,"#))
    #expect(replies[1].hasPrefix(#"{"ok":false,"output":"{\"ok\":false,"#))
    #expect(replies[1].hasSuffix(#"\n","error":{"code":"no-game"}}"#))
    try wire.send("quit\necho b\n")
    #expect(try wire.received().hasSuffix(",\"end\":\"quit\"}\n"))
    #expect(!wire.isOpen)
  }

  @Test func `a client can ask to stop at the first error`() throws {
    let wire = try Wire()
    try wire.send("answer stop\necho a\nroll\necho b\n")
    let answers = try wire.received()
    #expect(answers.hasSuffix(",\"end\":\"failed\"}\n") && !answers.contains("\"b"))
    #expect(!wire.isOpen)
  }

  @Test func `the end of the input is acknowledged`() throws {
    let wire = try Wire()
    try wire.send("answer\necho a")
    wire.closeInput()
    #expect(
      try wire.received().hasSuffix(
        """
        {"ok":true,"output":"a\\n"}
        {"end":"quit"}

        """))
  }

  @Test func `random bytes do not crash the session`() throws {
    let wire = try Wire()
    var chance = RandomSource.numbered(3).chance()
    for _ in 1...200 {
      let bytes = (0..<200).map { _ in UInt8(chance.below(256)) }
      try wire.send(bytes: bytes)
    }
    try wire.send("\necho still here\n")
    #expect(try wire.received().hasSuffix("still here\n"))
  }
}

/// A client on an embedded channel, without a network.
private final class Wire {
  static let seed = 1_234_567
  private let channel = EmbeddedChannel()

  init(_ limits: LineLimits = LineLimits()) throws {
    try channel.pipeline.syncOperations.addHandler(LineSession(limits: limits, seed: Self.seed))
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
  }

  deinit { _ = try? channel.finish(acceptAlreadyClosed: true) }

  var isOpen: Bool { channel.isActive }

  /// Whether the client reads its replies.
  var isWritable: Bool {
    get { channel.isWritable }
    set {
      channel.isWritable = newValue
      channel.pipeline.fireChannelWritabilityChanged()
    }
  }

  func send(_ text: String) throws { try send(bytes: Array(text.utf8)) }

  func send(bytes: [UInt8]) throws { try channel.writeInbound(ByteBuffer(bytes: bytes)) }

  func closeInput() { channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed) }

  /// The output since the last call.
  func received() throws -> String {
    // Long work is done in slices, each a moment after the one before.
    channel.embeddedEventLoop.advanceTime(by: .milliseconds(100))
    var text = ""
    while let buffer = try channel.readOutbound(as: ByteBuffer.self) {
      text += String(buffer: buffer)
    }
    return text
  }
}
