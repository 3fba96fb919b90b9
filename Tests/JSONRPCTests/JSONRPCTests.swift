import JSONRPC
import ParlorKit
import Testing

/// The examples of the specification of JSON-RPC 2.0, and what is no message.
@Suite struct JSONRPCTests {
  @Test func `requests and notifications are read`() {
    #expect(
      RPCMessage.read(
        #"{"jsonrpc": "2.0", "method": "subtract", "params": [42, 23], "id": 1}"#.utf8)
        == .request(id: 1, method: "subtract", params: [42, 23]))
    #expect(
      RPCMessage.read(#"{"jsonrpc":"2.0","method":"m","params":{"a":1},"id":"x"}"#.utf8)
        == .request(id: "x", method: "m", params: ["a": 1]))
    #expect(
      RPCMessage.read(#"{"jsonrpc":"2.0","method":"m","id":null}"#.utf8)
        == .request(id: .null, method: "m", params: nil))
    #expect(
      RPCMessage.read(#"{"jsonrpc":"2.0","method":"m","id":1.5}"#.utf8)
        == .request(id: .number(1.5), method: "m", params: nil))
  }

  @Test func `notifications have no ID`() {
    #expect(
      RPCMessage.read(#"{"jsonrpc": "2.0", "method": "update", "params": [1,2]}"#.utf8)
        == .notification(method: "update", params: [1, 2]))
  }

  @Test func `results and errors are read`() {
    #expect(
      RPCMessage.read(#"{"jsonrpc":"2.0","result":19,"id":3}"#.utf8)
        == .response(id: 3, result: .success(19)))
    #expect(
      RPCMessage.read(
        #"{"jsonrpc":"2.0","error":{"code":-1,"message":"no","data":[]},"id":3}"#.utf8)
        == .response(id: 3, result: .failure(RPCError(code: -1, message: "no", data: []))))
  }

  @Test(
    arguments: [
      (#"{"jsonrpc": "2.0", "method": "foobar, "params": "bar", "baz]"#, -32700, .null),
      ("", -32700, .null),
      ("\u{0}", -32700, .null),
      (#"[1"#, -32700, .null),
      ("[]", -32600, .null),
      (#"[{"jsonrpc":"2.0","method":"m","id":1}]"#, -32600, .null),
      ("1", -32600, .null),
      ("{}", -32600, .null),
      (#"{"jsonrpc":"2.0","method":1,"params":"bar"}"#, -32600, .null),
      (#"{"jsonrpc":"2.0","method":"m","params":"bar","id":7}"#, -32600, 7),
      (#"{"jsonrpc":"1.0","method":"m","id":7}"#, -32600, 7),
      (#"{"method":"m","id":"a"}"#, -32600, "a"),
      (#"{"jsonrpc":"2.0","method":"m","id":{}}"#, -32600, .null),
      (#"{"jsonrpc":"2.0","method":"m","id":true}"#, -32600, .null),
      (#"{"jsonrpc":"2.0","id":1}"#, -32600, 1),
      (#"{"jsonrpc":"2.0","result":1,"error":{"code":1,"message":""},"id":1}"#, -32600, 1),
      (#"{"jsonrpc":"2.0","error":{"code":"1","message":""},"id":1}"#, -32600, 1),
      (#"{"jsonrpc":"2.0","result":1}"#, -32600, .null),
    ] as [(String, Int, Value)])
  func `malformed messages get an error with their id`(text: String, code: Int, id: Value) throws {
    guard case .malformed(id, let error) = RPCMessage.read(text.utf8) else {
      Issue.record("\(RPCMessage.read(text.utf8))")
      return
    }
    #expect(error.code == code)
  }

  @Test func `bytes that are not UTF-8 are malformed`() {
    guard case .malformed(.null, let error) = RPCMessage.read([0x22, 0xFF, 0x22]) else {
      Issue.record("read")
      return
    }
    #expect(error == .parseError("this is not JSON: the string is not UTF-8 (byte 2)"))
  }

  /// What is written is read again as the same message.
  @Test(
    arguments: [
      .request(id: "a\n", method: "m", params: ["k": [1, .null]]),
      .notification(method: "n", params: nil),
      .response(id: 1, result: .success(["x": "é"])),
      .response(id: .null, result: .failure(.invalidParams("no", data: 1))),
    ] as [RPCMessage])
  func `a written message is read as the same message`(message: RPCMessage) {
    #expect(RPCMessage.read(message.json) == message)
    #expect(!message.json.contains(UInt8(ascii: "\n")))
  }

  @Test func `a malformed message gets a response`() {
    #expect(
      String(decoding: RPCMessage.read("[]".utf8).json, as: UTF8.self)
        == #"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"#
        + #""message":"batches are not supported: send each message alone"}}"#)
    #expect(
      String(decoding: RPCMessage.read("1".utf8).json(omittingNullID: true), as: UTF8.self)
        == #"{"jsonrpc":"2.0","error":{"code":-32600,"message":"a message is a JSON object"}}"#)
    #expect(
      RPCError.methodNotFound("a\"b")
        == RPCError(code: -32601, message: #"there is no method "a\"b""#))
  }
}
