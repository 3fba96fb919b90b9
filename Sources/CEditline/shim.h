// Typed wrappers: Swift cannot call the variadic el_set, el_wset, el_get and history_w.
// Text is wide throughout (el_wset, el_wgets, history_w), so that none goes through the locale.
#ifndef CEDITLINE_SHIM_H
#define CEDITLINE_SHIM_H

#include <histedit.h>
#include <stdlib.h>
#include <wchar.h>

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
// What libedit takes for the cooked mode becomes as raw as its editing mode.
static inline int cedit_stay_raw(EditLine *e) {
  return el_set(e, EL_SETTY, "-x", "-icanon", "-echo", "-iexten", "+inlcr", (char *)0);
}
static inline int cedit_has_capability(EditLine *e, const char *name) {
  char *value = 0;
  return el_get(e, EL_GETTC, name, &value, (char *)0) == 0 && value && *value;
}
static inline int cedit_use_history(EditLine *e, HistoryW *h) {
  return el_wset(e, EL_HIST, history_w, h);
}
static inline int cedit_history_size(HistoryW *h, int n) {
  return history_w(h, &(HistEventW){0}, H_SETSIZE, n);
}
static inline int cedit_history_enter(HistoryW *h, const wchar_t *line) {
  return history_w(h, &(HistEventW){0}, H_ENTER, line);
}
static inline size_t cedit_longest_character(void) { return MB_CUR_MAX; }
#endif
