// A reader of Mach-O images in memory. It doesn't use dyld, so that it's tested on Linux (Tests/ImageTests).
//
// Each offset and size in an image is checked before it's used. A damaged image has fewer segments, sections, and
// symbols, and never causes a read outside of it.
#ifndef WAYMARK_MACH_O_IMAGE_H
#define WAYMARK_MACH_O_IMAGE_H

// Apple's SDKs have this header. On Linux, only the tests pass one to the compiler.
#if __has_include(<mach-o/loader.h>)
#define WAYMARK_READS_MACH_O 1

#include "CWaymarkRuntime.h"

/// A 64-bit image that was loaded into memory.
typedef struct {
  /// The memory that can be read. Parts of the image outside of it are ignored.
  WaymarkRange memory;
  /// The number to add to an address in the image's file for the address in memory.
  uintptr_t slide;
  WaymarkRange commands;
  uint32_t commandCount;
  uint32_t flags;
} WaymarkImage;

/// Reads the header of an image, and returns whether there is one.
bool waymark_image_open(WaymarkImage *image, const void *header, uintptr_t slide, WaymarkRange memory);

/// Returns whether the image is one of the system's libraries, in the cache that all processes share.
bool waymark_image_is_in_shared_cache(const WaymarkImage *image);

/// Calls `body` with each segment that can be read, except the one for the linker.
void waymark_image_for_each_segment(const WaymarkImage *image, void (*body)(WaymarkRange, void *), void *context);

/// Returns whether a segment of the image contains an address.
bool waymark_image_contains(const WaymarkImage *image, uintptr_t address);

/// Returns the section of conformance records; `start` is null if there is none.
WaymarkRange waymark_image_conformances(const WaymarkImage *image);

/// Calls `body` with each name in the symbol table that begins with `prefix`, without the underscore before it.
///
/// Returns whether the table has private names, which stripping removes.
bool waymark_image_for_each_symbol(const WaymarkImage *image, const char *prefix, void (*body)(const char *, void *),
                                   void *context);

#endif
#endif
