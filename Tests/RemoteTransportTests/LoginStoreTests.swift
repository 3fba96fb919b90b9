import Platform
import RemoteTransport
import TestKit
import Testing

@Suite struct LoginStoreTests {
  private let one = LoginStore.Entry(service: "https://a/x", name: "Ann", id: 1, token: "t1")
  private let two = LoginStore.Entry(
    service: "https://b/x", name: "Bob \"B\"", id: 2, token: "t2")

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `each service has one session`() throws {
    let store = LoginStore(folder: folder["sessions"], service: "ten")
    #expect(store.entry(of: one.service) == nil)
    try store.keep(one)
    try store.keep(two)
    var later = one
    later.token = "t3"
    try store.keep(later)
    #expect(store.entry(of: one.service) == later)
    #expect(store.entry(of: two.service) == two)
    try store.forget(one.service, name: one.name, token: later.token)
    #expect(store.entry(of: one.service) == nil)
    #expect(store.entry(of: two.service) == two)
  }

  @Test func `each player at a service has a login, of which the last saved is the first`() throws {
    let store = LoginStore(folder: folder["sessions"], service: "ten")
    var other = two
    other.service = one.service
    try store.keep(one)
    try store.keep(other)
    #expect(store.entry(of: one.service) == other && store.latest == other)
    #expect(store.entry(of: one.service, name: one.name) == one)
    #expect(store.entry(of: one.service, name: "Cy") == nil)
    try store.keep(one)
    #expect(store.entry(of: one.service) == one)
    #expect(store.entry(of: one.service, name: other.name) == other)
    // A login that has been renewed elsewhere stays.
    try store.forget(one.service, name: one.name, token: "old")
    #expect(store.entry(of: one.service) == one)
    try store.forget(one.service, name: one.name, token: one.token)
    #expect(store.latest == other)
  }

  @Test func `logins that are saved at the same time are all kept`() async throws {
    let store = LoginStore(folder: folder["sessions"], service: "ten")
    let names = (0..<40).map { "https://host/\($0)" }
    try await withThrowingTaskGroup { group in
      for name in names {
        group.addTask { try store.keep(.init(service: name, name: "Ann", token: "t")) }
      }
      try await group.waitForAll()
    }
    #expect(names.allSatisfy { store.entry(of: $0) != nil })
  }

  @Test func `only the owner can read it`() throws {
    try LoginStore(folder: folder["sessions"], service: "ten").keep(one)
    #expect(folder.mode("sessions/ten.jsonl") == 0o600)
    #expect(folder.mode("sessions") == 0o700)
  }

  @Test func `lines of another format are skipped`() throws {
    let store = LoginStore(folder: folder.path, service: "ten")
    try store.keep(one)
    try folder.add("ten.jsonl", "torn{\n\n[]\n" + folder.text("ten.jsonl"))
    #expect(store.entry(of: one.service) == one)
  }

  @Test func `a file that cannot be read is not replaced`() throws {
    let store = LoginStore(folder: folder.path, service: "ten")
    try store.keep(one)
    let size = try folder.bytes("ten.jsonl").count
    // Larger than any file that is read.
    try FileSystem.truncate(folder["ten.jsonl"], to: 2_000_000_000)
    #expect(store.entry(of: one.service) == nil && store.latest == nil)
    #expect(throws: FileError.self) { try store.keep(two) }
    #expect(throws: FileError.self) {
      try store.forget(one.service, name: one.name, token: one.token)
    }
    try FileSystem.truncate(folder["ten.jsonl"], to: size)
    #expect(store.entry(of: one.service) == one)
  }
}
