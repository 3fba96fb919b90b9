import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOEmbedded
import NIOPosix
import Synchronization

@testable import parlord

/// A response, whole.
struct TestResponse: Sendable {
  var status: HTTPResponse.Status
  var headers: HTTPFields
  var body: ByteBuffer
}

/// Sends requests to the routes of a server in this process, without a network.
struct RouterClient: Sendable {
  let responder: RouterResponder<WebContext>
  let logger: Logger

  func execute(
    uri: String, method: HTTPRequest.Method, headers: HTTPFields = [:],
    body: ByteBuffer = ByteBuffer(), authority: String? = "localhost"
  ) async throws -> TestResponse {
    var headers = headers
    headers[.contentLength] = String(body.readableBytes)
    let request = Request(
      head: HTTPRequest(
        method: method, scheme: "http", authority: authority, path: uri, headerFields: headers),
      body: RequestBody(buffer: body))
    let source = ApplicationRequestContextSource(
      channel: NIOAsyncTestingChannel(), logger: logger)
    let response = try await responder.respond(to: request, context: WebContext(source: source))
    let collected = Collected()
    try await response.body.write(Collector(collected: collected))
    return TestResponse(
      status: response.status, headers: response.headers, body: collected.all.withLock { $0 })
  }

  private final class Collected: Sendable {
    let all = Mutex(ByteBuffer())
  }

  private struct Collector: ResponseBodyWriter {
    let collected: Collected

    func write(_ buffer: ByteBuffer) {
      collected.all.withLock { _ = $0.writeImmutableBuffer(buffer) }
    }

    func finish(_ trailingHeaders: HTTPFields?) {}
  }
}

/// A connection that is kept alive to a server in another process.
struct WebConnection: Sendable {
  /// The server has closed the connection.
  struct ClosedError: Error {}

  private struct Exchange: Sendable {
    let request: ByteBuffer
    let response: EventLoopPromise<TestResponse>
  }

  private let channel: any Channel

  init(port: Int) async throws {
    channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(Responses())
        }
      }
      .connect(host: "127.0.0.1", port: port).get()
  }

  /// Posts a body. One request is under way at a time.
  func post(
    _ path: String, _ body: String, headers: HTTPFields = [:]
  ) async throws -> TestResponse {
    var request = "POST \(path) HTTP/1.1\r\nHost: localhost\r\n"
    for field in headers { request += "\(field.name): \(field.value)\r\n" }
    request += "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    let exchange = Exchange(
      request: ByteBuffer(string: request), response: channel.eventLoop.makePromise())
    channel.writeAndFlush(exchange).cascadeFailure(to: exchange.response)
    return try await exchange.response.futureResult.get()
  }

  private final class Responses: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = Exchange
    typealias OutboundOut = ByteBuffer

    private var waiting: EventLoopPromise<TestResponse>?
    private var held = ByteBuffer()

    func write(
      context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
    ) {
      let exchange = unwrapOutboundIn(data)
      waiting = exchange.response
      context.write(wrapOutboundOut(exchange.request), promise: promise)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      var data = unwrapInboundIn(data)
      held.writeBuffer(&data)
      if let response = nextResponse() { waiting?.succeed(response) }
    }

    func channelInactive(context: ChannelHandlerContext) {
      waiting?.fail(ClosedError())
      context.fireChannelInactive()
    }

    /// The response in the data that has arrived, if it is complete.
    private func nextResponse() -> TestResponse? {
      let text = String(buffer: held)
      guard let end = text.range(of: "\r\n\r\n") else { return nil }
      let lines = text[..<end.lowerBound].split(separator: "\r\n")
      var headers = HTTPFields()
      for line in lines.dropFirst() {
        let parts = line.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, let name = HTTPField.Name(String(parts[0])) else { continue }
        let value = parts[1].drop { $0 == " " }
        headers.append(HTTPField(name: name, value: String(value)))
      }
      let size = headers[.contentLength].flatMap { Int($0) } ?? 0
      let start = text[..<end.upperBound].utf8.count
      guard held.readableBytes >= start + size else { return nil }
      let words = lines[0].split(separator: " ")
      held.moveReaderIndex(forwardBy: start)
      let body = held.readSlice(length: size) ?? ByteBuffer()
      return TestResponse(
        status: .init(code: words.count > 1 ? Int(words[1]) ?? 0 : 0), headers: headers,
        body: body)
    }
  }
}
