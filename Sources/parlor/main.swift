import LibC
import Platform

// Scripts on standard input skip the argument parser, which would double the start-up time.
if CommandLine.argc <= 1 && !Terminal.isInteractive {
  Batch(BatchOptions()).runStandardInput().exit()
}
// So does `parlor test` without options.
if CommandLine.argc > 2 && CommandLine.arguments[1] == "test" {
  let paths = Array(CommandLine.arguments.dropFirst(2))
  if !paths.contains(where: { $0.hasPrefix("-") }) {
    TestRun(paths).run().exit()
  }
}
if let plain = PlainArguments(CommandLine.arguments.dropFirst()) { plain.run().exit() }
Parlor.start()
