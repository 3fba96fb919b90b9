import ParlorKit
import Platform
import PluginRunner
import TestKit
import Testing

@testable import RemoteTransport

@Suite struct ClientEnvironmentTests {
  private let service = ServiceDescription(
    name: "test", addresses: [], path: "/x", redaction: Redaction(names: []))

  /// What connecting to a cassette leads to: its address, or a refusal.
  private func connect(_ file: String, _ environment: ClientEnvironment) -> String {
    do throws(GameError) {
      return try service.connect(to: "cassette:\(file)", isLax: false, environment).1.text
    } catch {
      return error.message
    }
  }

  private func environment(reading: String, writing: String) -> ClientEnvironment {
    ClientEnvironment(
      RemoteSession(isVirtual: true, readFolder: reading, writeFolder: writing)
    ) { _ in Nobody() }
  }

  /// An earlier login of the player would go on with the next session.
  @Test func `logging out deletes the login that an unsaved one has replaced`() throws {
    let folder = try TemporaryFolder()
    let (store, lock) = (
      LoginStore(folder: folder["s"], service: "test"), folder["s/test.jsonl.lock"]
    )
    let place = ClientEnvironment(
      RemoteSession(isVirtual: true, stateFolder: folder["s"], readFolder: ".", writeFolder: ".")
    ) { _ in Nobody() }
    let url = try #require(ServiceURL("http://localhost"))
    func keep(_ name: String, _ token: String) -> Bool {
      place.keep(service, at: .service(url), name: name, token: token)
    }
    #expect(keep("Ann", "first") && keep("Bob", "second"))
    FileSystem.remove(lock)
    try FileSystem.makeFolders(lock, mode: 0o700)
    #expect(!keep("Ann", "third"))
    FileSystem.removeFolder(lock)
    place.forget(service, at: .service(url), name: "Ann", token: "third")
    #expect(store.entry(of: url.text, name: "Ann") == nil)
    #expect(store.entry(of: url.text, name: "Bob")?.token == "second")
  }

  private final class Nobody: Transport {
    func send(_ request: HTTPRequest) throws(TransportError) -> HTTPResponse {
      throw TransportError(.unreachable("nobody is there"))
    }
  }

  @Test func `what a session writes is found again, and stays in its folder`() throws {
    let folder = try TemporaryFolder()
    try FileSystem.makeFolders(folder["read"], mode: 0o700)
    try FileSystem.makeFolders(folder["write"], mode: 0o700)
    let place = environment(reading: folder["read"], writing: folder["write"])
    _ = try service.recorder("../a.cassette", place)
    #expect(FileSystem.kind(of: folder["write/a.cassette"]) == .file)
    #expect(FileSystem.kind(of: folder["a.cassette"]) == .missing)
    #expect(connect("../a.cassette", place) == "cassette:../a.cassette")
  }

  @Test func `a test reads cassettes below its own folder only`() throws {
    let folder = try TemporaryFolder()
    try folder.add("secret", "x")
    try FileSystem.makeFolders(folder["read"], mode: 0o700)
    try FileSystem.makeFolders(folder["write"], mode: 0o700)
    let place = environment(reading: folder["read"], writing: folder["write"])
    let reason = "it is outside the folder of the scenario"
    for path in ["../secret", folder["secret"]] {
      #expect(connect(path, place) == "cannot read \(path): \(reason)")
    }
  }

  @Test func `a path that begins with ~ begins in the home folder`() throws {
    let home = try #require(FileSystem.environment("HOME"))
    let here = environment(reading: ".", writing: ".")
    #expect(try here.readPath("~/a.cassette") == "\(home)/a.cassette")
    #expect(here.writePath("~/a.cassette") == "\(home)/a.cassette")
    #expect(try here.readPath("a.cassette") == "a.cassette")
  }

  @Test func `files are read from the folder of the script`() throws {
    let folder = try TemporaryFolder()
    let place = environment(reading: folder.path, writing: folder.path)
    #expect(connect("b.cassette", place) == "cannot read b.cassette: no such file or directory")
    _ = try service.recorder("b.cassette", place)
    #expect(connect("b.cassette", place) == "cassette:b.cassette")
    #expect(
      throws: GameError(.io, "cannot create b.cassette: it exists already", at: .argument(0))
    ) { try service.recorder("b.cassette", place) }
    try folder.add("c.cassette", "no cassette")
    #expect(
      connect("c.cassette", place)
        == "cannot read c.cassette: it is not a cassette of test, version 1")
  }
}
