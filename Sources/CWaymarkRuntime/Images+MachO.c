// The images of a program on Apple platforms. Not compiled on the machines where Waymark is developed so far.
#ifdef __APPLE__

#include "CWaymarkRuntime.h"

#include <mach-o/dyld.h>
#include <mach-o/getsect.h>
#include <mach-o/loader.h>
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

#endif
