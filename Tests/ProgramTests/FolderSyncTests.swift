import LibC
import Platform
import TestKit
import Testing

/// A C compiler, if libraries can be preloaded here.
private let compiler: String? = {
  #if os(Linux)
    return ["/usr/bin/cc", "/usr/bin/clang"].first { FileSystem.kind(of: $0) == .file }
  #else
    return nil
  #endif
}()

/// What outlives a loss of power: after a new file, a renaming or a new folder, the folder with the
/// name must be flushed, or the name may be lost.
///
/// A library notes the calls of the program. So these tests need a C compiler, and a C library into
/// which another one can be preloaded.
@Suite(.blocking, .enabled(if: compiler != nil)) struct FolderSyncTests {
  /// Notes in the file `SYNC_LOG`: `new PATH`, `gone PATH`, `sync PATH`.
  private static let source = #"""
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <fcntl.h>
    #include <limits.h>
    #include <stdarg.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <sys/stat.h>
    #include <unistd.h>
    static void note(const char *what, const char *path) {
      const char *log = getenv("SYNC_LOG");
      if (!log) return;
      int (*real)(const char *, int, ...) = dlsym(RTLD_NEXT, "open");
      int fd = real(log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
      char line[2 * PATH_MAX];
      int size = snprintf(line, sizeof line, "%s %s\n", what, path);
      if (fd >= 0) { if (write(fd, line, size) < 0) {} close(fd); }
    }
    static void note_fd(const char *what, int fd) {
      char link[64], path[PATH_MAX];
      snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
      ssize_t size = readlink(link, path, sizeof path - 1);
      if (size > 0) { path[size] = 0; note(what, path); }
    }
    static void note_name(const char *what, const char *name) {
      char path[PATH_MAX];
      if (name[0] == '/') { note(what, name); return; }
      if (!getcwd(path, sizeof path - strlen(name) - 2)) return;
      strcat(path, "/"); strcat(path, name); note(what, path);
    }
    static int opened(const char *call, const char *path, int flags, mode_t mode) {
      int (*real)(const char *, int, ...) = dlsym(RTLD_NEXT, call);
      int isNew = (flags & O_CREAT) && access(path, F_OK) != 0;
      int fd = real(path, flags, mode);
      if (isNew && fd >= 0) note_fd("new", fd);
      return fd;
    }
    #define MODE mode_t mode = 0; if (flags & (O_CREAT | __O_TMPFILE)) { va_list list; va_start(list, flags); \
      mode = va_arg(list, mode_t); va_end(list); }
    int open(const char *path, int flags, ...) { MODE return opened("open", path, flags, mode); }
    int open64(const char *path, int flags, ...) { MODE return opened("open64", path, flags, mode); }
    int rename(const char *old, const char *new) {
      int (*real)(const char *, const char *) = dlsym(RTLD_NEXT, "rename");
      int code = real(old, new);
      if (code == 0) { note_name("gone", old); note_name("new", new); }
      return code;
    }
    int linkat(int from, const char *old, int to, const char *new, int flags) {
      int (*real)(int, const char *, int, const char *, int) = dlsym(RTLD_NEXT, "linkat");
      int code = real(from, old, to, new, flags);
      if (code == 0) note_name("new", new);
      return code;
    }
    int mkdir(const char *path, mode_t mode) {
      int (*real)(const char *, mode_t) = dlsym(RTLD_NEXT, "mkdir");
      int code = real(path, mode);
      if (code == 0) note_name("new", path);
      return code;
    }
    int unlink(const char *path) {
      int (*real)(const char *) = dlsym(RTLD_NEXT, "unlink");
      int code = real(path);
      if (code == 0) note_name("gone", path);
      return code;
    }
    int fsync(int fd) {
      int (*real)(int) = dlsym(RTLD_NEXT, "fsync");
      note_fd("sync", fd);
      return real(fd);
    }
    """#

  private let folder: TemporaryFolder
  private let environment: [String: String]

  init() throws {
    folder = try TemporaryFolder()
    let source = try folder.add("notes.c", Self.source)
    let made = try Child(
      try #require(compiler),
      ["-shared", "-fPIC", "-w", "-o", folder["notes.so"], source, "-ldl"],
      environment: Program.environment
    ).finish()
    #expect(made.status == .exited(0), "\(made)")
    environment = ["LD_PRELOAD": folder["notes.so"], "SYNC_LOG": folder["log"]]
  }

  /// The names that exist and that a loss of power could take.
  private func lost() throws -> [String] {
    var unsafe: [String] = []
    for line in try folder.lines("log") {
      let words = line.split(separator: " ", maxSplits: 1)
      let path = String(words[1])
      switch words[0] {
      case "new": unsafe.append(path)
      case "gone": unsafe.removeAll { $0 == path }
      default: unsafe.removeAll { FileSystem.parent(of: $0) == path }
      }
    }
    return unsafe.filter { $0.hasPrefix(folder.path) && FileSystem.kind(of: $0) != .missing }
      .map { String($0.dropFirst(folder.path.count + 1)) }
  }

  /// Files that may be lost: what is typed again, and locks.
  private static func isKept(_ name: String) -> Bool {
    !["history", "current", "lock", "log"].contains { name.hasSuffix($0) }
  }

  @Test func `results, saved games and recordings are synced to disk`() throws {
    let script =
      "new farkle Ann Bob\nroll\nresign\nsave game.parlor\nsave game.parlor overwrite=yes\n"
    let outcome = try Program.shell(
      "cd \"$1\" && exec \"$0\" --profile \"$1/profile\"", [folder.path], input: script.utf8,
      environment: Program.environment.merging(environment) { $1 })
    #expect(outcome.status == .exited(0), "\(outcome)")
    #expect(FileSystem.kind(of: folder["game.parlor"]) == .file)
    #expect(FileSystem.kind(of: folder["profile/results.jsonl"]) == .file)
    #expect(try lost().filter(Self.isKept) == [])
  }

  /// A program that is killed leaves none behind.
  @Test(.enabled(if: FolderSyncTests.hasUnnamedFiles))
  func `a file has no temporary name while it is written`() throws {
    let script =
      "new farkle Ann\nresign\nsave a\nsave a overwrite=yes\nstats export b.csv\nstats plot=c.svg\n"
      + "new farkle Bob\nreview plot=d.svg\n"
    let outcome = try Program.shell(
      "cd \"$1\" && exec \"$0\" --keep-going --profile \"$1/profile\"", [folder.path],
      input: script.utf8, environment: Program.environment.merging(environment) { $1 })
    #expect(outcome.text.contains("Saved") && outcome.text.contains("b.csv"), "\(outcome)")
    let lines = try folder.lines("log")
    var count = 0
    for (line, next) in zip(lines, lines.dropFirst()) where line.hasSuffix(".tmp") {
      count += 1
      let name = line.split(separator: " ", maxSplits: 1)[1]
      #expect(line.hasPrefix("gone ") || next == "gone \(name)", "\(line), then \(next)")
    }
    // What replaces nothing has no second name at all.
    #expect(!lines.contains { $0.contains("b.csv.") })
    #expect(count > 0, "a file that is replaced has one")
  }

  private static let hasUnnamedFiles: Bool = {
    // O_TMPFILE.
    let descriptor = open("/tmp", 0o20_000_000 | O_DIRECTORY | O_WRONLY, 0o600)
    if descriptor >= 0 { close(descriptor) }
    return descriptor >= 0
  }()

  @Test func `journals of the prompt, while the game goes on`() throws {
    let terminal = try Pseudoterminal.parlor(
      ["--seed", "0", "--color", "never", "--profile", folder["profile"]],
      environment: environment)
    try terminal.expect(Prompt.outside)
    for line in Turn.lines {
      try terminal.send("\(line)\r")
      try terminal.expectAnswer(to: line, before: "> ")
    }
    let journals = try folder.lines("log").filter { $0.hasPrefix("new ") && $0.contains("journal") }
    #expect(!journals.isEmpty)
    #expect(try lost().filter(Self.isKept) == [])
    #expect(try terminal.leave() == .exited(0))
    #expect(try lost().filter(Self.isKept) == [])
  }
}
