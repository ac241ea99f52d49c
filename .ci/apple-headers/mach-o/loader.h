#pragma once
#include <stdint.h>
struct mach_header { uint32_t magic; int cputype, cpusubtype; uint32_t filetype, ncmds, sizeofcmds, flags; };
struct mach_header_64 { uint32_t magic; int cputype, cpusubtype; uint32_t filetype, ncmds, sizeofcmds, flags, reserved; };
#define MH_MAGIC_64 0xfeedfacf
#define MH_DYLIB_IN_CACHE 0x80000000
struct load_command { uint32_t cmd, cmdsize; };
#define LC_SYMTAB 0x2
#define LC_SEGMENT_64 0x19
struct segment_command_64 { uint32_t cmd, cmdsize; char segname[16]; uint64_t vmaddr, vmsize, fileoff, filesize; int maxprot, initprot; uint32_t nsects, flags; };
#define SEG_LINKEDIT "__LINKEDIT"
struct section_64 { char sectname[16], segname[16]; uint64_t addr, size; uint32_t offset, align, reloff, nreloc, flags, reserved1, reserved2, reserved3; };
struct symtab_command { uint32_t cmd, cmdsize, symoff, nsyms, stroff, strsize; };
