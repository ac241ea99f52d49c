#include "CWaymarkRuntime.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#ifndef __APPLE__
#include <sys/syscall.h>
#include <unistd.h>
#endif

const char *waymark_variable(const char *name) { return getenv(name); }

bool waymark_thread_is_main(void) {
#ifdef __APPLE__
  return pthread_main_np() != 0;
#else
  return syscall(SYS_gettid) == getpid();
#endif
}

typedef struct {
  void (*body)(void *context);
  void *context;
} Start;

static void *run(void *argument) {
  Start start = *(Start *)argument;
  free(argument);
  start.body(start.context);
  return NULL;
}

bool waymark_thread_start(void (*body)(void *context), void *context) {
  Start *start = malloc(sizeof(Start));
  if (!start)
    return false;
  *start = (Start){body, context};
  // A new thread has the signal mask of the one that creates it. The program's handlers run on its own threads.
  sigset_t all, previous;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &previous);
  pthread_t thread;
  bool isStarted = pthread_create(&thread, NULL, run, start) == 0;
  pthread_sigmask(SIG_SETMASK, &previous, NULL);
  if (isStarted) {
    pthread_detach(thread);
  } else {
    free(start);
  }
  return isStarted;
}

typedef struct {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  bool isSignaled;
} Event;

void *waymark_event_create(void) {
  Event *event = malloc(sizeof(Event));
  pthread_condattr_t attributes;
  if (!event || pthread_mutex_init(&event->lock, NULL) != 0 || pthread_condattr_init(&attributes) != 0)
    abort();
#ifndef __APPLE__
  // Changes of the wall clock don't matter.
  if (pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) != 0)
    abort();
#endif
  if (pthread_cond_init(&event->changed, &attributes) != 0)
    abort();
  pthread_condattr_destroy(&attributes);
  event->isSignaled = false;
  return event;
}

void waymark_event_destroy(void *object) {
  Event *event = object;
  pthread_cond_destroy(&event->changed);
  pthread_mutex_destroy(&event->lock);
  free(event);
}

void waymark_event_signal(void *object) {
  Event *event = object;
  pthread_mutex_lock(&event->lock);
  event->isSignaled = true;
  pthread_cond_signal(&event->changed);
  pthread_mutex_unlock(&event->lock);
}

void waymark_event_wait(void *object, int64_t nanoseconds) {
  Event *event = object;
  struct timespec limit = {nanoseconds / 1000000000, nanoseconds % 1000000000};
  pthread_mutex_lock(&event->lock);
  // The caller decides whether to wait again, so a wait that ends early doesn't matter.
  if (!event->isSignaled) {
#ifdef __APPLE__
    pthread_cond_timedwait_relative_np(&event->changed, &event->lock, &limit);
#else
    struct timespec end;
    clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_sec += limit.tv_sec;
    end.tv_nsec += limit.tv_nsec;
    if (end.tv_nsec >= 1000000000) {
      end.tv_sec += 1;
      end.tv_nsec -= 1000000000;
    }
    pthread_cond_timedwait(&event->changed, &event->lock, &end);
#endif
  }
  event->isSignaled = false;
  pthread_mutex_unlock(&event->lock);
}
