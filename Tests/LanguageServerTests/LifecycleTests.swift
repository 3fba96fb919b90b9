import Testing

@testable import LanguageServer

@Suite struct LifecycleTests {
  @Test func nothing() {}
}
