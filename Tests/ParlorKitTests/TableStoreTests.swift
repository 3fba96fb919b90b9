import ParlorKit
import Synchronization
import Testing

@Suite struct TableStoreTests {
  @Test func `numbers that were saved are loaded`() {
    let saved = Mutex<[String: [UInt8]]>([:])
    let store = TableStore(
      load: { name in saved.withLock { $0[name] } },
      save: { name, bytes in saved.withLock { $0[name] = bytes } })
    let numbers = [0, -0.0, 1, -1.5, .pi, .infinity, .leastNonzeroMagnitude]
    store.save("a", numbers: numbers)
    #expect(store.numbers("a") == numbers)
    #expect(store.numbers("b") == nil)
    store.save("c", saved.withLock { Array($0["a", default: []].dropLast()) })
    #expect(store.numbers("c") == nil)
  }
}
