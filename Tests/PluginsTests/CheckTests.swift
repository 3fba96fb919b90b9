import Language
import ParlorKit
import Platform
import Plugins
import TestKit
import Testing

/// The checks that a plugin's author can run find what they are for.
@Suite(.blocking) struct CheckTests {
  @Test func aPluginThatKeepsTheProtocolPasses() throws {
    let plugin = try ScriptedPlugin()
    let lines = plugin.session().reply("plugin check odd").split(separator: "\n")
    #expect(lines.count == 13)
    #expect(lines.allSatisfy { $0.hasPrefix("ok ") }, "\(lines)")
  }

  @Test(arguments: [
    ("exit 1", "", 1, "stopped with exit code 1 during `hello`"),
    (ScriptedPlugin.hello(number: 3), "", 2, "speaks protocol 3"),
    ("", "?", 4, "at `play go 1` it refused: refused without a reason"),
    ("", #"{"line":"go 2","events":[],STATE}"#, 6, "the state differs"),
    ("", #"{"line":"why","events":[],STATE}"#, 5, "`go 1` became `why`"),
    ("", #"{"line":"go 1","used":1,STATE}"#, 6, "`go 1` draws"),
  ])
  func aBrokenPluginFails(hello: String, answer: String, number: Int, message: String) throws {
    // The state holds the number of the process, so that it differs in another process.
    let state = #""state":{"turn":0,"view":{"prompt":"'$$'"},"legal":{"moves":["go 1"]}}"#
    let object = answer.replacing("STATE", with: state)
    let play =
      switch answer {
      case "": ScriptedPlugin.play
      case "?": "printf '?%s {}\\n\\n' $id"
      default: "printf '=%s %s\\n\\n' $id '\(object)'"
      }
    let plugin = try ScriptedPlugin(
      hello: hello.isEmpty ? ScriptedPlugin.hello() : hello, play: play)
    let lines = plugin.session { $0.answer = 10_000 }.reply("plugin check odd").split(
      separator: "\n")
    let line = try #require(lines.first { $0.hasPrefix("not ok \(number) - ") }, "\(lines)")
    #expect(line.contains(message))
  }

  @Test func whatIsWrittenBesideAnswersFails() throws {
    let plugin = try ScriptedPlugin(play: "echo hm; \(ScriptedPlugin.play)")
    let reply = plugin.session().reply("plugin check odd")
    #expect(reply.contains("not ok 12 - it writes nothing but answers: `hm`\n"))
  }
}
