#include "CWaymarkRuntime.h"

#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

_Thread_local const WaymarkFrame *waymark_thread_frame;

const void *_Nullable waymark_installed_object = NULL;

void *waymark_lock_create(void) {
  pthread_mutex_t *lock = malloc(sizeof(pthread_mutex_t));
  pthread_mutexattr_t attributes;
  if (!lock || pthread_mutexattr_init(&attributes) != 0)
    abort();
#ifdef __GLIBC__
  // The lock is held for short moments, so waiting for it a little costs less than a switch of threads.
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ADAPTIVE_NP);
#endif
  if (pthread_mutex_init(lock, &attributes) != 0)
    abort();
  pthread_mutexattr_destroy(&attributes);
  return lock;
}

void waymark_lock_destroy(void *lock) {
  pthread_mutex_destroy(lock);
  free(lock);
}

void waymark_lock_acquire(void *lock) { pthread_mutex_lock(lock); }

void waymark_yield(void) { sched_yield(); }

void waymark_pause(int32_t attempt) {
  if (attempt < 64) {
    sched_yield();
  } else {
    struct timespec moment = {0, 50000};
    nanosleep(&moment, NULL);
  }
}

void waymark_lock_release(void *lock) { pthread_mutex_unlock(lock); }

extern char *swift_demangle(const char *name, size_t length, char *output, size_t *outputSize, uint32_t flags);

char *waymark_demangle(const char *name, size_t length) { return swift_demangle(name, length, NULL, NULL, 0); }

void waymark_free(char *text) { free(text); }

WaymarkRange waymark_map_file(const char *path) {
  WaymarkRange range = {NULL, 0};
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return range;
  struct stat status;
  if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0) {
    void *start = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    if (start != MAP_FAILED) {
      range.start = start;
      range.length = (size_t)status.st_size;
    }
  }
  close(file);
  return range;
}

void waymark_unmap_file(WaymarkRange range) { munmap((void *)range.start, range.length); }

const void *waymark_call_metadata_accessor(const void *accessor) {
  typedef WAYMARK_SWIFT_CC WaymarkMetadataResponse (*Accessor)(size_t request);
  return ((Accessor)accessor)(0).metadata; // 0: complete metadata, and wait for it
}

#ifdef __APPLE__
#define WAYMARK_WEAK __attribute__((weak_import))
#else
#define WAYMARK_WEAK
#endif

extern WAYMARK_SWIFT_CC const void *swift_conformsToProtocol(const void *type, const void *protocol);
extern WAYMARK_SWIFT_CC const void *swift_conformsToProtocolWithExecutionContext(const void *type,
                                                                                 const void *protocol,
                                                                                 void *context) WAYMARK_WEAK;
extern const size_t swift_ConformanceExecutionContextSize WAYMARK_WEAK;

const void *waymark_conformance(const void *type, const void *protocol, const void **isolation) {
  // ConformanceExecutionContext (include/swift/Runtime/Casting.h) begins with the global actor's type.
  const void *context[16] = {0};
  *isolation = NULL;
#ifdef __APPLE__
  if (!swift_conformsToProtocolWithExecutionContext || !&swift_ConformanceExecutionContextSize)
    return swift_conformsToProtocol(type, protocol);
#endif
  if (swift_ConformanceExecutionContextSize > sizeof(context))
    return swift_conformsToProtocol(type, protocol);
  const void *table = swift_conformsToProtocolWithExecutionContext(type, protocol, context);
  *isolation = table ? context[0] : NULL;
  return table;
}
