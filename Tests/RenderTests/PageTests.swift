import ParlorKit
import Platform
import Testing

@testable import Render

@Suite struct PageTests {
  private static func recording() -> Recording {
    var recording = Recording(title: "a <b> & \u{202E}c", columns: 80)
    for (number, face) in [1, 2].enumerated() {
      var frame = Recording.Frame(command: StyledLine("roll </script>"))
      frame.reply = [StyledLine("Ann rolls \(face)", [.good]), StyledLine("Ann to roll.")]
      frame.eventCount = 1
      frame.game = Recording.Position(
        number: 1, caption: "Dice: </script>", moveCount: number,
        table: .picture(
          Picture([
            Picture.Row("Ann <i>", note: "250", isMarked: true),
            Picture.Row("", [.die(face), .heldDie(6), .text("&")], note: "at stake"),
          ])))
      recording.frames.append(frame)
    }
    return recording
  }

  private static func page(_ theme: Theme = .auto) -> String {
    String(decoding: Page(recording(), theme: theme).bytes, as: UTF8.self)
  }

  @Test func `the content policy names the script and the style of the page`() throws {
    let page = Self.page()
    let style = try #require(page.firstMatch(of: #/<style>([\s\S]*?)</style>/#)?.1)
    let script = try #require(page.firstMatch(of: #/<script>([\s\S]*?)</script>/#)?.1)
    let hashes = [style, script].map { SHA256.base64(of: Array($0.utf8)) }
    #expect(
      page.contains(
        "default-src 'none'; style-src 'sha256-\(hashes[0])'; script-src 'sha256-\(hashes[1])'; "
          + "base-uri 'none'; form-action 'none'"))
  }

  @Test func `a page refers to nothing outside of it`() {
    let page = Self.page()
    for text in ["src=", "url(", "@import", "http:", "https:", "style=", "onclick=\""] {
      let rest = page.replacing("http://www.w3.org/2000/svg", with: "")
      #expect(!rest.contains(text), "\(text)")
    }
  }

  @Test func `no text becomes markup`() {
    let page = Self.page()
    #expect(!page.contains("roll </script>") && !page.contains("Ann <i>"))
    #expect(page.contains("<title>a &lt;b&gt; &amp; \u{FFFD}c</title>"))
    #expect(page.contains("\"Dice: \\u003c/script>\""))
    #expect(page.components(of: "</script>") == 2)
  }

  @Test func `each piece is drawn once, and its script finds it`() {
    let page = Self.page()
    #expect(page.components(of: "<g id=\"p") == 4)
    #expect(page.contains("[\"\",\"]^_\",\"at stake\",0]"))
    #expect(page.contains("[\"\",\"`^_\",\"at stake\",0]"))
    #expect(page.contains("\"steps\":[[0,0,1,0],[0,1,1,1]]"))
  }

  @Test func `a theme has its colours only`() {
    #expect(Self.page(.auto).contains("prefers-color-scheme"))
    #expect(!Self.page(.light).contains("prefers-color-scheme"))
    #expect(Self.page(.dark).contains("color-scheme:dark"))
  }

  @Test(arguments: [
    ("", "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="),
    ("abc", "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="),
    (String(repeating: "a", count: 64), "/+BU/nrgy23GXDr5th1SCfQ5hR20PQulmXM33xVGaOs="),
  ])
  func `digests are those of the published vectors`(_ text: String, _ digest: String) {
    #expect(SHA256.base64(of: Array(text.utf8)) == digest)
  }
}

extension String {
  fileprivate func components(of text: String) -> Int { ranges(of: text).count }

  @Test func `a cell with a number shows it in its colour, an empty one shows nothing`() {
    var recording = Recording(title: "a", columns: 80)
    var frame = Recording.Frame(command: StyledLine("open a1"))
    frame.game = Recording.Position(
      number: 1, caption: "a", moveCount: 0,
      table: .picture(Picture([Picture.Row("", [.number(0), .number(1), .number(8)])])))
    recording.frames.append(frame)
    let page = String(decoding: Page(recording, theme: .auto).bytes, as: UTF8.self)
    let shown = page.matches(of: #/class="(n[0-9])"[^>]*>([0-9])</#).map { "\($0.1) \($0.2)" }
    #expect(shown == ["n1 1", "n8 8"])
  }

  @Test func `a picture has the same room at all sides, and labels have it too`() {
    let empty = BoardDrawing.size(of: Picture([]), labels: 0)
    #expect(empty.width == empty.height && empty.width > 0)
    func width(_ label: String) -> Int {
      BoardDrawing.labelWidth(of: Picture([Picture.Row(label, [.die(1)])]))
    }
    #expect(width("") == 0)
    let character = width("ab") - width("a")
    #expect(width("a") == character + empty.width)
  }
}
