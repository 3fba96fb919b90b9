import ParlorKit
import TestKit
import Testing

@testable import ParlorEngine

/// The commands that touch files, as JSON.
struct FileEventTests {
  @Test func `saving, loading, sourcing and recording work`() throws {
    let folder = try TemporaryFolder()
    try folder.add("s", "add 1\n\n# x\ntotal\n")
    let session = Session(folder: folder)
    session.run("set format json", "new pile Ann seed=1", "add 2")
    let one = #""title":"Pile","caption":"Ann","moves":1,"over":false}"#
    let state = #""game":{"number":1,"name":"pile"},"state":{"total":2,"turn":"Ann","time":0}}"#
    #expect(
      session.say("save a")
        == #"{"ok":true,"command":"save","events":[{"type":"saved","path":"a","game":{"number":1,"#
        + one + "}]," + state)
    #expect(
      session.say("load a")
        == #"{"ok":true,"command":"load","events":[{"type":"kept-open","number":1,"# + one
        + #",{"type":"loaded","path":"a","game":{"number":2,"# + one + "}],"
        + state.replacing(#""game":{"number":1"#, with: #""game":{"number":2"#))
    let three = #""game":{"number":2,"name":"pile"},"state":{"total":3,"turn":"Ann","time":0}}"#
    #expect(
      session.say("4 source s")
        == #"{"ok":true,"command":"add","events":[{"type":"added","player":"Ann","count":1,"#
        + #""total":3}],"# + three + "\n"
        + #"{"ok":true,"command":"total","events":[{"type":"total","total":3,"limit":20}],"# + three
        + "\n" + #"{"id":4,"ok":true,"command":"source","events":[{"type":"sourced","path":"s","#
        + #""lines":2}],"# + three)
    #expect(
      session.say("record r")
        == #"{"ok":true,"command":"record","events":[{"type":"recording","path":"r"}],"# + three)
    #expect(
      session.say("record off")
        == #"{"ok":true,"command":"record","events":[{"type":"recorded","path":"r","commands":0}],"#
        + three)
    #expect(
      session.say("record")
        == #"{"ok":true,"command":"record","events":[{"type":"recording","path":null}],"# + three)
    #expect(
      session.say("load none")
        == #"{"ok":false,"error":{"code":"io","message":"cannot read none: no such file or "#
        + #"directory","column":6,"legal":[]},"game":{"number":2,"name":"pile"}}"#)
  }
}
