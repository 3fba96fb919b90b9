import ParlorKit
import Testing
@testable import MinesweeperGame
struct ScratchTests {
  @Test func scratch() throws {
    func run(_ setup: String, _ lines: String, wait: Int64 = 0) throws {
      var m = try Match(setup)
      print("## \(setup)"); print(m.reply(to: m.game.opening(of: m.state)))
      for l in lines.split(separator: ";") { m.time += wait; print("> \(l)"); 
        if l == "show" { print(m.show()); continue }
        let c = m
        print((try? m.play(String(l))) ?? "REFUSED")
        var d = c
        print(((try? d.events(of: String(l))) ?? []).map { json($0) }) }
      print(json(m.view.fields))
      print(m.show(styled: true).replacing("\u{1B}", with: "ESC"))
    }
    try run("layout=..*/.../...", "flag 1 3;reveal 1 2;reveal 1 2;reveal 1 3;flag;flag;chord 1 2;difficulty;resign", wait: 1500)
    try run("layout=.*.../**.../.....", "reveal 3 1;reveal 3 2;reveal 3 3;reveal 2 3;reveal 1 3;reveal 3 4")
    try run("layout=**../..../..*.", "reveal 2 1;flag 2 2;flag 3 1;chord 2 1;mark 1 1;mark 1 1;resign", wait: 12345)
    try run("layout=**./.../...", "reveal 3 1;show")
    try run("layout=*../**./...", "flag 1 2;flag 1 1;reveal 2 3;chord 2 3", wait: 61001)
    try run("easy", "mode;resign")
    try run("easy first=open guess=no", "show")
  }
}
