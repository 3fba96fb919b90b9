import Platform

extension Contender {
  /// Runs a folder of files, each of so many commands that print a line.
  ///
  /// - Parameter isElapsed: whether the time that passes is told, rather than that of processors.
  static func golden(
    _ tool: GoldenTool, files: Int, commands: Int, isElapsed: Bool = false
  ) -> Contender {
    var contender = Contender(name: tool.name) { bench throws(BenchError) in
      guard let program = tool.program.path(bench) else { return nil }
      let folder = try folder(tool, files: files, commands: commands, bench)
      let names = (0..<files).map { "\(folder)/\(name($0)).\(tool.suffix)" }
      let usage = try ProcessMeter.run(
        program, tool.arguments + (tool.takesFiles ? names : [folder]),
        input: try bench.path(of: .empty))
      return isElapsed ? usage.elapsedTime : usage.processorTime
    }
    contender.mostRounds = tool.mostRounds
    return contender
  }

  private static func name(_ number: Int) -> String {
    String(String(100_000 + number).dropFirst())
  }

  /// The folder of a tool, which is filled at its first use.
  private static func folder(
    _ tool: GoldenTool, files: Int, commands: Int, _ bench: Bench
  ) throws(BenchError) -> String {
    let folder = "\(bench.folder)/\(tool.suffix)-\(tool.program.name)-\(files)x\(commands)"
    guard FileSystem.kind(of: folder) == .missing else { return folder }
    do throws(FileError) {
      try FileSystem.makeFolders(folder, mode: 0o700)
      if let (name, text) = tool.settings {
        try FileSystem.write(Array(text.utf8), to: "\(folder)/\(name)")
      }
      for number in 0..<files {
        try FileSystem.write(
          Array(tool.file(commands).utf8), to: "\(folder)/\(name(number)).\(tool.suffix)")
      }
    } catch {
      throw .file(error)
    }
    return folder
  }
}
