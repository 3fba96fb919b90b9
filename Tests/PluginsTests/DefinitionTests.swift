import LineSyntax
import ParlorEngine
import ParlorKit
import Plugins
import TestKit
import Testing

/// What a plugin may declare.
@Suite(.blocking) struct DefinitionTests {
  /// Changes that make a valid definition invalid.
  static let defects: [(String, String, String)] = [
    (#""name":"odd""#, #""name":"Odd!""#, "the name `Odd!` is not lower-case letters"),
    (#""name":"odd""#, #""name":"even""#, "its name is `even`, but the program is named `odd`"),
    (#""verb":"go""#, #""verb":"undo""#, "the command `undo` is one of Parlor's own"),
    (#""verb":"go""#, #""verb":"plugin""#, "the command `plugin` is one of Parlor's own"),
    (#""verb":"go""#, #""verb":"Go""#, "`Go` is not a verb"),
    (#""verb":"go""#, #""verb":"go","aliases":["why"]"#, "the command `why` is declared twice"),
    (#""kind":"integer""#, #""kind":"float""#, "the kind of `N` is unknown"),
    (#""from":0,"to":9"#, #""from":9,"to":0"#, "`N` has no range from a number to another"),
    (#""count":[0,1]"#, #""count":[2,1]"#, "the count of `N` is not two numbers in order"),
    (#""commands":["#, #""commands":[],"x":["#, "there are no commands"),
    (
      #""commands":["#, #""options":[{"name":"seed","kind":"flag","default":true}],"commands":["#,
      "the option `seed` is one of Parlor's own"
    ),
    (
      #""commands":["#,
      #""options":[{"name":"a","kind":"integer","from":1,"to":2,"default":3}],"commands":["#,
      "the default of `a` is not among its values"
    ),
    (
      #""commands":["#, #""shortcuts":{"x":"y"},"commands":["#,
      "the shortcut `x` does not mean a line of the game"
    ),
    (#""commands":["#, #""traits":["quick"],"commands":["#, "a trait is unknown"),
    (
      #""commands":["#, #""bots":[{"name":"random"}],"commands":["#,
      "the bot `random` is one of Parlor's own"
    ),
    (
      #""commands":["#,
      #""statistics":{"statistics":[{"key":"a","aggregation":["mean","b"]}]},"commands":["#,
      "the aggregation of `a` is unknown"
    ),
    (
      #""commands":["#, #""statistics":{"ranking":{"definition":"…"}},"commands":["#,
      "the ranking has no columns"
    ),
  ]

  @Test(arguments: defects)
  func `a defect is named`(old: String, new: String, message: String) throws {
    let definition = ScriptedPlugin.definition.replacing(old, with: new, maxReplacements: 1)
    #expect(definition != ScriptedPlugin.definition)
    let plugin = try ScriptedPlugin(
      hello: ScriptedPlugin.hello(definition.replacing("'", with: "")))
    let reply = plugin.session().reply("new odd")
    #expect(reply.hasPrefix("error[plugin]: "))
    #expect(reply.contains(message), "\(reply)")
  }

  @Test func `help and completion know the plugin`() throws {
    let plugin = try ScriptedPlugin()
    let session = plugin.session()
    let help = session.reply("help odd")
    #expect(help.hasPrefix("Odd: A game.\nExample\n  new odd\n"))
    #expect(help.contains("\nUsage\n  new odd"))
    _ = session.reply("new odd")
    #expect(
      session.assistant.completion(of: Array("g".utf8)[...]).suggestions.map(\.text).first == "go")
    #expect(
      session.assistant.completion(of: Array("go ".utf8)[...]).suggestions.map(\.text) == ["1"])
    #expect(
      session.reply("go x") == """
        error[bad-argument]: `x` is not a number from 0 to 9
          usage: go [N]

        """)
  }
}
