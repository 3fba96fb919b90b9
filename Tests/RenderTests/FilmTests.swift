import Render
import TestKit
import Testing

/// Keys typed at a program on a pseudo-terminal.
@Suite(.blocking) struct FilmTests {
  /// Reads keys one by one, shows them in brackets, and ends in several ways.
  private static let prompt = """
    stty raw -echo; n=0
    while :; do
      printf '\\033_parlor %s\\033\\\\' $n
      c=$(dd bs=1 count=1 2>/dev/null); n=$((n + 1))
      case $c in
        q) exit 0;; x) exit 3;; k) kill -9 $$;;
        t) printf '\\033[?1049h\\033[3;2H\\033[7mtable\\033[m\\033[?25l';; u) printf '\\033[?1049l\\033[?25h';;
        1) printf '\\033[38;2;19;72;35m[1]\\033[m';;
        [A-Za-z]) printf '[%s]' "$c";;
      esac
    done
    """

  private static func film(_ keys: String) throws -> Film {
    try Film(
      KeyScript(Array(keys.utf8), columns: 20, rows: 5), title: "<keys>", program: "/bin/sh",
      arguments: ["-c", prompt], environment: ["PATH": "/usr/bin:/bin", "TERM": "xterm"])
  }

  @Test func `each key is a change of the screen at its time`() throws {
    let film = try Self.film("type ab\nwait 1000\nkey Up")
    #expect(film.shots.map(\.screen.currentRow) == ["", "[a]", "[a][b]", "[a][b][A]"])
    #expect(
      film.shots.first?.time == 0 && film.shots.map(\.time).sorted() == film.shots.map(\.time))
    #expect(film.duration == (film.shots.last?.time ?? 0) + 1)
    #expect(!film.shots.contains { $0.output.contains { $0 == UInt8(ascii: "_") } })
  }

  @Test func `the film begins at its start, with the screen that is there`() throws {
    let film = try Self.film("type ab\nstart\nwait 500\ntype c\nwait 500")
    #expect(film.shots.map(\.screen.currentRow) == ["[a][b]", "[a][b][c]"])
    #expect(film.shots.first?.output == Array("[a][b]".utf8))
    #expect(film.duration == 500 + film.shots[1].time)
  }

  @Test(
    arguments: [
      ("type aq\nwait 10", nil, nil),
      ("type aq\nwait 10\nkey Enter", 3, "the session ended in line 1"),
      ("type a\ntype x", 2, "exit code 3"), ("type a\n\nkey k\nkey a", 3, "signal 9"),
    ] as [(String, Int?, String?)])
  func `a session may end with its last key, and not before or in another way`(
    _ keys: String, _ line: Int?, _ words: String?
  ) throws {
    guard let line, let words else {
      #expect(try Self.film(keys).shots.last?.screen.currentRow == "[a]")
      return
    }
    let error = #expect(throws: KeyScriptError.self) { try Self.film(keys) }
    #expect(
      error?.line == line && error?.message.contains(words) == true, "\(String(describing: error))")
  }

  @Test func `a program that cannot be started is an error`() throws {
    let script = try KeyScript(Array("type a".utf8), columns: 20, rows: 5)
    #expect(throws: KeyScriptError.self) {
      try Film(script, title: "", program: "/nonexistent", arguments: [], environment: [:])
    }
  }

  @Test func `a picture draws each version of a row once, and shows it for its times`() throws {
    let film = try Self.film("type a\nkey t\nwait 500\nkey u\ntype b")
    let svg = String(decoding: FilmPicture(film, theme: .light).animation, as: UTF8.self)
    #expect(svg.split(separator: ">[a]<").count == 2 && svg.split(separator: ">[a][b]<").count == 2)
    // The table is hidden at the end, and `[a]` comes back after it.
    #expect(svg.contains("visibility=\"hidden\"><rect class=\"fg\""))
    let times = svg.matches(of: /\{visibility:visible\}/).count
    #expect(times == 4, "[a] twice, the table and [a][b] once")
    #expect(svg.contains("&lt;keys&gt;") && svg.contains("prefers-reduced-motion"))
    let still = String(decoding: FilmPicture(film, theme: .light).still, as: UTF8.self)
    #expect(still.contains(">[a][b]<") && !still.contains("table") && !still.contains("animation"))
  }

  /// The square of its distance from the green of the theme is 6698, from black 6770.
  @Test func `a colour becomes the nearest of the theme`() throws {
    let film = try Self.film("type 1")
    let svg = String(decoding: FilmPicture(film, theme: .light).still, as: UTF8.self)
    #expect(svg.contains("class=\"g\"") && svg.contains(">[1]<"), "\(svg)")
  }

  @Test func `a recording has the output, and lasts as long as the film`() throws {
    let film = try Self.film("type a\nstart\ntype b\nwait 1000")
    let lines = String(decoding: Asciicast(film, version: .two).bytes, as: UTF8.self)
      .split(separator: "\n").map(String.init)
    let key = film.duration - 1000
    #expect(
      lines.dropFirst() == [
        #"[0.000,"o","[a]"]"#, #"[0.0\#(key),"o","[b]"]"#, #"[1.0\#(key),"o",""]"#,
      ])
  }
}
