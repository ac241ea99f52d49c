// The images of a program on Apple platforms. Not compiled on the machines where Waymark is developed so far.
#ifdef __APPLE__

#include "CWaymarkRuntime.h"

#include <mach-o/dyld.h>
#include <mach-o/getsect.h>
#include <mach-o/loader.h>
#include <mach-o/nlist.h>
#include <string.h>

void waymark_for_each_conformance_section(void (*body)(WaymarkRange, void *), void *context) {
  for (uint32_t index = 0; index < _dyld_image_count(); index++) {
    const struct mach_header_64 *header = (const struct mach_header_64 *)_dyld_get_image_header(index);
    if (!header)
      continue;
    unsigned long size = 0;
    const uint8_t *section = getsectiondata(header, "__TEXT", "__swift5_proto", &size);
    WaymarkRange range = {section, section ? size : 0};
    body(range, context);
  }
}

void waymark_for_each_segment(void (*body)(WaymarkSegment, void *), void *context) {
  for (uint32_t index = 0; index < _dyld_image_count(); index++) {
    const struct mach_header_64 *header = (const struct mach_header_64 *)_dyld_get_image_header(index);
    if (!header)
      continue;
    intptr_t slide = _dyld_get_image_vmaddr_slide(index);
    const struct load_command *command = (const struct load_command *)(header + 1);
    for (uint32_t number = 0; number < header->ncmds; number++) {
      const struct segment_command_64 *loaded = (const struct segment_command_64 *)command;
      if (command->cmd == LC_SEGMENT_64 && (loaded->initprot & 1) && strcmp(loaded->segname, "__PAGEZERO") != 0) {
        WaymarkSegment segment = {{(const void *)(loaded->vmaddr + slide), loaded->vmsize},
                                  (loaded->initprot & 4) != 0};
        body(segment, context);
      }
      command = (const struct load_command *)((const char *)command + command->cmdsize);
    }
  }
}

void waymark_for_each_image_path(void (*body)(const char *, void *), void *context) {
  for (uint32_t index = 0; index < _dyld_image_count(); index++) {
    const char *name = _dyld_get_image_name(index);
    if (name)
      body(name, context);
  }
}

static bool symbols(const struct mach_header_64 *header, intptr_t slide, const char *prefix,
                    void (*body)(const char *, void *), void *context) {
  const struct segment_command_64 *linkedit = NULL;
  const struct symtab_command *table = NULL;
  const struct load_command *command = (const struct load_command *)(header + 1);
  for (uint32_t number = 0; number < header->ncmds; number++) {
    if (command->cmd == LC_SYMTAB)
      table = (const struct symtab_command *)command;
    if (command->cmd == LC_SEGMENT_64 &&
        strcmp(((const struct segment_command_64 *)command)->segname, SEG_LINKEDIT) == 0)
      linkedit = (const struct segment_command_64 *)command;
    command = (const struct load_command *)((const char *)command + command->cmdsize);
  }
  if (!table || !linkedit || table->nsyms == 0)
    return false;
  const char *base = (const char *)(linkedit->vmaddr + slide - linkedit->fileoff);
  const struct nlist_64 *entries = (const struct nlist_64 *)(base + table->symoff);
  const char *names = base + table->stroff;
  size_t length = strlen(prefix);
  for (uint32_t index = 0; index < table->nsyms; index++) {
    if (entries[index].n_un.n_strx >= table->strsize)
      continue;
    const char *name = names + entries[index].n_un.n_strx;
    // Mach-O puts an underscore before every name.
    if (name[0] == '_' && strncmp(name + 1, prefix, length) == 0)
      body(name + 1, context);
  }
  return true;
}

bool waymark_for_each_symbol(const char *prefix, void (*body)(const char *, void *), void *context) {
  bool found = false;
  for (uint32_t index = 0; index < _dyld_image_count(); index++) {
    const struct mach_header_64 *header = (const struct mach_header_64 *)_dyld_get_image_header(index);
    if (header && symbols(header, _dyld_get_image_vmaddr_slide(index), prefix, body, context) && index == 0)
      found = true;
  }
  return found;
}

#endif
