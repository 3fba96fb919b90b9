import Platform

// A script on standard input needs no argument parser, whose start costs as much as ours.
if CommandLine.argc <= 1 && !Terminal.isInteractive {
  Batch(BatchOptions()).runStandardInput().exit()
}
Parlor.start()
