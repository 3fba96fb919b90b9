import Testing

@testable import ParlorKit

/// JSON on one line without blanks.
struct JSONWriterTests {
  private func written(_ body: (inout JSONWriter) -> Void) -> String {
    var json = JSONWriter()
    body(&json)
    return String(decoding: json.bytes, as: UTF8.self)
  }

  @Test(
    arguments: [
      ("", #""""#), ("a", #""a""#), (#"""#, #""\"""#), (#"\"#, #""\\""#), ("/", #""/""#),
      ("\n\t\r", #""\n\t\r""#),
      ("\u{0}\u{1}\u{8}\u{B}\u{1F}", #""\u0000\u0001\u0008\u000b\u001f""#),
      ("\u{7F}", "\"\u{7F}\""), ("é李🎲\u{2028}", "\"é李🎲\u{2028}\""),
    ] as [(String, String)])
  func `strings are escaped`(text: String, json: String) {
    #expect(written { $0.write(text) } == json)
    #expect(
      written {
        $0.writeObject {
          $0.write(key: text); $0.writeNull()
        }
      } == "{\(json):null}")
  }

  @Test func `scalars are written as JSON`() {
    let text = written { json in
      json.writeArray { json in
        json.writeNull()
        json.write(true)
        json.write(false)
        json.write(0)
        json.write(Int.min)
        json.write(Int.max)
        json.write(0.5)
        json.write(-1e300)
        json.write(Double.nan)
        json.write(Double.infinity)
        json.write("x")
      }
    }
    #expect(
      text
        == #"[null,true,false,0,-9223372036854775808,9223372036854775807,0.5,-1e+300,null,null,"x"]"#
    )
  }

  @Test func `arrays and objects are nested`() {
    let text = written { json in
      json.writeObject { json in
        json.write(key: "a")
        json.writeArray { json in
          json.writeArray { _ in }
          json.writeObject { _ in }
          json.writeArray { $0.write(1) }
          json.write(2)
        }
        json.write(key: "b")
        json.writeObject { json in
          json.write(key: "c")
          json.write("d")
        }
        json.write(key: "e")
        json.write(3)
      }
    }
    #expect(text == #"{"a":[[],{},[1],2],"b":{"c":"d"},"e":3}"#)
  }
}
