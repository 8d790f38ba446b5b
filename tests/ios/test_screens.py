"""Both apps have the same screens, with the same words: what one says, the other says too."""

import re
import tomllib

from checks import strings
from checks.__main__ import APP, MODELS, ROOT, sources

ANDROID = ROOT / "android" / "app" / "src" / "main"
# The screens that were made for both apps at once. Texts of a screen that bindings/app writes are in
# screens.toml, which neither app reads.
SCREENS = ("all_", "sustained_", "instructions_", "opened_")
# Words of core's codes, which no source names: the models' tests look each up.
CODED = ("instructions_group_", "instructions_mark_", "instructions_missing_")


def words():
    text = (ROOT / "bindings" / "words" / "app.toml").read_text()
    return {key for key in tomllib.loads(text) if key.startswith(SCREENS) and not key.startswith(CODED)}


def said_by_ios():
    """Cases of `Word` that are asked for somewhere else than where they are declared."""
    code = [path for path in sources(APP, MODELS) if path.name != "Word.swift"]
    names = {name for path in code for name in re.findall(r"\.(\w+)", path.read_text())}
    return strings.words(MODELS / "Word.swift") & {strings.snake_case(name) for name in names}


def said_by_android():
    code = [*ANDROID.rglob("*.kt"), *(ANDROID / "res").rglob("*.xml")]
    texts = [path.read_text() for path in code if path.name != "words.xml"]
    return {key for text in texts for key in re.findall(r"(?:R\.string\.|@string/)(\w+)", text)}


def test_the_iphone_says_all_that_it_can():
    assert words() - said_by_ios() == set()


def test_both_apps_say_the_same():
    assert words() - said_by_android() == set()


def test_no_screen_is_without_words():
    assert len(words()) > 40
    assert words() & said_by_android()
