// The parts of the Swift runtime and of the thread that Waymark uses, as C. Included by WaymarkRuntime only.
//
// The runtime functions are part of Swift's stable ABI; each is described in the Swift repository's
// stdlib/public/runtime and include/swift/Runtime/Metadata.h.
#ifndef C_WAYMARK_RUNTIME_H
#define C_WAYMARK_RUNTIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#if __has_feature(ptrauth_calls)
#include <ptrauth.h>
#endif
#ifdef __APPLE__
#include <os/lock.h>
#endif

#if !defined(__ELF__) && !defined(__APPLE__)
#error "Waymark reads the images of a program as ELF or Mach-O, and this system uses neither"
#endif
_Static_assert(sizeof(void *) == 8, "Waymark reads the metadata of 64-bit programs only");

// MARK: - The thread's frames

/// A frame of a thread's resolution stack.
typedef struct {
  /// The registry that's making something or being bound.
  const void *_Nonnull owner;
  /// The route that's being made, or null if a registry is only bound.
  const void *_Nullable subject;
} WaymarkFrame;

/// The frames of a thread, the innermost last, in memory that's released when the thread ends.
///
/// They aren't on the stack of the calls that push them, because each such call would need a closure around its work.
typedef struct {
  WaymarkFrame *_Nullable frames;
  uint32_t count;
  uint32_t capacity;
} WaymarkFrames;

extern _Thread_local WaymarkFrames waymark_frames;

static inline uint32_t waymark_frames_count(void) { return waymark_frames.count; }

/// Returns a frame by its position, which is less than the count.
static inline WaymarkFrame waymark_frames_at(uint32_t position) { return waymark_frames.frames[position]; }

void waymark_frames_grow(void);

static inline void waymark_frames_push(const void *_Nonnull owner, const void *_Nullable subject) {
  if (__builtin_expect(waymark_frames.count == waymark_frames.capacity, false))
    waymark_frames_grow();
  waymark_frames.frames[waymark_frames.count++] = (WaymarkFrame){owner, subject};
}

static inline void waymark_frames_pop(void) { waymark_frames.count -= 1; }

/// The object of the innermost nested work of a thread, or null.
extern _Thread_local const void *_Nullable waymark_thread_nesting;

static inline const void *_Nullable waymark_thread_nesting_get(void) { return waymark_thread_nesting; }

static inline void waymark_thread_nesting_set(const void *_Nullable object) { waymark_thread_nesting = object; }

/// Returns a number that identifies this thread among those that exist: the address of a thread-local
/// variable.
static inline uintptr_t waymark_thread_identity(void) { return (uintptr_t)&waymark_frames; }

// MARK: - The program

/// Returns whether the program or one of its loaded libraries exports a symbol.
bool waymark_has_symbol(const char *_Nonnull name);

/// Returns whether XCTest takes a failure now. Apple's raises an exception outside of its test cases, and the one for
/// other systems ignores the failure.
bool waymark_xctest_takes_failures(void);

// MARK: - Atomic memory

// Swift's own atomic types need iOS 18 and macOS 15. Each of these functions is inline, so that a constant ordering
// leaves one instruction, and the thread sanitizer recognizes the builtin. No function releases a Swift object, which
// allows the compiler to count fewer references around the call. An ordering is a number of the compiler, such as
// `__ATOMIC_ACQUIRE`. A failing `compare_exchange` always has acquire ordering.
#define WAYMARK_ATOMIC static inline __attribute__((always_inline, swift_attr("@_effects(releasenone)")))

WAYMARK_ATOMIC uintptr_t waymark_word_load(const uintptr_t *_Nonnull address, int32_t ordering) {
  return __atomic_load_n(address, ordering);
}

WAYMARK_ATOMIC void waymark_word_store(uintptr_t *_Nonnull address, uintptr_t value, int32_t ordering) {
  __atomic_store_n(address, value, ordering);
}

/// Returns the previous value.
WAYMARK_ATOMIC uintptr_t waymark_word_exchange(uintptr_t *_Nonnull address, uintptr_t value, int32_t ordering) {
  return __atomic_exchange_n(address, value, ordering);
}

/// Returns the previous value, which is the expected one if the word has changed.
WAYMARK_ATOMIC uintptr_t waymark_word_compare_exchange(uintptr_t *_Nonnull address, uintptr_t expected,
                                                       uintptr_t desired, int32_t ordering) {
  __atomic_compare_exchange_n(address, &expected, desired, false, ordering, __ATOMIC_ACQUIRE);
  return expected;
}

/// Returns the sum.
WAYMARK_ATOMIC uintptr_t waymark_word_add(uintptr_t *_Nonnull address, uintptr_t value, int32_t ordering) {
  return __atomic_add_fetch(address, value, ordering);
}

WAYMARK_ATOMIC uint8_t waymark_byte_load(const uint8_t *_Nonnull address, int32_t ordering) {
  return __atomic_load_n(address, ordering);
}

WAYMARK_ATOMIC void waymark_byte_store(uint8_t *_Nonnull address, uint8_t value, int32_t ordering) {
  __atomic_store_n(address, value, ordering);
}

/// Returns the previous value, which is the expected one if the byte has changed.
WAYMARK_ATOMIC uint8_t waymark_byte_compare_exchange(uint8_t *_Nonnull address, uint8_t expected, uint8_t desired,
                                                     int32_t ordering) {
  __atomic_compare_exchange_n(address, &expected, desired, false, ordering, __ATOMIC_ACQUIRE);
  return expected;
}

// MARK: - The installed object

/// The installed object, or null if there's none or if any task has ever bound another one.
///
/// It's stored with release ordering and loaded with acquire ordering, so that a thread that reads the address
/// also sees the object.
extern const void *_Nullable waymark_installed_object;

static inline const void *_Nullable waymark_installed_object_get(void) {
  return __atomic_load_n(&waymark_installed_object, __ATOMIC_ACQUIRE);
}

static inline void waymark_installed_object_set(const void *_Nullable object) {
  __atomic_store_n(&waymark_installed_object, object, __ATOMIC_RELEASE);
}

/// Whether any task has ever bound an object.
extern bool waymark_has_bound_object;

WAYMARK_ATOMIC bool waymark_has_bound_object_get(int32_t ordering) {
  return __atomic_load_n(&waymark_has_bound_object, ordering);
}

static inline void waymark_has_bound_object_set(void) {
  __atomic_store_n(&waymark_has_bound_object, true, __ATOMIC_RELEASE);
}

// MARK: - Locks

/// Creates a lock, to be released with `waymark_lock_destroy`.
void *_Nonnull waymark_lock_create(void);
void waymark_lock_destroy(void *_Nonnull lock);
void waymark_lock_acquire(void *_Nonnull lock);
void waymark_lock_release(void *_Nonnull lock);

/// A lock in memory of its owner, zero at first, for a few loads and stores.
///
/// On Apple's platforms, a thread that waits donates its priority to the one that holds the lock. Elsewhere, it yields,
/// and after some attempts it sleeps, so that a thread of lower priority can continue.
#ifdef __APPLE__
typedef os_unfair_lock WaymarkShortLock;

static inline void waymark_short_lock_acquire(WaymarkShortLock *_Nonnull lock) { os_unfair_lock_lock(lock); }

static inline void waymark_short_lock_release(WaymarkShortLock *_Nonnull lock) { os_unfair_lock_unlock(lock); }
#else
typedef struct {
  uint8_t isHeld;
} WaymarkShortLock;

void waymark_short_lock_wait(WaymarkShortLock *_Nonnull lock);

WAYMARK_ATOMIC void waymark_short_lock_acquire(WaymarkShortLock *_Nonnull lock) {
  if (__atomic_exchange_n(&lock->isHeld, 1, __ATOMIC_ACQUIRE) != 0)
    waymark_short_lock_wait(lock);
}

WAYMARK_ATOMIC void waymark_short_lock_release(WaymarkShortLock *_Nonnull lock) {
  __atomic_store_n(&lock->isHeld, 0, __ATOMIC_RELEASE);
}
#endif

/// Creates a gate for threads to wait at until it's opened, to be released with `waymark_gate_destroy`.
void *_Nonnull waymark_gate_create(void);
void waymark_gate_destroy(void *_Nonnull gate);
void waymark_gate_wait(void *_Nonnull gate);
void waymark_gate_open(void *_Nonnull gate);

// MARK: - Threads

/// Returns the value of a variable in the environment of the process, or null.
const char *_Nullable waymark_variable(const char *_Nonnull name);

/// Returns whether this is the first thread of the process.
bool waymark_thread_is_main(void);

/// Calls `body` on a new thread, which ends with it and receives no signals.
///
/// Returns whether there's a new thread.
bool waymark_thread_start(void (*_Nonnull body)(void *_Nonnull context), void *_Nonnull context);

/// Creates an event, to be released with `waymark_event_destroy`.
void *_Nonnull waymark_event_create(void);
void waymark_event_destroy(void *_Nonnull event);
/// Ends the wait for the event, or the next one if no thread is waiting.
void waymark_event_signal(void *_Nonnull event);
/// Waits until the event is signaled, or until a time has passed.
void waymark_event_wait(void *_Nonnull event, int64_t nanoseconds);

// MARK: - Pointer authentication

/// Returns the address in a pointer that was read from metadata or from a compiler's record.
///
/// On arm64e, the runtime and the compiler sign most of these pointers, each with its own discriminator, and all with
/// the key for data (`__ptrauth_swift_…` in the Swift repository's include/swift/Runtime/Config.h). An unsigned
/// pointer stays as it is. On other architectures, no pointer is signed, and this function does nothing.
static inline __attribute__((always_inline)) const void *_Nonnull waymark_strip(const void *_Nonnull pointer) {
#if __has_feature(ptrauth_calls)
  return ptrauth_strip(pointer, ptrauth_key_process_independent_data);
#else
  return pointer;
#endif
}

// MARK: - The Swift runtime

#define WAYMARK_SWIFT_CC __attribute__((swiftcall))

typedef struct {
  const void *_Nullable metadata;
  size_t state;
} WaymarkMetadataResponse;

/// Counts a reference to a native Swift object, unless its deinitialization has begun; then returns null.
///
/// The memory of the object exists during the call.
extern void *_Nullable swift_tryRetain(void *_Nonnull object);

/// Keeps the memory of a native Swift object, even after its deinitialization, until `swift_unownedRelease`.
extern void *_Nonnull swift_unownedRetain(void *_Nonnull object);
extern void swift_unownedRelease(void *_Nonnull object);

/// Returns the metadata of `any P.Type` for the metadata of `any P`.
extern WAYMARK_SWIFT_CC const void *_Nonnull
swift_getExistentialMetatypeMetadata(const void *_Nonnull existential);

/// Returns the witness table of a conformance of `type`, or null.
///
/// `isolation` receives the metadata of the global actor to which the conformance is isolated, or null.
/// A runtime older than Swift 6.2 has no isolated conformances; its older function is used instead.
///
/// On arm64e, `isolation` always receives null. There, the newer function expects a signed protocol. Compilers emit no
/// calls of this function, so that the ABI doesn't say how to sign it.
const void *_Nullable waymark_conformance(const void *_Nonnull type, const void *_Nonnull protocol,
                                          const void *_Nullable *_Nonnull isolation);

/// Returns the witness of an associated type.
extern WAYMARK_SWIFT_CC WaymarkMetadataResponse
swift_getAssociatedTypeWitness(size_t request, const void *_Nonnull witnessTable,
                               const void *_Nonnull conformingType,
                               const void *_Nonnull requirementBase,
                               const void *_Nonnull associatedType);

/// Returns the type for a mangled name in a record of the type that `context` describes, or null.
///
/// `arguments` are the generic arguments of that type, or null if it isn't generic.
extern WAYMARK_SWIFT_CC const void *_Nullable
swift_getTypeByMangledNameInContext(const char *_Nonnull name, size_t length, const void *_Nullable context,
                                    const void *_Nullable const *_Nullable arguments);

/// Returns the witness table of a conformance record for a type that isn't generic and conforms by it, or null.
const void *_Nullable waymark_witness_table(const void *_Nonnull record, const void *_Nonnull type);

/// Calls the metadata accessor of a type that has no generic parameters.
const void *_Nullable waymark_call_metadata_accessor(const void *_Nonnull accessor);

// MARK: - The images of the program

/// A range of memory.
typedef struct {
  const void *_Nullable start;
  size_t length;
} WaymarkRange;

/// Calls `body` with the conformance records of each image that the runtime knows.
///
/// On Apple's platforms, the system's libraries in the shared cache are left out. Most records of a program are theirs,
/// and none is about a protocol of the program.
void waymark_for_each_conformance_section(void (*_Nonnull body)(WaymarkRange section, void *_Nonnull context),
                                          void *_Nonnull context);

#ifdef __ELF__
/// Calls `body` with the path of the file of each image and the memory into which it was loaded, the program first.
void waymark_for_each_image(void (*_Nonnull body)(const char *_Nonnull path, WaymarkRange memory,
                                                  void *_Nonnull context),
                            void *_Nonnull context);

/// Maps a file into memory for reading; `start` is null if that fails.
WaymarkRange waymark_map_file(const char *_Nonnull path);
void waymark_unmap_file(WaymarkRange range);
#else
/// Calls `body` with each name in the symbol tables of the images that begins with `prefix`.
///
/// The tables are in memory, so that no file is read. The system's own libraries are left out.
///
/// Returns whether the table of each image that contains one of the addresses, or of the program without addresses, has
/// private names, which stripping removes.
bool waymark_for_each_symbol(const char *_Nonnull prefix, const uintptr_t *_Nullable addresses, size_t count,
                             void (*_Nonnull body)(const char *_Nonnull name, void *_Nonnull context),
                             void *_Nonnull context);
#endif

/// Returns the demangled name of a symbol, to be released with `waymark_free`; null if it isn't a Swift
/// symbol.
char *_Nullable waymark_demangle(const char *_Nonnull name, size_t length);
/// Releases a demangled name.
void waymark_free(char *_Nonnull text);

#endif
