#define _GNU_SOURCE
#include "CWaymarkRuntime.h"

#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <time.h>

_Thread_local WaymarkFrames waymark_frames;
_Thread_local const void *waymark_thread_nesting;

static pthread_key_t frames_key;
static pthread_once_t frames_once = PTHREAD_ONCE_INIT;

/// Releases the frames when the thread ends. A later destructor of the thread's values can push others.
static void release_frames(void *frames) {
  free(frames);
  waymark_frames = (WaymarkFrames){NULL, 0, 0};
}

static void create_frames_key(void) {
  if (pthread_key_create(&frames_key, release_frames) != 0)
    abort();
}

void waymark_frames_grow(void) {
  pthread_once(&frames_once, create_frames_key);
  uint32_t capacity = waymark_frames.capacity ? waymark_frames.capacity * 2 : 16;
  WaymarkFrame *frames = realloc(waymark_frames.frames, capacity * sizeof(WaymarkFrame));
  if (!frames || pthread_setspecific(frames_key, frames) != 0)
    abort();
  waymark_frames.frames = frames;
  waymark_frames.capacity = capacity;
}

const void *_Nullable waymark_installed_object = NULL;
bool waymark_has_bound_object = false;

bool waymark_has_symbol(const char *name) { return dlsym(RTLD_DEFAULT, name) != NULL; }

bool waymark_xctest_takes_failures(void) {
#ifdef __APPLE__
  // XCTest exports the function, which returns the test case that runs on this thread, or nil.
  void *(*current)(void) = (void *(*)(void))dlsym(RTLD_DEFAULT, "_XCTCurrentTestCase");
  return current && current();
#else
  return true;
#endif
}

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

typedef struct {
  pthread_mutex_t mutex;
  pthread_cond_t condition;
  bool is_open;
} WaymarkGate;

void *waymark_gate_create(void) {
  WaymarkGate *gate = malloc(sizeof(WaymarkGate));
  if (!gate || pthread_mutex_init(&gate->mutex, NULL) != 0 || pthread_cond_init(&gate->condition, NULL) != 0)
    abort();
  gate->is_open = false;
  return gate;
}

void waymark_gate_destroy(void *pointer) {
  WaymarkGate *gate = pointer;
  pthread_cond_destroy(&gate->condition);
  pthread_mutex_destroy(&gate->mutex);
  free(gate);
}

void waymark_gate_wait(void *pointer) {
  WaymarkGate *gate = pointer;
  pthread_mutex_lock(&gate->mutex);
  while (!gate->is_open)
    pthread_cond_wait(&gate->condition, &gate->mutex);
  pthread_mutex_unlock(&gate->mutex);
}

void waymark_gate_open(void *pointer) {
  WaymarkGate *gate = pointer;
  pthread_mutex_lock(&gate->mutex);
  gate->is_open = true;
  pthread_cond_broadcast(&gate->condition);
  pthread_mutex_unlock(&gate->mutex);
}

#ifndef __APPLE__
void waymark_short_lock_wait(WaymarkShortLock *lock) {
  const struct timespec moment = {0, 50000};
  for (int attempt = 0;; attempt += 1) {
    if (__atomic_load_n(&lock->isHeld, __ATOMIC_RELAXED) == 0 &&
        __atomic_exchange_n(&lock->isHeld, 1, __ATOMIC_ACQUIRE) == 0)
      return;
    if (attempt < 64) {
      sched_yield();
    } else {
      nanosleep(&moment, NULL);
    }
  }
}
#endif

void waymark_lock_release(void *lock) { pthread_mutex_unlock(lock); }

extern char *swift_demangle(const char *name, size_t length, char *output, size_t *outputSize, uint32_t flags);

char *waymark_demangle(const char *name, size_t length) { return swift_demangle(name, length, NULL, NULL, 0); }

void waymark_free(char *text) { free(text); }

const void *waymark_call_metadata_accessor(const void *accessor) {
  typedef WAYMARK_SWIFT_CC WaymarkMetadataResponse (*Accessor)(size_t request);
#if __has_feature(ptrauth_calls)
  // The descriptor has the distance to the function. So the address isn't signed, as pointers to functions are in C.
  accessor = ptrauth_sign_unauthenticated(accessor, ptrauth_key_function_pointer, 0);
#endif
  return ((Accessor)accessor)(0).metadata; // 0: complete metadata, and wait for it
}

extern const void *swift_getWitnessTable(const void *record, const void *type, const void *const *arguments);

const void *waymark_witness_table(const void *record, const void *type) {
#if __has_feature(ptrauth_calls)
  // The runtime authenticates this argument, as compilers sign it (ProtocolConformanceDescriptor of
  // SpecialPointerAuthDiscriminators in include/swift/ABI/MetadataValues.h).
  record = ptrauth_sign_unauthenticated(record, ptrauth_key_process_independent_data, 0xc6eb);
#endif
  return swift_getWitnessTable(record, type, NULL);
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
  *isolation = NULL;
#if __has_feature(ptrauth_calls)
  return swift_conformsToProtocol(type, protocol);
#else
  // ConformanceExecutionContext (include/swift/Runtime/Casting.h) begins with the global actor's type.
  const void *context[16] = {0};
#ifdef __APPLE__
  if (!swift_conformsToProtocolWithExecutionContext || !&swift_ConformanceExecutionContextSize)
    return swift_conformsToProtocol(type, protocol);
#endif
  if (swift_ConformanceExecutionContextSize > sizeof(context))
    return swift_conformsToProtocol(type, protocol);
  const void *table = swift_conformsToProtocolWithExecutionContext(type, protocol, context);
  *isolation = table ? context[0] : NULL;
  return table;
#endif
}
