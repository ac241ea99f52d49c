// Swift's module of the C library hides `wcwidth`, which belongs to X/Open.
#define _XOPEN_SOURCE 700
#ifdef __APPLE__
#define _DARWIN_C_SOURCE
#include <xlocale.h>
#endif
#include <locale.h>
#include <pthread.h>
#include <wchar.h>

#include "column_width.h"

static pthread_once_t once = PTHREAD_ONCE_INIT;
static locale_t unicode;

// The locale is made once and never freed; any number of threads may use it.
static void make_locale(void) {
  unicode = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
  if (unicode == (locale_t)0) unicode = newlocale(LC_CTYPE_MASK, "en_US.UTF-8", (locale_t)0);
}

int column_width(uint32_t scalar) {
  pthread_once(&once, make_locale);
  if (unicode == (locale_t)0) return 1;
  locale_t previous = uselocale(unicode);
  int width = wcwidth((wchar_t)scalar);
  uselocale(previous);
  return width < 0 ? 0 : width;
}
