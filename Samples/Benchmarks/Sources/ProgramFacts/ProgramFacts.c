#include "ProgramFacts.h"

#ifdef __ELF__
#include <stdbool.h>
#include <stdint.h>

// The fields that are needed here (stdlib/public/SwiftShims/swift/shims/MetadataSections.h).
typedef struct {
  uintptr_t version;
  const void *unused[3];
  uintptr_t protocols[2];
  uintptr_t conformances[2];
} Sections;

extern void swift_enumerateAllMetadataSections(bool (*body)(const Sections *sections, void *context), void *context);

static bool add(const Sections *sections, void *context) {
  // A section is a list of relative addresses, each of four bytes.
  *(size_t *)context += sections->conformances[1] / 4;
  return true;
}

size_t program_conformance_records(void) {
  size_t count = 0;
  swift_enumerateAllMetadataSections(add, &count);
  return count;
}
#else
size_t program_conformance_records(void) { return 0; }
#endif

#ifdef __APPLE__
#include <malloc/malloc.h>

size_t program_heap_in_use(void) {
  malloc_statistics_t statistics;
  malloc_zone_statistics(NULL, &statistics);
  return statistics.size_in_use;
}
#else
#include <malloc.h>

size_t program_heap_in_use(void) {
  struct mallinfo2 facts = mallinfo2();
  return facts.uordblks + facts.hblkhd;
}
#endif

__attribute__((noinline)) void program_measured(void (*body)(void *context), void *context) {
  body(context);
  // The call above must not become a jump: callgrind has to see this function return.
  __asm__ volatile("");
}
