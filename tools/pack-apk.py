#!/usr/bin/env python3
"""pack-apk.py OUT RESOURCES.apk DEX_FOLDER LIBRARY_FOLDER...: packs an APK without a signature.

The same files give the same bytes: entries come in a fixed order and bear one time. Libraries are compressed,
and Android unpacks them (docs/adr/0008-android-app.md); what is stored lies at multiples of 4, where Android
maps the table of resources. A library folder holds a folder for each ABI.
"""

import pathlib
import struct
import sys
import zipfile

# The earliest time that a zip archive can bear; Android's own tools write it, too.
TIME = (1981, 1, 1, 1, 1, 2)
# Mapped where they lie; pictures are compressed already.
STORED = ("resources.arsc", ".png")
ALIGNMENT = 4
# An extra field that holds the alignment and padding up to it; apksigner knows and keeps it.
ALIGNMENT_FIELD = 0xD935
ALIGNMENT_FIELD_HEAD = struct.calcsize("<HHH")
LOCAL_HEADER = 30


def resources(archive):
    with zipfile.ZipFile(archive) as apk:
        # Android looks for the manifest at once: it comes first.
        for name in sorted(apk.namelist(), key=lambda name: (name != "AndroidManifest.xml", name)):
            yield name, apk.read(name)


def dex(folder):
    for path in sorted(pathlib.Path(folder).glob("*.dex")):
        yield path.name, path.read_bytes()


def libraries(folders):
    paths = [path for folder in folders for path in pathlib.Path(folder).glob("*/*.so")]
    for path in sorted(paths, key=lambda path: (path.parent.name, path.name)):
        yield f"lib/{path.parent.name}/{path.name}", path.read_bytes()


def padding(offset, name):
    """The extra field that brings what follows a header at `offset` to a multiple of the alignment."""
    start = offset + LOCAL_HEADER + len(name.encode()) + ALIGNMENT_FIELD_HEAD
    zeros = -start % ALIGNMENT
    # The field's size counts the alignment itself, two bytes, and the zeros.
    return struct.pack("<HHH", ALIGNMENT_FIELD, 2 + zeros, ALIGNMENT) + bytes(zeros)


def pack(out, entries):
    with zipfile.ZipFile(out, "w") as apk:
        for name, data in entries:
            info = zipfile.ZipInfo(name, TIME)
            # As on Unix, readable by all: whatever system packs it.
            info.create_system = 3
            info.external_attr = 0o644 << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            if name.endswith(STORED):
                info.compress_type = zipfile.ZIP_STORED
                info.extra = padding(apk.fp.tell(), name)
            apk.writestr(info, data, compresslevel=9)


def main(out, resource_archive, dex_folder, *library_folders):
    entries = [*resources(resource_archive), *dex(dex_folder), *libraries(library_folders)]
    names = {name for name, _ in entries}
    for needed in ("AndroidManifest.xml", "resources.arsc", "classes.dex"):
        if needed not in names:
            sys.exit(f"pack-apk.py: error: there is no {needed}.")
    if len(names) != len(entries):
        sys.exit("pack-apk.py: error: two files have one name.")
    pack(out, entries)


if __name__ == "__main__":
    if len(sys.argv) < 5:
        sys.exit("usage: pack-apk.py OUT RESOURCES.apk DEX_FOLDER LIBRARY_FOLDER...")
    main(*sys.argv[1:])
