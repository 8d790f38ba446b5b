#!/usr/bin/env python3
"""app-licences.py BOOK.json OUT: the licences of the app's parts (make licences) in the forms of Android.

OUT/res/values/parts.xml holds the list that "How it works" shows, name|licence; OUT/assets/licences.json the
same with the words of each licence, each once.
"""

import json
import pathlib
import sys
from xml.sax.saxutils import escape

HEAD = """<?xml version="1.0" encoding="utf-8"?>
<!-- What the app contains besides its own code: name|licence. Written by tools/app-licences.py. -->
<resources>
    <string-array name="parts" translatable="false">
"""
TAIL = "    </string-array>\n</resources>\n"


def item(part):
    name = f"{part['name']} {part['version']}".strip()
    # aapt2 takes these for its own.
    text = escape(f"{name}|{part['licence']}").replace("\\", "\\\\").replace("'", "\\'").replace('"', '\\"')
    return f"        <item>{text}</item>\n"


def main(book, out):
    book = json.loads(pathlib.Path(book).read_text(encoding="utf-8"))
    out = pathlib.Path(out)
    for folder in ("res/values", "assets"):
        (out / folder).mkdir(parents=True, exist_ok=True)
    items = "".join(item(part) for part in book["parts"])
    (out / "res/values/parts.xml").write_text(HEAD + items + TAIL, encoding="utf-8")
    # Without the blanks that are for people.
    text = json.dumps(book, ensure_ascii=False, separators=(",", ":"))
    (out / "assets/licences.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: app-licences.py BOOK.json OUT")
    main(*sys.argv[1:])
