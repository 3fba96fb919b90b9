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

  /// The numbers are those of the article.
  @Test(arguments: [
    (1, Style.strong), (2, .faint), (31, .bad), (32, .good), (33, .notice), (34, .done),
    (35, .quoted), (36, .number),
  ])
  func `each number of a colour stands for a style`(number: Int, style: Style) {
    var text = TextWriter(styled: true)
    PluginText("\u{1B}[\(number)mx\u{1B}[0m").write(to: &text)
    #expect(text.string == "\(style.start)x\(Style.end)")
  }

  /// A program that asks for its colours by `Style` has them, whatever the numbers are.
  @Test(arguments: Style.allCases)
  func `the sequences of the styles stay`(style: Style) {
    let styled = "\(style.start)x\(Style.end)"
    var text = TextWriter(styled: true)
    PluginText(styled).write(to: &text)
    #expect(text.string == styled)
  }
}
