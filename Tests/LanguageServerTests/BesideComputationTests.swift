import ParlorEngine
import ParlorKit
import Synchronization
import Testing

@testable import LanguageServer

/// Advice that takes longer than an editor's test waits for it.
@Suite struct BesideComputationTests {
  @Test func `a computation is made once, and outlives those who wait for it`() {
    let beside = BesideComputations(patience: 60_000)
    let gate = Mutex(())
    let count = Atomic(0)
    let work = { @Sendable in
      gate.withLock { _ in }
      count.wrappingAdd(1, ordering: .relaxed)
    }
    gate.withLock { _ in
      // Interrupted at once, as by an edit.
      #expect(!beside.run("a", { true }, work))
      #expect(!beside.run("a", { true }, work))
      #expect(beside.isRunning)
    }
    #expect(beside.run("a", { false }, work))
    #expect(beside.run("a", { true }, work))
    #expect(!beside.isRunning)
    #expect(count.load(ordering: .relaxed) == 1)
  }

  @Test func `a document waits for advice without an error, and is then tested again`() throws {
    let isComputing = Flag()
    var editor = try TestEditor(isComputing: { isComputing.isRaised }) { settings in
      settings.advice.runBeside = { _, _, _ in !isComputing.isRaised }
    }
    isComputing.set(true)
    // Scoring of its own, so that nothing is known in memory.
    let new = "> new farkle Ann Bob target=500 final-round=off straight=1650 seed=7\n...\n"
    editor.open(new + "> hint\nroll  58 %\n")
    let waiting = editor.diagnostics()
    #expect(waiting.map { $0["message"]?.string } == ["computing advice…"])
    #expect(waiting.map { $0["severity"]?.integer } == [3])
    #expect(editor.server.hasWork)
    #expect(editor.diagnostics().isEmpty)
    #expect(editor.server.hasWork)
    isComputing.set(false)
    let found = editor.diagnostics()
    #expect(found.map { $0["code"]?.string } == ["reply"])
    #expect(!editor.server.hasWork)
  }
}

private typealias Flag = StopFlag
