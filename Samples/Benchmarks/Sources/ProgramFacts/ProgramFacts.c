#include "ProgramFacts.h"

#ifdef __ELF__
// The linker defines these two for a section whose name is an identifier of C.
extern const char __start_swift5_protocol_conformances[] __attribute__((weak, visibility("hidden")));
extern const char __stop_swift5_protocol_conformances[] __attribute__((weak, visibility("hidden")));

size_t program_conformance_records(void) {
  // A record is referred to by a relative address of four bytes.
  return (size_t)(__stop_swift5_protocol_conformances - __start_swift5_protocol_conformances) / 4;
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
