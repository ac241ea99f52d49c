"""Mach-O images, written byte by byte (Apple's <mach-o/loader.h> and <mach-o/nlist.h>)."""

import struct

SEGMENT, SYMBOLS, PLATFORM, SOURCE_VERSION, CHAINED_FIXUPS = 0x19, 0x2, 0x32, 0x2A, 0x80000034
DIRECT_POINTERS, OFFSET_POINTERS, NO_FIXUP, ELSEWHERE = 2, 6, 0xFFFF, 0x7F0000000000
READ, EXECUTE = 1, 4
IN_SHARED_CACHE = 0x80000000
LOCAL, EXTERNAL, DEBUGGING = 0x0E, 0x0F, 0x24


def name(text):
    return struct.pack("16s", text.encode())


def segment(title, address, size, *, protection=READ, offset=None, filled=None, sections=(), count=None):
    """A command for a segment, with the sections' structures. The file has `filled` bytes of it."""
    offset, filled = address if offset is None else offset, size if filled is None else filled
    body = name(title) + struct.pack("<4Q", address, size, offset, filled)
    body += struct.pack("<iiII", 7, protection, len(sections) if count is None else count, 0) + b"".join(sections)
    return struct.pack("<II", SEGMENT, 8 + len(body)) + body


def section(title, address, size, *, owner="__TEXT"):
    return name(title) + name(owner) + struct.pack("<QQ8I", address, size, address & 0xFFFFFFFF, 2, 0, 0, 0, 0, 0, 0)


def symbol_table(offset, count, texts, size):
    return struct.pack("<6I", SYMBOLS, 24, offset, count, texts, size)


def symbol(start, kind=LOCAL):
    return struct.pack("<IBBHQ", start, kind, 1, 0, 0)


def image(commands, contents, *, flags=0, size=None, count=None):
    """A header and its commands, padded to 0x400 bytes, and the contents after them."""
    joined = b"".join(commands)
    header = struct.pack(
        "<8I", 0xFEEDFACF, 0x01000007, 3, 6, len(commands) if count is None else count,
        len(joined) if size is None else size, flags, 0)
    return (header + joined).ljust(0x400, b"\0") + contents


CONFORMANCES, SYMBOL_OFFSET = 0x408, 0x440
TEXTS = b"\0_$s3One\0_main\0_$s3Two\0T$s3Not\0_$s5Debug\0"


def library(**changes):
    """A library with two segments, three conformance records, and five symbols.

    An argument replaces one of the parts.
    """
    symbols = changes.pop("symbols", None) or [
        symbol(1), symbol(9, EXTERNAL), symbol(15), symbol(23), symbol(31, DEBUGGING)]
    texts = changes.pop("texts", TEXTS)
    linked = b"".join(symbols)
    parts = {
        "zero": segment("__PAGEZERO", 0, 0, protection=0),
        "text": segment("__TEXT", 0, SYMBOL_OFFSET, protection=READ | EXECUTE, sections=[
            section("__text", 0x400, 8), section("__swift5_proto", CONFORMANCES, 12)]),
        "linker": segment("__LINKEDIT", SYMBOL_OFFSET, len(linked) + len(texts)),
        "table": symbol_table(SYMBOL_OFFSET, len(symbols), SYMBOL_OFFSET + len(linked), len(texts)),
    }
    arguments = {key: changes.pop(key) for key in ("flags", "size", "count") if key in changes}
    parts.update(changes)
    contents = bytes(8) + struct.pack("<3i", 0x10, 0x20, 0x30)
    return image(parts.values(), contents.ljust(SYMBOL_OFFSET - 0x400, b"\0") + linked + texts, **arguments)


def commands(file):
    """The kinds of the commands of a valid file, and their positions."""
    (count,) = struct.unpack_from("<I", file, 16)
    start = 32
    for _ in range(count):
        kind, size = struct.unpack_from("<II", file, start)
        yield kind, start
        start += size


def without_platform(file):
    """An object file with a command that says nothing, instead of the platform.

    The linker of the toolchain for Linux knows how to link the files of Apple's platforms, but refuses to.
    """
    file = bytearray(file)
    for kind, start in commands(file):
        if kind == PLATFORM:
            struct.pack_into("<I", file, start, SOURCE_VERSION)
    return bytes(file)


def base(file):
    """The address of the segment that begins with the header."""
    return next(
        struct.unpack_from("<Q", file, start + 24)[0] for kind, start in commands(file)
        if kind == SEGMENT and struct.unpack_from("<2Q", file, start + 40) != (0, 0))


def loaded(file, address=0):
    """The memory of a linked image after dyld has loaded it: the segments at their addresses, from the given one on."""
    memory = bytearray()
    for kind, start in commands(file):
        if kind == SEGMENT:
            first, length, offset, filled = struct.unpack_from("<4Q", file, start + 24)
            if first < address:  # The page at zero, which can't be read.
                continue
            first -= address
            memory.extend(bytes(max(0, first + length - len(memory))))
            memory[first : first + filled] = file[offset : offset + filled]
    return bytes(memory)


def fixed_up(file, memory, address):
    """The memory after dyld has applied the chained fixups, and their count (Apple's <mach-o/fixup-chains.h>).

    A pointer to another image has an address at which there's nothing.
    """
    memory = bytearray(memory)
    (start,) = (start for kind, start in commands(file) if kind == CHAINED_FIXUPS)
    (data,) = struct.unpack_from("<I", file, start + 8)
    (starts,) = struct.unpack_from("<I", file, data + 4)
    starts += data
    (segment_count,) = struct.unpack_from("<I", file, starts)
    count = 0
    for offset in struct.unpack_from(f"<{segment_count}I", file, starts + 4):
        if offset == 0:
            continue
        info = starts + offset
        page_size, form, segment_offset, _, page_count = struct.unpack_from("<HHQIH", file, info + 4)
        if form not in (DIRECT_POINTERS, OFFSET_POINTERS):
            raise AssertionError(f"unknown format of pointers: {form}")
        for page, first in enumerate(struct.unpack_from(f"<{page_count}H", file, info + 22)):
            place = segment_offset + page * page_size + first
            while first != NO_FIXUP:
                (chain,) = struct.unpack_from("<Q", memory, place)
                target = (chain & (1 << 36) - 1) + (address if form == OFFSET_POINTERS else 0)
                struct.pack_into("<Q", memory, place, ELSEWHERE if chain >> 63 else target)
                count += 1
                if chain >> 51 & 0xFFF == 0:
                    break
                place += 4 * (chain >> 51 & 0xFFF)
    return bytes(memory), count
