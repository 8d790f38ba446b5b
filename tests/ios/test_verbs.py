"""The verbs for a Mac: each of the mistakes that a Mac would have met is found in a spoiled copy."""

import shutil

import pytest

from checks import verbs
from checks.__main__ import ROOT


@pytest.fixture
def copy(tmp_path):
    """The makefiles, where they name nothing that make would look at."""
    shutil.copy(ROOT / "Makefile", tmp_path)
    shutil.copy(ROOT / "Cargo.toml", tmp_path)
    shutil.copytree(ROOT / "make", tmp_path / "make")
    shutil.copytree(ROOT / "tools", tmp_path / "tools")
    return tmp_path


def spoil(path, old, new):
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


def test_the_verbs_are_a_macs(copy):
    assert verbs.check_verbs(copy) == []


@pytest.mark.parametrize(
    ("file", "old", "new", "problem"),
    [
        (
            "bindings.mk",
            "libtrueghz_ffi.$(if $(ON_MAC),dylib,so)",
            "libtrueghz_ffi.so",
            "make bindings has a library of Linux on a Mac",
        ),
        (
            "swift.mk",
            "XCFRAMEWORK_NEEDS := $(if $(ON_MAC),,",
            "XCFRAMEWORK_NEEDS := $(if ,,",
            "make ios-run has the tools for Linux on a Mac",
        ),
        (
            "swift.mk",
            "SWIFT_FAULTS := $(if $(ON_MAC),,",
            "SWIFT_FAULTS := $(if ,,",
            "make swift-test has tests that the shipped library cannot pass on a Mac",
        ),
        (
            "swift.mk",
            "-prune -exec rm -rf {} +",
            "-delete",
            "make swift-test has deleting a folder as a file on a Mac",
        ),
        ("swift.mk", "MODELS_LINKER := $(if $(ON_MAC),,", "MODELS_LINKER := $(if ,,", "the linker of Linux"),
        ("ios.mk", "tools/ios-run.sh run device", "tools/ios-run.sh device", "make ios-device does not run"),
    ],
)
def test_a_spoiled_verb_is_refused(copy, file, old, new, problem):
    spoil(copy / "make" / file, old, new)
    assert any(problem in found for found in verbs.check_verbs(copy))
