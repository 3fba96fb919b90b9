import LibC
import ParlorEngine
import Platform
import Synchronization
import TestKit
import Testing

@testable import Scenarios

/// Commands that do not reply.
@Suite(.blocking) struct TimeoutTests {
  /// A pipe whose reader blocks until it is told to stop.
  private final class Block: Sendable {
    private let ends: (Int32, Int32)

    init() {
      var ends: [Int32] = [-1, -1]
      pipe(&ends)
      self.ends = (ends[0], ends[1])
    }

    deinit {
      close(ends.0)
      close(ends.1)
    }

    /// Returns when ``lift()`` is called.
    func hang() {
      var byte: UInt8 = 0
      _ = read(ends.0, &byte, 1)
    }

    func lift() {
      var byte: UInt8 = 0
      _ = write(ends.1, &byte, 1)
    }
  }

  /// The blocks of all sessions, and the number of calls of `stop`.
  private final class Blocks: Sendable {
    let all = Mutex<[Block]>([])
    let stops = Atomic(0)
  }

  /// Runs files in sessions where `hang` hangs.
  ///
  /// - Parameter stopping: whether it ends when the session is stopped, or only after the test.
  private func run(
    _ folder: Folder, jobs: Int, timeout: Int, stopping: Bool, _ blocks: Blocks
  ) -> ScenarioReport {
    var options = ScenarioOptions()
    options.jobs = jobs
    options.timeout = timeout
    let runner = ScenarioRunner(options) { folder in
      let block = Block()
      blocks.all.withLock { $0.append(block) }
      var session = ToySession.make(folder)
      let transcribe = session.transcribe
      session.transcribe = { line in
        if line.elementsEqual("hang".utf8) { block.hang() }
        return transcribe(line)
      }
      session.stop = {
        blocks.stops.wrappingAdd(1, ordering: .relaxed)
        if stopping { block.lift() }
      }
      return session
    }
    return runner.run([folder.path])
  }

  @Test(arguments: [1, 2, 4], [true, false])
  func `a hanging command is reported and the others run`(jobs: Int, stopping: Bool) throws {
    var files = ["e.parlor": "say a\nhang\n", "e.golden": "> say a\na\n> hang\n"]
    for name in ["a", "c", "d", "f"] { files["\(name).scenario"] = "> say a\na\n" }
    files["b.scenario"] = "> seed 7\n> say one\none\n> hang\n> say two\ntwo\n"
    let folder = try Folder(files)
    let blocks = Blocks()
    let report = run(folder, jobs: jobs, timeout: 2_000, stopping: stopping, blocks)
    // Ends the threads that still hang.
    blocks.all.withLock { for block in $0 { block.lift() } }
    #expect(report.exitCode == 1)
    #expect(
      folder.text(of: report) == """
        DIR/b.scenario:4: no reply within 2s
            > seed 7
            > say one
            > hang
            rerun: parlor test DIR/b.scenario:4
            debug: parlor --resume-at DIR/b.scenario:4
        DIR/e.parlor:2: no reply within 2s
            > say a
            > hang
            rerun: parlor test DIR/e.parlor
            debug: parlor --resume-at DIR/e.parlor:2

        4 passed, 2 failed (2 differences)

        """)
    #expect(blocks.stops.load(ordering: .relaxed) == 2)
  }

  @Test func `many short commands do not time out`() throws {
    let folder = try Folder(["a.scenario": String(repeating: "> say a\na\n", count: 20_000)])
    let report = run(folder, jobs: 1, timeout: 10_000, stopping: true, Blocks())
    #expect(folder.text(of: report) == "1 passed, 0 failed\n")
  }
}
