// Typed wrappers: Swift cannot call the variadic el_set, el_wset and el_get.
// All text is wide (el_wset, el_wgets), so it does not depend on the locale.
#ifndef CEDITLINE_SHIM_H
#define CEDITLINE_SHIM_H

#include <histedit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <wchar.h>

// Glibc declares it only with a feature macro.
extern int wcwidth(wchar_t);

typedef int (*cedit_reader)(EditLine *, wchar_t *);
typedef wchar_t *(*cedit_prompter)(EditLine *);
typedef unsigned char (*cedit_command)(EditLine *, int);

static inline int cedit_set_client(EditLine *e, void *p) { return el_wset(e, EL_CLIENTDATA, p); }
static inline void *cedit_client(EditLine *e) {
  void *p = 0;
  el_wget(e, EL_CLIENTDATA, &p);
  return p;
}
static inline int cedit_set_prompt(EditLine *e, cedit_prompter f, int escape) {
  return el_wset(e, EL_PROMPT_ESC, f, escape);
}
static inline int cedit_set_reader(EditLine *e, cedit_reader f) { return el_wset(e, EL_GETCFN, f); }
static inline int cedit_set_signals(EditLine *e, int on) { return el_wset(e, EL_SIGNAL, on); }
static inline int cedit_set_editing(EditLine *e, int on) { return el_wset(e, EL_EDITMODE, on); }
static inline int cedit_set_raw(EditLine *e, int on) { return el_wset(e, EL_PREP_TERM, on); }
static inline int cedit_refresh(EditLine *e) { return el_wset(e, EL_REFRESH); }
static inline int cedit_set_emacs(EditLine *e) { return el_wset(e, EL_EDITOR, L"emacs"); }
static inline int cedit_is_vi(EditLine *e) {
  const wchar_t *name = 0;
  return el_wget(e, EL_EDITOR, &name) == 0 && name && name[0] == L'v';
}
static inline int cedit_add(EditLine *e, const char *name, const char *help, cedit_command f) {
  return el_set(e, EL_ADDFN, name, help, f);
}
static inline int cedit_bind(EditLine *e, const char *key, const char *name) {
  return el_set(e, EL_BIND, key, name, (char *)0);
}
static inline int cedit_bind_vi_command(EditLine *e, const char *k, const char *name) {
  return el_set(e, EL_BIND, "-a", k, name, (char *)0);
}
// Makes the modes that libedit sets between lines as raw as its editing mode.
static inline int cedit_stay_raw(EditLine *e) {
  return el_set(e, EL_SETTY, "-x", "-icanon", "-echo", "-iexten", "-ixon", "+inlcr", (char *)0);
}
// Makes Ctrl-S and Ctrl-Q keys like others while a line is edited.
static inline int cedit_no_flow_control(EditLine *e) {
  return el_set(e, EL_SETTY, "-d", "-ixon", (char *)0);
}
static inline int cedit_set_terminal(EditLine *e, const char *name) {
  return el_set(e, EL_TERMINAL, name);
}
static inline int cedit_set_errors(EditLine *e, FILE *errors) {
  return el_set(e, EL_SETFP, 2, errors);
}
// Whether the terminal has a capability as a control sequence of ECMA-48, as all current ones do.
static inline int cedit_has_sequence(EditLine *e, const char *name) {
  char *value = 0;
  return el_get(e, EL_GETTC, name, &value, (char *)0) == 0 && value && strstr(value, "\033[");
}
static inline FILE *cedit_output(EditLine *e) {
  FILE *output = 0;
  el_get(e, EL_GETFP, 1, &output);
  return output;
}
static inline int cedit_set_output(EditLine *e, FILE *output) {
  return el_set(e, EL_SETFP, 1, output);
}
static inline int cedit_set_input(EditLine *e, FILE *input) {
  return el_set(e, EL_SETFP, 0, input);
}
// Tells libedit how large the window is. Some versions mistake the one number for the other.
static inline int cedit_set_size(EditLine *e, int rows, int columns) {
  char texts[2][16];
  int width = 0, height = 0;
  snprintf(texts[0], sizeof texts[0], "%d", rows);
  snprintf(texts[1], sizeof texts[1], "%d", columns);
  for (int swapped = 0; swapped < 2; swapped++) {
    el_set(e, EL_SETTC, "co", texts[!swapped], (char *)0);
    el_set(e, EL_SETTC, "li", texts[swapped], (char *)0);
    el_get(e, EL_GETTC, "co", &width, (char *)0);
    el_get(e, EL_GETTC, "li", &height, (char *)0);
    if (width == columns && height == rows) return 0;
  }
  return -1;
}
// Binds a key of the insert mode of vi to keys, which run instead of it.
static inline int cedit_bind_keys(EditLine *e, const char *key, const char *keys) {
  return el_set(e, EL_BIND, "-s", key, keys, (char *)0);
}
// The bindings of all keys, which libedit can only print. The caller frees the text.
static inline char *cedit_bindings(EditLine *e) {
  char *text = 0;
  size_t size = 0;
  FILE *output = cedit_output(e), *stream = open_memstream(&text, &size);
  if (!stream) return 0;
  cedit_set_output(e, stream);
  el_set(e, EL_BIND, (char *)0);
  cedit_set_output(e, output);
  fclose(stream);
  return text;
}
static inline int cedit_width(unsigned character) { return wcwidth((wchar_t)character); }
static inline int cedit_window_size(int descriptor, struct winsize *size) {
  return ioctl(descriptor, TIOCGWINSZ, size);
}
static inline size_t cedit_longest_character(void) { return MB_CUR_MAX; }
#endif
