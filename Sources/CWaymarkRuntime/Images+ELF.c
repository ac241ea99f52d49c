// The images of a program on platforms with ELF binaries.
#ifdef __ELF__

#define _GNU_SOURCE
#include "CWaymarkRuntime.h"

#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// MetadataSections (stdlib/public/SwiftShims/swift/shims/MetadataSections.h): a version, the address of the
// image, two words without use, and then the sections in a fixed order.
typedef struct {
  uintptr_t version;
  const void *baseAddress;
  const void *unused[2];
  WaymarkRange protocols;
  WaymarkRange protocolConformances;
} WaymarkMetadataSections;

extern void swift_enumerateAllMetadataSections(bool (*body)(const WaymarkMetadataSections *sections, void *context),
                                               void *context);

typedef struct {
  void (*body)(WaymarkRange, void *);
  void *context;
} Callback;

static bool conformances(const WaymarkMetadataSections *sections, void *context) {
  Callback *callback = context;
  callback->body(sections->protocolConformances, callback->context);
  return true;
}

void waymark_for_each_conformance_section(void (*body)(WaymarkRange, void *), void *context) {
  Callback callback = {body, context};
  swift_enumerateAllMetadataSections(conformances, &callback);
}

typedef struct {
  void (*body)(const char *, WaymarkRange, void *);
  void *context;
  bool isProgram;
} ImageCallback;

static int images(struct dl_phdr_info *image, size_t size, void *context) {
  (void)size;
  ImageCallback *callback = context;
  // The program itself is the first, and has no name.
  const char *path = callback->isProgram ? "/proc/self/exe" : image->dlpi_name;
  callback->isProgram = false;
  if (!path || path[0] != '/')
    return 0;
  uintptr_t start = UINTPTR_MAX, end = 0;
  for (size_t index = 0; index < image->dlpi_phnum; index++) {
    const ElfW(Phdr) *header = &image->dlpi_phdr[index];
    if (header->p_type != PT_LOAD)
      continue;
    uintptr_t first = image->dlpi_addr + header->p_vaddr;
    start = first < start ? first : start;
    end = first + header->p_memsz > end ? first + header->p_memsz : end;
  }
  WaymarkRange memory = {(const void *)start, end > start ? end - start : 0};
  callback->body(path, memory, callback->context);
  return 0;
}

void waymark_for_each_image(void (*body)(const char *, WaymarkRange, void *), void *context) {
  ImageCallback callback = {body, context, true};
  dl_iterate_phdr(images, &callback);
}

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

#endif
