"""Tests of the reader of Mach-O images (Sources/CWaymarkRuntime/MachOImage.c), run by .ci/images.

IMAGE_READER is the path of the program that reads images, IMAGE_OBJECT that of Library.swift as an object file, and
LINKER that of the linker for such files. PROGRAM is the folder with the object files of a program for iOS, and
PROGRAM_LINKER the linker for it.
"""

import json
import os
import struct
import subprocess
import unittest

import Images
from Images import (
    CONFORMANCES, SYMBOL_OFFSET, TEXTS, base, fixed_up, library, loaded, section, segment, symbol, symbol_table,
    without_platform)

HOSTILE = (0, 1, 7, 0x48, 0x7FFFFFF8, 0x7FFFFFFF, 0x80000000, 0xFFFFFFF8, 0xFFFFFFFF)
ALL = {"cached": False, "segments": [[0, SYMBOL_OFFSET]], "conformances": [CONFORMANCES, 12],
       "names": ["$s3One", "$s3Two", "$s5Debug"], "complete": True}


def read(images, address=0):
    """Returns the parts of images, or None for an image that the reader doesn't open.

    The address is the start of each image.
    """
    images = list(images)
    data = b"".join(struct.pack("<IQ", len(image), address) + image for image in images)
    done = subprocess.run([os.environ["IMAGE_READER"]], input=data, capture_output=True, timeout=120)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    if done.returncode:
        raise AssertionError(f"Stopped at image {len(found)} of {len(images)}:\n{done.stderr.decode()[:4000]}")
    for parts in found:
        if parts:
            parts["names"] = [bytes.fromhex(name).decode(errors="replace") for name in parts["names"]]
    return found


class ImageTests(unittest.TestCase):
    maxDiff = None

    def expect(self, image, **differences):
        """Compares the parts of an image with the parts of the valid library."""
        parts = {**ALL, **differences}
        parts["contains"] = [
            any(start <= address < start + size for start, size in parts["segments"]) for address in (0, len(image))]
        self.assertEqual(read([image]), [parts])

    def test_valid_library(self):
        self.expect(library())

    def test_library_of_the_shared_cache_is_marked(self):
        self.expect(library(flags=Images.IN_SHARED_CACHE), cached=True)
        self.expect(library(flags=0x7FFFFFFF))

    def test_only_64_bit_images_of_this_byte_order_are_opened(self):
        valid = library()
        others = [0xFEEDFACE, 0xCFFAEDFE, 0xCAFEBABE, 0x464C457F, 0]
        self.assertEqual(read(struct.pack("<I", magic) + valid[4:] for magic in others), [None] * len(others))

    def test_stripped_library_has_no_private_names(self):
        symbols = [symbol(1, Images.EXTERNAL), symbol(31, Images.DEBUGGING)]
        self.expect(library(symbols=symbols), names=["$s3One", "$s5Debug"], complete=False)
        self.expect(library(table=b"", count=3), names=[], complete=False)
        self.expect(library(table=symbol_table(SYMBOL_OFFSET, 0, SYMBOL_OFFSET, 8)), names=[], complete=False)

    def test_commands_with_impossible_sizes_end_the_list(self):
        text = library()[32 + 72 :][: 72 + 2 * 80]
        for size in (0, 1, 7, 0x7FFFFFFF, 0xFFFFFFFF):
            damaged = text[:4] + struct.pack("<I", size) + text[8:]
            self.expect(library(text=damaged), segments=[], conformances=None, names=[], complete=False)
        # After four bytes of the first command, there would be another one, and the valid ones after it.
        overlapping = struct.pack("<3I", 0x1D, 4, 8)
        damaged = library(text=overlapping + text, count=5)
        self.expect(damaged, segments=[], conformances=None, names=[], complete=False)

    def test_command_that_is_too_short_for_its_kind_is_ignored(self):
        text = library()[32 + 72 :][: 72 + 2 * 80]
        table = symbol_table(SYMBOL_OFFSET, 5, SYMBOL_OFFSET + 5 * 16, len(TEXTS))
        for size in (8, 71):
            short = struct.pack("<II", Images.SEGMENT, size) + bytes(size - 8)
            self.expect(library(text=short), segments=[], conformances=None)
            damaged = text[:4] + struct.pack("<I", size) + text[8:]
            self.expect(library(text=b"", last=damaged), segments=[], conformances=None)
        for size in (8, 23):
            damaged = table[:4] + struct.pack("<I", size) + table[8:]
            self.expect(library(table=damaged), names=[], complete=False)

    def test_command_of_another_kind_is_ignored(self):
        text = library()[32 + 72 :][: 72 + 2 * 80]
        for kind in (0x1, 0x1D, 0x80000019):
            self.expect(library(text=struct.pack("<I", kind) + text[4:]), segments=[], conformances=None)

    def test_commands_end_with_the_count_and_with_their_size(self):
        self.expect(library(count=0), segments=[], conformances=None, names=[], complete=False)
        self.expect(library(count=2), names=[], complete=False)
        self.expect(library(count=0xFFFFFFFF))
        self.expect(library(size=0), segments=[], conformances=None, names=[], complete=False)
        self.expect(library(size=72 + 72), segments=[], conformances=None, names=[], complete=False)
        sizes = (0x7FFFFFFF, 0xFFFFFFFF, len(library()) - 31)
        self.assertEqual(read(library(size=size) for size in sizes), [None] * 3)

    def test_segments_outside_of_the_memory_are_ignored(self):
        size = len(library())
        ranges = [(0, size + 1), (1, size), (size, 1), (1 << 63, 8), (8, (1 << 64) - 8), ((1 << 64) - 8, 16)]
        for address, length in ranges:
            sections = [section("__swift5_proto", CONFORMANCES, 12)]
            text = segment("__TEXT", address, length, sections=sections)
            self.expect(library(text=text), segments=[], conformances=None)
        self.expect(library(text=segment("__DATA", 8, size - 8)), segments=[[8, size - 8]], conformances=None)

    def test_segment_that_cannot_be_read_is_ignored(self):
        sections = [section("__swift5_proto", CONFORMANCES, 12)]
        unreadable = segment("__TEXT", 0, SYMBOL_OFFSET, protection=Images.EXECUTE, sections=sections)
        self.expect(library(text=unreadable), segments=[], conformances=None)

    def test_sections_are_limited_to_their_command(self):
        sections = [section("__text", 0x400, 8), section("__swift5_proto", CONFORMANCES, 12)]
        for count in (0, 1):
            text = segment("__TEXT", 0, SYMBOL_OFFSET, sections=sections, count=count)
            self.expect(library(text=text), segments=[[0, SYMBOL_OFFSET]], conformances=None)
        # The wanted section is after the command, or nowhere.
        for count in (2, 3, 0x7FFFFFFF, 0xFFFFFFFF):
            text = segment("__TEXT", 0, SYMBOL_OFFSET, sections=sections[:1], count=count)
            for last in (text, text + sections[1]):
                self.expect(
                    library(text=b"", last=last), segments=[[0, SYMBOL_OFFSET]], conformances=None)

    def test_section_outside_of_its_segment_is_not_found(self):
        ranges = [(SYMBOL_OFFSET - 8, 12), (SYMBOL_OFFSET, 4), (CONFORMANCES, 1 << 63), (1 << 63, 4),
                  ((1 << 64) - 4, 8), (CONFORMANCES + 2, 4)]
        for address, length in ranges:
            text = segment("__TEXT", 0, SYMBOL_OFFSET, sections=[section("__swift5_proto", address, length)])
            self.expect(library(text=text), segments=[[0, SYMBOL_OFFSET]], conformances=None)
        for title, owner in (("__swift5_protos", "__TEXT"), ("__swift5_prot", "__TEXT"), ("__swift5_proto", "__DATA")):
            text = segment("__TEXT", 0, SYMBOL_OFFSET, sections=[section(title, CONFORMANCES, 12, owner=owner)])
            self.expect(library(text=text), segments=[[0, SYMBOL_OFFSET]], conformances=None)

    def test_symbols_outside_of_the_linkers_segment_are_not_found(self):
        end, texts = len(library()), SYMBOL_OFFSET + 5 * 16
        self.expect(library(table=symbol_table(SYMBOL_OFFSET, 5, texts, len(TEXTS))))
        hostile = [
            (SYMBOL_OFFSET - 1, 5, texts, len(TEXTS)), (0, 5, texts, len(TEXTS)), (end - 15, 1, texts, len(TEXTS)),
            (end, 1, texts, len(TEXTS)), (0xFFFFFFFF, 1, texts, len(TEXTS)),
            (SYMBOL_OFFSET, 0xFFFFFFFF, texts, len(TEXTS)), (SYMBOL_OFFSET, 0x10000000, texts, len(TEXTS)),
            (SYMBOL_OFFSET, 5, texts, len(TEXTS) + 1), (SYMBOL_OFFSET, 5, texts + 1, len(TEXTS)),
            (SYMBOL_OFFSET, 5, 0, len(TEXTS)), (SYMBOL_OFFSET, 5, 0xFFFFFFFF, 1),
        ]
        for values in hostile:
            self.expect(library(table=symbol_table(*values)), names=[], complete=False)
        # The segment's own part of the file doesn't contain them, or the memory doesn't contain the segment.
        for linker in (segment("__LINKEDIT", SYMBOL_OFFSET, end - SYMBOL_OFFSET, offset=0),
                       segment("__LINKEDIT", SYMBOL_OFFSET, end - SYMBOL_OFFSET, offset=1 << 63),
                       segment("__LINKEDIT", SYMBOL_OFFSET, end - SYMBOL_OFFSET + 1),
                       segment("__LINKEDIT", SYMBOL_OFFSET, 16),
                       segment("__LINKEDIT", SYMBOL_OFFSET, 16, filled=1 << 32),
                       segment("__LINKEDIT", SYMBOL_OFFSET, end - SYMBOL_OFFSET, filled=16), segment("__OTHER", 0, 0)):
            parts = read([library(linker=linker)])[0]
            self.assertEqual((parts["names"], parts["complete"]), ([], False))

    def test_names_end_within_their_texts(self):
        # The last name has no zero byte, and the memory ends with it.
        self.expect(library(texts=TEXTS[:-1]), names=["$s3One", "$s3Two"])
        for texts in (b"\0", b"\0_", b"\0_$", b"\0_$s"):
            self.expect(library(texts=texts, symbols=[symbol(1)]), names=[])
        self.expect(library(texts=b"\0_$s\0", symbols=[symbol(1)]), names=["$s"])
        for start in (len(TEXTS) - 2, len(TEXTS) - 1, len(TEXTS), 0x7FFFFFFF, 0xFFFFFFFF):
            self.expect(library(symbols=[symbol(start)]), names=[])

    def check(self, images):
        """Reads damaged images. The reader itself checks that each part lies within the memory."""
        for image, parts in zip(images, read(images)):
            for start, length in parts["segments"] if parts else []:
                self.assertTrue(0 <= start <= start + length <= len(image))

    def test_library_is_truncated_at_every_length(self):
        valid = library()
        images = [valid[:length] for length in range(len(valid))]
        self.check(images)
        for parts in read(images):
            # Without its end, the library has lost the linker's segment.
            self.assertEqual(parts["names"] if parts else [], [])

    def test_every_number_is_replaced(self):
        valid = library()
        images = []
        for offset in range(0, len(valid) - 3, 4):
            (original,) = struct.unpack_from("<I", valid, offset)
            for value in {*HOSTILE, original - 1 & 0xFFFFFFFF, original + 1 & 0xFFFFFFFF, original + 8 & 0xFFFFFFFF}:
                images.append(valid[:offset] + struct.pack("<I", value) + valid[offset + 4 :])
        for offset in range(0, len(valid) - 7, 4):
            for value in ((1 << 64) - 1, (1 << 64) - 8, 1 << 63, (1 << 63) - 1):
                images.append(valid[:offset] + struct.pack("<Q", value) + valid[offset + 8 :])
        self.check(images)


class LinkedLibraryTests(unittest.TestCase):
    """Library.swift, as the compiler and the linker write it for macOS."""

    @classmethod
    def setUpClass(cls):
        """Links the object file. Names of the standard library aren't looked up: it isn't there for macOS."""
        path = os.environ["IMAGE_OBJECT"]
        with open(path, "rb") as file:
            object_file = without_platform(file.read())
        with open(path, "wb") as file:
            file.write(object_file)
        subprocess.run(
            [os.environ["LINKER"], "-dylib", "-arch", "arm64", "-platform_version", "macos", "15.0", "15.0",
             "-undefined", "dynamic_lookup", "-ignore_auto_link", path, "-o", path + ".dylib"], check=True)
        with open(path + ".dylib", "rb") as file:
            cls.memory = loaded(file.read())
        (cls.parts,) = read([cls.memory])

    def number(self, address):
        return struct.unpack_from("<i", self.memory, address)[0]

    def target(self, address):
        """The target of a relative pointer."""
        return address + self.number(address)

    def text(self, address):
        return self.memory[address : self.memory.index(b"\0", address)].decode()

    def test_conformance_records_are_found(self):
        start, length = self.parts["conformances"]
        # A record's second number leads to the type, and the type's third number to its name.
        records = [self.target(start + 4 * entry) for entry in range(length // 4)]
        self.assertEqual(
            sorted(self.text(self.target(self.target(record + 4) + 8)) for record in records),
            ["First", "Second", "Third"])
        self.assertEqual({self.text(self.target(self.target(record) + 8)) for record in records}, {"Marked"})

    def test_symbols_are_found(self):
        # The protocol, and the conformances of a public and of an internal type.
        self.assertLessEqual(
            {"$s7Library6MarkedMp", "$s7Library5FirstVAA6MarkedAAMc", "$s7Library5ThirdOAA6MarkedAAMc"},
            set(self.parts["names"]))
        self.assertTrue(self.parts["complete"] and not self.parts["cached"])

    def test_one_of_the_segments_contains_the_records(self):
        start, _ = self.parts["conformances"]
        segments = self.parts["segments"]
        self.assertEqual(sum(first <= start < first + size for first, size in segments), 1)
        self.assertGreater(len(segments), 1)

    def test_damaged_commands_cause_no_read_outside(self):
        (size,) = struct.unpack_from("<I", self.memory, 20)
        damaged = [
            self.memory[:offset] + struct.pack("<I", value) + self.memory[offset + 4 :]
            for offset in range(0, 32 + size, 4) for value in (0, 0x7FFFFFFF, 0xFFFFFFFF)]
        read(damaged)


class LinkedProgramTests(unittest.TestCase):
    """A program for iOS with a module in a static archive, as a linker writes it with chained fixups."""

    def link(self, *flags):
        """Links the program, applies its fixups as dyld does, and returns its memory and the address of its start."""
        folder = os.environ["PROGRAM"]
        path = os.path.join(folder, "program")
        # Names of the standard library aren't looked up: it isn't there for iOS.
        subprocess.run(
            [os.environ["PROGRAM_LINKER"], "-arch", "arm64", "-platform_version", "ios", "18.0", "18.0", "-fixup_chains",
             "-undefined", "dynamic_lookup", *flags, *(os.path.join(folder, name) for name in
             ("main.o", "Library.o", "libArchived.a")), "-o", path], check=True)
        with open(path, "rb") as file:
            linked = file.read()
        address = base(linked)
        memory, count = fixed_up(linked, loaded(linked, address), address)
        self.assertGreater(count, 10)
        return memory, address

    def records(self, memory, address):
        """The names of the protocol and of the type of each conformance record that the reader finds."""
        (parts,) = read([memory], address)
        self.assertEqual(parts["contains"], [True, False])
        self.assertTrue(parts["complete"])

        def target(place, is_indirect=False):
            (offset,) = struct.unpack_from("<i", memory, place)
            if not is_indirect:
                return place + offset
            (pointer,) = struct.unpack_from("<Q", memory, place + (offset & ~1))
            return pointer - address

        def name(descriptor):
            start = target(descriptor + 8)
            return memory[start : memory.index(b"\0", start)].decode()

        start, length = parts["conformances"]
        found = []
        for entry in range(start, start + length, 4):
            record = target(entry)
            (marked,) = struct.unpack_from("<i", memory, record)
            (flags,) = struct.unpack_from("<I", memory, record + 12)
            # The lowest bit marks a pointer to the protocol's descriptor, and three bits of the flags one to the type's.
            found.append((name(target(record, marked & 1 == 1)), name(target(record + 4, flags >> 3 & 7 == 1))))
        return sorted(found)

    def test_records_of_a_program(self):
        own = [("Marked", name) for name in ("First", "Second", "Third")]
        archived = [("Marked", name) for name in ("Fifth", "Fourth", "Seventh", "Sixth")]
        for flags in ((), ("-dead_strip",)):
            self.assertEqual(self.records(*self.link(*flags)), own)
            for loading in ("-ObjC", "-all_load"):
                self.assertEqual(self.records(*self.link(*flags, loading)), sorted(own + archived))

    def test_program_without_private_names(self):
        memory, address = self.link("-ObjC", "-x")
        (parts,) = read([memory], address)
        self.assertFalse(parts["complete"])


if __name__ == "__main__":
    unittest.main()
