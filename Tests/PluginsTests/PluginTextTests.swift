import ParlorKit
import Testing

@testable import Plugins

@Suite struct PluginTextTests {
  /// The colours that the article "Plugins" promises, and what is no colour.
  @Test func `colours of plugins become those of styles`() {
    var text = TextWriter(styled: true)
    PluginText("\u{1B}[31mred\u{1B}[0m \u{1B}[1mbold\u{1B}[0m\u{1B}[37m").write(to: &text)
    #expect(
      String(decoding: text.bytes, as: UTF8.self)
        == "\(Style.bad.start)red\(Style.end) \(Style.strong.start)bold\(Style.end)[37m")
    #expect(PluginText("\u{1B}[31mred\u{1B}[0m").plain == "red")
    #expect(PluginText.isClean("\u{1B}[36m7\u{1B}[0m\n") && !PluginText.isClean("\u{1B}[37m7"))
  }
}
