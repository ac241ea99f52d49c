#include "MachOImage.h"

#ifdef WAYMARK_READS_MACH_O

#include <mach-o/loader.h>
#include <mach-o/nlist.h>
#include <string.h>

static bool contains(WaymarkRange range, uintptr_t address, uint64_t length) {
  // An address before the range has an offset that is larger than every length.
  uintptr_t offset = address - (uintptr_t)range.start;
  return offset <= range.length && length <= range.length - offset;
}

/// Copies a structure, which may lie at any address. Returns whether the range contains it.
static bool copy(void *structure, size_t size, WaymarkRange range, uintptr_t address) {
  if (!contains(range, address, size))
    return false;
  memcpy(structure, (const void *)address, size);
  return true;
}

// MARK: - Load commands

typedef struct {
  uint32_t kind;
  /// The bytes of the command.
  WaymarkRange range;
  /// The commands after this one.
  WaymarkRange rest;
  uint32_t restCount;
} Command;

static Command before_first(const WaymarkImage *image) {
  return (Command){0, {NULL, 0}, image->commands, image->commandCount};
}

/// Moves to the next command. Returns false after the last one, and at one with a size that can't be right.
static bool advance(Command *command) {
  struct load_command next;
  uintptr_t start = (uintptr_t)command->rest.start;
  if (command->restCount == 0 || !copy(&next, sizeof(next), command->rest, start) || next.cmdsize < sizeof(next) ||
      next.cmdsize > command->rest.length)
    return false;
  command->kind = next.cmd;
  command->range = (WaymarkRange){(const void *)start, next.cmdsize};
  command->rest = (WaymarkRange){(const void *)(start + next.cmdsize), command->rest.length - next.cmdsize};
  command->restCount--;
  return true;
}

typedef struct {
  struct segment_command_64 header;
  WaymarkRange range;
} Segment;

/// Reads a command as that of a segment. Returns false for other commands, and for a segment outside of the memory.
static bool read_segment(Segment *segment, const WaymarkImage *image, const Command *command) {
  struct segment_command_64 *header = &segment->header;
  if (command->kind != LC_SEGMENT_64 ||
      !copy(header, sizeof(*header), command->range, (uintptr_t)command->range.start))
    return false;
  uintptr_t start = (uintptr_t)header->vmaddr + image->slide;
  segment->range = (WaymarkRange){(const void *)start, (size_t)header->vmsize};
  return contains(image->memory, start, header->vmsize);
}

/// Returns whether a name of 16 bytes, which ends with a zero byte only if it's shorter, is the given one.
static bool is_name(const char name[16], const char *expected) { return strncmp(name, expected, 16) == 0; }

// MARK: - The parts of an image

bool waymark_image_open(WaymarkImage *image, const void *start, uintptr_t slide, WaymarkRange memory) {
  struct mach_header_64 header;
  uintptr_t commands = (uintptr_t)start + sizeof(header);
  if (!copy(&header, sizeof(header), memory, (uintptr_t)start) || header.magic != MH_MAGIC_64 ||
      !contains(memory, commands, header.sizeofcmds))
    return false;
  WaymarkRange range = {(const void *)commands, header.sizeofcmds};
  *image = (WaymarkImage){memory, slide, range, header.ncmds, header.flags};
  return true;
}

bool waymark_image_is_in_shared_cache(const WaymarkImage *image) { return (image->flags & MH_DYLIB_IN_CACHE) != 0; }

void waymark_image_for_each_segment(const WaymarkImage *image, void (*body)(WaymarkRange, void *), void *context) {
  Segment segment;
  for (Command command = before_first(image); advance(&command);)
    if (read_segment(&segment, image, &command) && (segment.header.initprot & 1) &&
        !is_name(segment.header.segname, SEG_LINKEDIT))
      body(segment.range, context);
}

typedef struct {
  uintptr_t address;
  bool isFound;
} Search;

static void search(WaymarkRange segment, void *context) {
  Search *search = context;
  search->isFound = search->isFound || contains(segment, search->address, 1);
}

bool waymark_image_contains(const WaymarkImage *image, uintptr_t address) {
  Search context = {address, false};
  waymark_image_for_each_segment(image, search, &context);
  return context.isFound;
}

WaymarkRange waymark_image_conformances(const WaymarkImage *image) {
  Segment segment;
  for (Command command = before_first(image); advance(&command);) {
    if (!read_segment(&segment, image, &command) || !(segment.header.initprot & 1))
      continue;
    uintptr_t start = (uintptr_t)command.range.start + sizeof(segment.header);
    struct section_64 section;
    for (uint32_t number = 0; number < segment.header.nsects; number++) {
      if (!copy(&section, sizeof(section), command.range, start + (uintptr_t)number * sizeof(section)))
        break;
      uintptr_t address = (uintptr_t)section.addr + image->slide;
      // The section contains numbers of 32 bits.
      if (is_name(section.segname, "__TEXT") && is_name(section.sectname, "__swift5_proto") && address % 4 == 0 &&
          contains(segment.range, address, section.size))
        return (WaymarkRange){(const void *)address, (size_t)section.size};
    }
  }
  return (WaymarkRange){NULL, 0};
}

/// Returns the part of the linker's segment at an offset in the file; `start` is null if it has no such part.
static WaymarkRange linked(const Segment *segment, uint64_t offset, uint64_t length) {
  // An offset before the segment has a distance that is larger than every size.
  uint64_t distance = offset - segment->header.fileoff;
  uint64_t size = segment->header.filesize < segment->range.length ? segment->header.filesize : segment->range.length;
  if (distance > size || length > size - distance)
    return (WaymarkRange){NULL, 0};
  return (WaymarkRange){(const uint8_t *)segment->range.start + distance, (size_t)length};
}

bool waymark_image_for_each_symbol(const WaymarkImage *image, const char *prefix, void (*body)(const char *, void *),
                                   void *context) {
  // Without their commands, both are empty.
  Segment segment, linker = {0};
  struct symtab_command table = {0};
  for (Command command = before_first(image); advance(&command);) {
    if (command.kind == LC_SYMTAB)
      copy(&table, sizeof(table), command.range, (uintptr_t)command.range.start);
    if (read_segment(&segment, image, &command) && is_name(segment.header.segname, SEG_LINKEDIT))
      linker = segment;
  }
  WaymarkRange entries = linked(&linker, table.symoff, table.nsyms * (uint64_t)sizeof(struct nlist_64));
  WaymarkRange texts = linked(&linker, table.stroff, table.strsize);
  if (!entries.start || !texts.start)
    return false;
  bool hasPrivateNames = false;
  size_t length = strlen(prefix);
  for (size_t index = 0; index < table.nsyms; index++) {
    struct nlist_64 entry;
    memcpy(&entry, (const uint8_t *)entries.start + index * sizeof(entry), sizeof(entry));
    // Stripping removes the names that other images don't use, except for a few notes for debuggers.
    hasPrivateNames = hasPrivateNames || !(entry.n_type & (N_STAB | N_EXT));
    size_t start = entry.n_un.n_strx;
    if (start >= texts.length || texts.length - start < length + 1)
      continue;
    // Mach-O puts an underscore before every name. The last name may not end.
    const char *name = (const char *)texts.start + start;
    if (name[0] == '_' && memcmp(name + 1, prefix, length) == 0 && memchr(name, 0, texts.length - start))
      body(name + 1, context);
  }
  return hasPrivateNames;
}

#endif
