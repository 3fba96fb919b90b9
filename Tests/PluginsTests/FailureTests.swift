import ParlorEngine
import ParlorKit
import Platform
import Plugins
import TestKit
import Testing

/// What plugins do wrong harms nothing but their own command.
@Suite(.blocking) struct FailureTests {
  @Test func `a plugin that stops is restarted and repeats the game`() throws {
    // It stops at the third move, once.
    let plugin = try ScriptedPlugin(
      before: "n=0",
      play: """
        n=$((n + 1))
        if [ $n = 3 ] && [ ! -e $here/stopped ]; then touch $here/stopped; exit 9; fi
        \(ScriptedPlugin.play)
        """)
    let session = plugin.session()
    #expect(session.reply("new odd") == "Opened.\nGo on.\n")
    #expect(session.replies("go", "go") == "It goes.\nGo on.\n")
    #expect(
      session.reply("go") == """
        The plugin odd stopped with exit code 9 during `play`, was restarted and repeated the game.
        It goes.
        Go on.

        """)
    #expect(session.reply("go") == "It goes.\nGo on.\n")
    #expect(session.reply("log") == "new odd seed=0\ngo 1\ngo 1\ngo 1\ngo 1\n")
  }

  @Test func `a plugin that stops again fails and the game stands`() throws {
    let plugin = try ScriptedPlugin(
      play: """
        if [ "${rest##* }" = 5 ]; then echo 'out of luck' >&2; exit 3; fi; \(ScriptedPlugin.play)
        """)
    let session = plugin.session()
    _ = session.replies("new odd", "go")
    let reply = session.reply("go 5")
    #expect(
      reply.tells(["exit code 3", "`play`"]) && reply.hasSuffix(": out of luck\n"), "\(reply)")
    #expect(session.reply("log") == "new odd seed=0\ngo 1\n")
    #expect(session.reply("go") == "It goes.\nGo on.\n")
  }

  @Test func `a signal is told`() throws {
    let plugin = try ScriptedPlugin(play: "kill -9 $$")
    let session = plugin.session()
    let reply = session.replies("new odd", "go")
    #expect(reply.tells(["signal 9", "`play`"]), "\(reply)")
  }

  @Test func `a plugin that stalls is ended`() throws {
    let plugin = try ScriptedPlugin(play: "echo $$ >$here/number; exec sleep 1000")
    let session = plugin.session { $0.answer = 5000 }
    let reply = session.replies("new odd", "go")
    #expect(reply.tells(["`play`", "5 seconds"]), "\(reply)")
    let number = try #require(
      Int32(
        String(decoding: try FileSystem.read("\(plugin.folder)/number"), as: UTF8.self)
          .split(separator: "\n")[0]))
    #expect(ProcessNumber.isFree(number))
    #expect(session.reply("why") == "Because.\n")
  }

  /// Every key at the prompt asks for a view.
  @Test func `a plugin that stalls at a view is asked once`() throws {
    let definition = ScriptedPlugin.definition.replacing(
      "\"commands\"", with: "\"traits\":[\"reads-clock\"],\"commands\"")
    let plugin = try ScriptedPlugin(
      hello: ScriptedPlugin.hello(definition),
      others: "view) echo asked >>$here/views; exec sleep 1000 ;;")
    let session = plugin.session { $0.answer = 1000 }
    var text = session.replies("new odd", "go")
    for _ in 0..<5 {
      for line in ["clock +1s", "show", "state"] { text += session.reply(line) }
    }
    let asked = String(decoding: try FileSystem.read("\(plugin.folder)/views"), as: UTF8.self)
    #expect(asked == "asked\n")
    let notice =
      "The plugin odd gave no answer to `view` within a second and was stopped; it is not asked for"
      + " views again."
    #expect(text.split(separator: "\n").count { $0 == notice } == 1, "\(text)")
  }

  @Test func `a plugin that stalls at advice is asked once`() throws {
    let plugin = try ScriptedPlugin(
      hello: ScriptedPlugin.hello(capabilities: #","advise""#),
      others: "advise) echo asked >>$here/questions; exec sleep 1000 ;;")
    let session = plugin.session { $0.answer = 1000 }
    var text = session.replies("new odd", "go", "go")
    for line in ["hint", "hint why", "hint 2", "review", "seat 1 best", "hint"] {
      text += session.reply(line)
    }
    let asked = String(decoding: try FileSystem.read("\(plugin.folder)/questions"), as: UTF8.self)
    #expect(asked == "asked\n")
    let notice =
      "The plugin odd gave no answer to `advise` within a second and was stopped; it is not asked for"
      + " advice again."
    #expect(text.split(separator: "\n").count { $0 == notice } == 1, "\(text)")
    #expect(text.contains("error[plugin]: "))
  }

  /// A child that a plugin leaves behind holds its output.
  @Test func `a child that holds the pipe costs nothing`() throws {
    let plugin = try ScriptedPlugin(play: "sleep 1000 2>&1 & exit 3")
    let session = plugin.session { $0.answer = 600_000 }
    let reply = session.replies("new odd", "go")
    #expect(reply.tells(["exit code 3", "`play`"]), "\(reply)")
  }

  @Test(arguments: [
    (#""turn":7"#, "`turn` is not the number of a player"),
    (#""winners":[2]"#, "`winners` are not different numbers of players"),
    (#""winners":[0,0]"#, "`winners` are not different numbers of players"),
  ])
  func `the players are those of the game`(status: String, reason: String) throws {
    let definition = ScriptedPlugin.definition.replacing(
      "\"commands\"",
      with: #""setup":[{"name":"NAME","kind":"name","count":[1,4]}],"commands""#)
    let plugin = try ScriptedPlugin(
      hello: ScriptedPlugin.hello(definition),
      play: ScriptedPlugin.play.replacing(#""turn":0"#, with: status))
    let session = plugin.session()
    let reply = session.replies("new odd Ann Bob", "go")
    #expect(reply.hasPrefix("error[plugin]: ") && reply.contains(reason), "\(reply)")
  }

  @Test func `a move is the one that was asked for`() throws {
    let definition = ScriptedPlugin.definition.replacing(
      "\"commands\":[", with: #""commands":[{"verb":"stay","summary":"stay","examples":["stay"]},"#)
    let plugin = try ScriptedPlugin(hello: ScriptedPlugin.hello(definition))
    let session = plugin.session()
    let reply = session.replies("new odd", "stay")
    #expect(reply.contains("`go 1` is another move than `stay`"), "\(reply)")
    #expect(session.reply("log") == "new odd seed=0\n")
  }

  @Test func `a stall is cut short by the user`() throws {
    let plugin = try ScriptedPlugin(play: "echo $$ >$here/number; exec sleep 1000")
    let path = "\(plugin.folder)/number"
    let session = plugin.session {
      $0.answer = 60_000
      $0.isInterrupted = { (try? FileSystem.read(path))?.last == UInt8(ascii: "\n") }
    }
    let reply = session.replies("new odd", "go")
    #expect(reply.tells(["interrupted", "`play`"]), "\(reply)")
    let text = String(decoding: try FileSystem.read(path), as: UTF8.self)
    let number = try #require(Int32(text.split(separator: "\n")[0]))
    #expect(ProcessNumber.isFree(number))
    FileSystem.remove(path)
    #expect(session.reply("why") == "Because.\n")
  }

  @Test(arguments: [
    ("echo hello; echo", "no answer to `play` within"),
    ("echo \"=$id hello\"; echo", "no valid answer to `play`: a value is missing, at byte 2"),
    ("echo \"=$id [1]\"; echo", "no valid answer to `play`: it is not an object"),
    ("echo \"=$id {}\"; echo", "no valid answer to `play`: `line` is not a line of the game"),
    ("echo \"=77 {}\"; echo", "no valid answer to `play`: the number is not that of the request"),
    ("echo \"=$id {}\"", "no valid answer to `play`: no empty line follows it"),
    (
      "echo \"=$id {\\\"line\\\":\\\"fly 1\\\",\(#"\"state\":{}"#)}\"; echo",
      "no valid answer to `play`: `fly` is not a move that the plugin declares"
    ),
    (
      #"echo "=$id {\"line\":\"go 1\"}"; echo"#, "no valid answer to `play`: `state` is missing"
    ),
    (
      #"echo "=$id {\"line\":\"go 1\",\"state\":{\"turn\":-1}}"; echo"#,
      "no valid answer to `play`: `turn` is not the number of a player"
    ),
    (
      #"echo "=$id {\"line\":\"go 1\",\"used\":-1,\"state\":{}}"; echo"#,
      "no valid answer to `play`: `used` is not a number of words"
    ),
    (#"echo "=$id {\"more\":99999}"; echo"#, "`more` is not a number from 8 to 4096"),
    (
      #"echo "?$id {\"code\":\"unknown-command\",\"message\":\"what\"}"; echo"#,
      "the plugin odd does not know its own command `go`"
    ),
  ])
  func `garbage is no answer`(script: String, message: String) throws {
    let plugin = try ScriptedPlugin(play: "printf '%b' '' ; \(script)")
    let session = plugin.session { $0.answer = 5000 }
    let reply = session.replies("new odd", "go")
    #expect(reply.contains("error[plugin]: "))
    #expect(reply.contains(message), "\(reply)")
    #expect(session.reply("log").hasSuffix("new odd seed=0\n"))
    #expect(session.reply("why").hasSuffix("Because.\n"))
  }

  @Test func `an answer that is too long is refused`() throws {
    let plugin = try ScriptedPlugin(play: "echo \"=$id $(head -c 3000 /dev/zero | tr '\\0' x)\"")
    let session = plugin.session { $0.bytes = 2000 }
    let reply = session.replies("new odd", "go")
    #expect(reply.tells(["`play`", "2,000 bytes"]), "\(reply)")
  }

  @Test func `stray lines are told once`() throws {
    let plugin = try ScriptedPlugin(play: "echo debug $id; \(ScriptedPlugin.play)")
    let session = plugin.session()
    _ = session.reply("new odd")
    #expect(
      session.reply("go") == """
        The plugin odd wrote `debug 3`, which is not an answer; further lines like it are ignored.
        It goes.
        Go on.

        """)
    #expect(session.reply("go") == "It goes.\nGo on.\n")
  }

  @Test func `a flood of errors blocks nothing`() throws {
    let plugin = try ScriptedPlugin(
      play: "head -c 3000000 /dev/zero | tr '\\0' e >&2; echo the end >&2; \(ScriptedPlugin.play)")
    let session = plugin.session()
    #expect(session.replies("new odd", "go") == "It goes.\nGo on.\n")
  }

  @Test func `a plugin that ends during the handshake is told`() throws {
    let plugin = try ScriptedPlugin(hello: "echo 'no such module' >&2; exit 1")
    let reply = plugin.session().reply("new odd")
    #expect(
      reply.tells(["exit code 1", "`hello`"]) && reply.hasSuffix(": no such module\n"), "\(reply)")
  }

  @Test func `a file that is no program is told`() throws {
    let plugin = try ScriptedPlugin()
    try FileSystem.write(Array("#!/no/such/shell\n".utf8), to: "\(plugin.folder)/parlor-odd")
    let reply = plugin.session().reply("new odd")
    #expect(reply.tells(["\(plugin.folder)/parlor-odd"]), "\(reply)")
  }

  @Test func `another protocol is refused`() throws {
    let plugin = try ScriptedPlugin(hello: ScriptedPlugin.hello(number: 3))
    let reply = plugin.session().reply("new odd")
    #expect(reply.tells(["protocol 3", "1 to 2"]), "\(reply)")
  }

  @Test func `texts cannot forge replies`() throws {
    let plugin = try ScriptedPlugin(
      ask: #"""
        printf '=%s {"events":[{"type":"B A D","text":"> quit\\n\\n  \\n\\u001b[31mred\\u001b[0m \\u001b[2Jx\\u0007\\nerror[io]: no\\u202e  "}]}\n\n' "$id"
        """#)
    let session = plugin.session()
    #expect(session.replies("new odd", "why") == "  > quit\nred [2Jx\n  error[io]: no\n")
    _ = session.reply("set format json")
    #expect(session.reply("why").contains(#""events":[{"type":"event"}]"#))
  }

  @Test func `one plugin does not harm another game`() throws {
    let plugin = try ScriptedPlugin(play: "exit 1")
    let session = plugin.session()
    _ = session.replies("new odd", "go")
    try FileSystem.write(
      Array("#!/bin/sh\nexit 0\n".utf8), to: "\(plugin.folder)/parlor-other", mode: 0o755)
    #expect(session.reply("new other").tells(["other"]))
    #expect(session.reply("why") == "Because.\n")
  }

  @Test func `sessions without processes find no plugins`() throws {
    let plugin = try ScriptedPlugin()
    var settings = Settings(games: [])
    settings.commands = [HostCommand.Named("plugin") { .plugin }]
    settings.finder = PluginHost([plugin.folder], limits: .patient)
    let session = Interpreter(settings)
    #expect(session.reply("new odd").hasPrefix("error[bad-argument]: "))
    #expect(session.reply("plugin list").hasPrefix("error[not-now]"))
  }
}

extension String {
  /// Whether a reply says that a plugin failed, with these facts in the error's line.
  fileprivate func tells(_ facts: [String]) -> Bool {
    let line = prefix { $0 != "\n" }
    return line.hasPrefix("error[plugin]: ") && facts.allSatisfy { line.contains($0) }
  }
}
