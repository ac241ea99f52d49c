// The images of a program on Apple's platforms, as dyld lists them. MachOImage.c reads each of them.
#ifdef __APPLE__

#include "MachOImage.h"

#include <mach-o/dyld.h>

/// Opens one of the images that dyld has loaded.
static bool open_loaded(WaymarkImage *image, uint32_t index) {
  const struct mach_header *header = _dyld_get_image_header(index);
  // Before dyld lists an image, it has checked the header and mapped the segments, wherever they lie.
  WaymarkRange memory = {NULL, SIZE_MAX};
  return header && waymark_image_open(image, header, (uintptr_t)_dyld_get_image_vmaddr_slide(index), memory);
}

// A library of the shared cache depends on libraries of the cache only. So it contains no conformance to a protocol of
// the application and no name of its types, and the cache has most of the images and of the records.

void waymark_for_each_conformance_section(void (*body)(WaymarkRange, void *), void *context) {
  WaymarkImage image;
  for (uint32_t index = 0; index < _dyld_image_count(); index++)
    if (open_loaded(&image, index) && !waymark_image_is_in_shared_cache(&image))
      body(waymark_image_conformances(&image), context);
}

bool waymark_for_each_symbol(const char *prefix, const uintptr_t *addresses, size_t count,
                             void (*body)(const char *, void *), void *context) {
  bool isFound = false, isComplete = true;
  WaymarkImage image;
  for (uint32_t index = 0; index < _dyld_image_count(); index++) {
    if (!open_loaded(&image, index) || waymark_image_is_in_shared_cache(&image))
      continue;
    bool hasAll = waymark_image_for_each_symbol(&image, prefix, body, context);
    // A debug build of Xcode has its code in a library, and the program is a stub.
    bool isSought = count == 0 && index == 0;
    for (size_t number = 0; number < count; number++)
      isSought = isSought || waymark_image_contains(&image, addresses[number]);
    isFound = isFound || isSought;
    isComplete = isComplete && (hasAll || !isSought);
  }
  return isFound && isComplete;
}

#endif
