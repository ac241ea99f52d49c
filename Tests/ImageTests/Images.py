"""Mach-O images, written byte by byte (Apple's <mach-o/loader.h> and <mach-o/nlist.h>)."""

import struct

SEGMENT, SYMBOLS, PLATFORM, SOURCE_VERSION = 0x19, 0x2, 0x32, 0x2A
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


def loaded(file):
    """The memory of a linked library after dyld has loaded it: the segments at their addresses."""
    memory = bytearray()
    for kind, start in commands(file):
        if kind == SEGMENT:
            address, length, offset, filled = struct.unpack_from("<4Q", file, start + 24)
            memory.extend(bytes(max(0, address + length - len(memory))))
            memory[address : address + filled] = file[offset : offset + filled]
    return bytes(memory)
