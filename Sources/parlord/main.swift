#if Server
  await Parlord.start()
#else
  import LibC
  import Platform

  // Without the trait `Server` the program only prints how to build the server.
  let text = "parlord: this build has no server; build it with `swift build --traits Server`\n"
  try? FileSystem.write(Array(text.utf8), to: STDERR_FILENO, named: "standard error")
  exit(2)
#endif
