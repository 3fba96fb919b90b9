import LibC
import Platform

// A file that grows too large is an error to be told, not a reason to die.
signal(SIGXFSZ, SIG_IGN)

// A script on standard input needs no argument parser, whose start costs as much as ours.
if CommandLine.argc <= 1 && !Terminal.isInteractive {
  Batch(BatchOptions()).runStandardInput().exit()
}
// Nor do files to be tested without any option.
if CommandLine.argc > 2 && CommandLine.arguments[1] == "test" {
  let paths = Array(CommandLine.arguments.dropFirst(2))
  if !paths.contains(where: { $0.hasPrefix("-") }) {
    TestRun(TestOptions(paths: paths)).run().exit()
  }
}
Parlor.start()
