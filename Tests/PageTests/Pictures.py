"""Draws the manual's pictures of pages: Tests/PageTests/Pictures.py <page of the sample> <page of a start> <folder> [--check]

A picture contains a digest of its page, apart from numbers of lines. --check compares the digests, because the pixels
depend on the fonts of the machine and on the version of Chromium.
"""
import hashlib, os, re, struct, sys, zlib

from Chromium import Chromium

notes, start, folder = map(os.path.abspath, sys.argv[1:4])
SELECT = "waymark.select(waymark.nodes.find((node) => node.title === 'NoteListView'))"
# The pictures: the page, the size of the window, and the script that runs before.
PICTURES = {
    "graph-page": (notes, 1240, 780, SELECT),
    "graph-start": (start, 1240, 590, "document.getElementById('start-tab').click()"),
}


def digest(page, script):
    with open(page, encoding="utf-8") as file:
        text = re.sub(r"\.swift:\d+", "", file.read())
    return hashlib.sha256((text + script).encode()).hexdigest()


def chunk(kind, content):
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def label(path, text):
    """Adds a comment to a picture, before its last chunk."""
    with open(path, "rb") as file:
        picture = file.read()
    with open(path, "wb") as file:
        file.write(picture[:-12] + chunk(b"tEXt", b"Comment\0" + text.encode()) + picture[-12:])


wanted = {name: digest(page, script) for name, (page, _, _, script) in PICTURES.items()}
if "--check" in sys.argv:
    for name in wanted:
        for suffix in ("", "~dark"):
            with open(f"{folder}/{name}{suffix}.png", "rb") as file:
                if wanted[name].encode() not in file.read():
                    sys.exit(f"The picture {name}{suffix}.png is not current. To draw it again: .ci/page --update")
    sys.exit()
browser = Chromium()
try:
    for name, (page, width, height, script) in PICTURES.items():
        for suffix in ("", "~dark"):
            browser.look(width, height, bool(suffix))
            browser.open("about:blank")
            browser.open(f"file://{page}")
            browser.run(script)
            browser.wait_for("requestAnimationFrame(() => requestAnimationFrame(() => arguments[0]()))")
            browser.screenshot(f"{folder}/{name}{suffix}.png")
            label(f"{folder}/{name}{suffix}.png", wanted[name])
finally:
    browser.close()
