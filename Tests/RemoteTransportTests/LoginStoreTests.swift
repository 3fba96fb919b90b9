import LibC
import Platform
import RemoteTransport
import Testing

@Suite struct SessionStoreTests {
  private let one = LoginStore.Entry(service: "https://a/x", name: "Ann", id: 1, token: "t1")
  private let two = LoginStore.Entry(
    service: "https://b/x", name: "Bob \"B\"", id: 2, token: "t2")

  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = try FileSystem.makeTemporaryFolder()
    defer { FileSystem.remove(folder) }
    try body(folder)
  }

  @Test func `each service has one session`() throws {
    try withFolder { folder in
      let store = LoginStore(folder: "\(folder)/sessions", service: "ten")
      #expect(store.entry(of: one.service) == nil)
      try store.keep(one)
      try store.keep(two)
      var later = one
      later.token = "t3"
      try store.keep(later)
      #expect(store.entry(of: one.service) == later)
      #expect(store.entry(of: two.service) == two)
      try store.forget(one.service)
      #expect(store.entry(of: one.service) == nil)
      #expect(store.entry(of: two.service) == two)
    }
  }

  @Test func `only the owner can read it`() throws {
    try withFolder { folder in
      try LoginStore(folder: "\(folder)/sessions", service: "ten").keep(one)
      var status = stat()
      #expect(stat("\(folder)/sessions/ten.jsonl", &status) == 0)
      #expect(status.st_mode & 0o777 == 0o600)
      #expect(stat("\(folder)/sessions", &status) == 0)
      #expect(status.st_mode & 0o777 == 0o700)
    }
  }

  @Test func `lines of others are passed over`() throws {
    try withFolder { folder in
      let store = LoginStore(folder: folder, service: "ten")
      try store.keep(one)
      let bytes = try FileSystem.read("\(folder)/ten.jsonl")
      try FileSystem.write(Array("torn{\n\n[]\n".utf8) + bytes, to: "\(folder)/ten.jsonl")
      #expect(store.entry(of: one.service) == one)
    }
  }
}
