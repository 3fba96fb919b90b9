// Typed wrappers: Swift cannot call the variadic curl_easy_setopt and curl_easy_getinfo.
#ifndef CCURL_SHIM_H
#define CCURL_SHIM_H

#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

typedef size_t (*ccurl_taker)(char *, size_t, size_t, void *);

static inline CURLcode ccurl_start(void) { return curl_global_init(CURL_GLOBAL_DEFAULT); }
static inline void ccurl_set_number(CURL *c, CURLoption option, long value) {
  curl_easy_setopt(c, option, value);
}
static inline void ccurl_set_size(CURL *c, CURLoption option, curl_off_t value) {
  curl_easy_setopt(c, option, value);
}
static inline void ccurl_set_text(CURL *c, CURLoption option, const char *value) {
  curl_easy_setopt(c, option, value);
}
static inline void ccurl_set_pointer(CURL *c, CURLoption option, void *value) {
  curl_easy_setopt(c, option, value);
}
static inline void ccurl_set_taker(CURL *c, CURLoption option, ccurl_taker value) {
  curl_easy_setopt(c, option, value);
}
// Allows http and https only.
static inline void ccurl_set_web_only(CURL *c) {
#if LIBCURL_VERSION_NUM >= 0x075500
  curl_easy_setopt(c, CURLOPT_PROTOCOLS_STR, "http,https");
#else
  curl_easy_setopt(c, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
}
// Lets a request end in time even if the search for the host does not.
static inline void ccurl_set_quick_exit(CURL *c) {
#if LIBCURL_VERSION_NUM >= 0x075700
  curl_easy_setopt(c, CURLOPT_QUICK_EXIT, 1L);
#endif
}
static inline long ccurl_number(CURL *c, CURLINFO info) {
  long value = 0;
  curl_easy_getinfo(c, info, &value);
  return value;
}
static inline const char *ccurl_text(CURL *c, CURLINFO info) {
  char *value = 0;
  curl_easy_getinfo(c, info, &value);
  return value;
}

#endif
