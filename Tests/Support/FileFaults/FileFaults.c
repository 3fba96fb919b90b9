// Makes operations on files fail, in a program that it is preloaded into (LD_PRELOAD).
//
// Only files below the folder FAULT_FOLDER count. The operation with the number FAULT_AT, from 1, fails:
// with EIO, once; or, if FAULT_FULL is set, with ENOSPC, and with it all later ones that need room, as
// on a full disk, where the first write still takes half of its bytes. The file FAULT_LOG gets the
// number of operations and, if one failed, its name. FAULT_PATH names one path of which nothing can be
// opened.
//
// The idea is that of SQLite's tests of I/O errors (sqlite.org/testing.html, section 4.2).

#if defined(__linux__)
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#define MOST_FILES 1024

static atomic_int count;
static atomic_char isOurs[MOST_FILES];
static const char *_Atomic failed;
static int at;
static int isFull;
static const char *folder;

__attribute__((constructor)) static void prepare(void) {
  const char *number = getenv("FAULT_AT");
  at = number ? atoi(number) : 0;
  isFull = getenv("FAULT_FULL") != NULL;
  folder = getenv("FAULT_FOLDER");
}

/// Whether nothing can be opened at a path. Constructors of other libraries ask before `prepare` runs.
static int isClosed(const char *path) {
  const char *closed = getenv("FAULT_PATH");
  return closed && path && strncmp(path, closed, strlen(closed)) == 0;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int isInFolder(const char *path) {
  return folder && path && strncmp(path, folder, strlen(folder)) == 0;
}

static int isFile(int descriptor) {
  return descriptor >= 0 && descriptor < MOST_FILES && isOurs[descriptor];
}

static void note(int descriptor, int isOne) {
  if (descriptor >= 0 && descriptor < MOST_FILES) isOurs[descriptor] = (char)isOne;
}

/// Whether an operation is to fail; then errno says why.
static int fails(const char *name, int needsRoom) {
  int number = ++count;
  if (at == 0 || number < at || (number > at && !(isFull && needsRoom))) return 0;
  if (number == at && isFull && !needsRoom) return 0;
  failed = name;
  errno = isFull ? ENOSPC : EIO;
  return 1;
}

static int opened(const char *path, int flags, int descriptor) {
  (void)flags;
  note(descriptor, descriptor >= 0 && isInFolder(path));
  return descriptor;
}

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  int isNew = (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE;
  mode_t mode = isNew ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  if (isClosed(path)) {
    errno = EMFILE;
    return -1;
  }
  if (isInFolder(path) && fails("open", isNew)) return -1;
  return opened(path, flags, REAL(open)(path, flags, mode));
}

FILE *fopen(const char *path, const char *mode) {
  if (isClosed(path)) {
    errno = EMFILE;
    return NULL;
  }
  return REAL(fopen)(path, mode);
}

int close(int descriptor) {
  note(descriptor, 0);
  return REAL(close)(descriptor);
}

DIR *opendir(const char *path) {
  if (isInFolder(path) && fails("opendir", 0)) return NULL;
  return REAL(opendir)(path);
}

ssize_t read(int descriptor, void *bytes, size_t size) {
  if (isFile(descriptor) && fails("read", 0)) return -1;
  return REAL(read)(descriptor, bytes, size);
}

ssize_t pread(int descriptor, void *bytes, size_t size, off_t offset) {
  if (isFile(descriptor) && fails("pread", 0)) return -1;
  return REAL(pread)(descriptor, bytes, size, offset);
}

ssize_t write(int descriptor, const void *bytes, size_t size) {
  static atomic_int isHalfDone;
  if (isFile(descriptor) && fails("write", 1)) {
    if (!isFull || size < 2 || isHalfDone++) return -1;
    return REAL(write)(descriptor, bytes, size / 2);
  }
  return REAL(write)(descriptor, bytes, size);
}

int fsync(int descriptor) {
  if (isFile(descriptor) && fails("fsync", 1)) return -1;
  return REAL(fsync)(descriptor);
}

int ftruncate(int descriptor, off_t size) {
  if (isFile(descriptor) && fails("ftruncate", 0)) return -1;
  return REAL(ftruncate)(descriptor, size);
}

int truncate(const char *path, off_t size) {
  if (isInFolder(path) && fails("truncate", 0)) return -1;
  return REAL(truncate)(path, size);
}

int flock(int descriptor, int operation) {
  if (isFile(descriptor) && fails("flock", 0)) return -1;
  return ((int (*)(int, int))dlsym(RTLD_NEXT, "flock"))(descriptor, operation);
}

int rename(const char *from, const char *to) {
  if (isInFolder(to) && fails("rename", 0)) return -1;
  return REAL(rename)(from, to);
}

int link(const char *from, const char *to) {
  if (isInFolder(to) && fails("link", 1)) return -1;
  return REAL(link)(from, to);
}

int linkat(int folder, const char *from, int other, const char *to, int flags) {
  if (isInFolder(to) && fails("linkat", 1)) return -1;
  return REAL(linkat)(folder, from, other, to, flags);
}

int unlink(const char *path) {
  if (isInFolder(path) && fails("unlink", 0)) return -1;
  return REAL(unlink)(path);
}

int rmdir(const char *path) {
  if (isInFolder(path) && fails("rmdir", 0)) return -1;
  return REAL(rmdir)(path);
}

int mkdir(const char *path, mode_t mode) {
  if (isInFolder(path) && fails("mkdir", 1)) return -1;
  return REAL(mkdir)(path, mode);
}

__attribute__((destructor)) static void report(void) {
  const char *log = getenv("FAULT_LOG");
  if (!log) return;
  int descriptor = REAL(open)(log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  char text[80];
  int length = snprintf(text, sizeof text, "%d %s", count, failed ? failed : "");
  if (descriptor >= 0 && REAL(write)(descriptor, text, (size_t)length) < 0) return;
  REAL(close)(descriptor);
}
#endif
