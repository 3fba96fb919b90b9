#if Server
  await Parlord.start()
#else
  import Platform
  import LibC

  // Without its packages the daemon is a program that says how to get one.
  let text = "parlord: built without the daemon; build it with `swift build --traits Server`\n"
  try? FileSystem.write(Array(text.utf8), to: STDERR_FILENO, named: "standard error")
  exit(2)
#endif
