// openpty, and the parts of posix_spawn that Glibc hides from Swift behind feature macros.
#ifndef CPSEUDOTERMINAL_SHIM_H
#define CPSEUDOTERMINAL_SHIM_H

#include <spawn.h>
#include <sys/ioctl.h>
#include <termios.h>

#ifdef __APPLE__
#include <util.h>

static const short cpty_spawn_setsid = POSIX_SPAWN_SETSID;
static const short cpty_spawn_close_others = POSIX_SPAWN_CLOEXEC_DEFAULT;
static inline int cpty_close_from(posix_spawn_file_actions_t *actions, int first) { return 0; }
#else
#include <pty.h>

extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);

static const short cpty_spawn_setsid = 0x80;
static const short cpty_spawn_close_others = 0;
static inline int cpty_close_from(posix_spawn_file_actions_t *actions, int first) {
  return posix_spawn_file_actions_addclosefrom_np(actions, first);
}
#endif

static inline int cpty_resize(int descriptor, struct winsize *size) {
  return ioctl(descriptor, TIOCSWINSZ, size);
}

#endif
