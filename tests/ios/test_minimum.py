"""The oldest system of each object in a library, as objdump states it: on Linux and on a Mac."""

import subprocess

import pytest

from checks.__main__ import ROOT

BUILD = """{name}:
Load command 1
      cmd LC_BUILD_VERSION
  cmdsize 24
 platform {platform}
    minos {version}
"""
OLD = """{name}:
Load command 1
      cmd LC_VERSION_MIN_{platform}
  cmdsize 16
  version {version}
      sdk n/a
"""
NONE = "{name}:\nLoad command 0\n      cmd LC_SYMTAB\n"


def objects(*forms):
    """What objdump prints of an archive with these objects."""
    return "Archive : lib.a\n" + "".join(
        form.format(name=f"lib.a(part{number}.o)", platform=platform, version=version)
        for number, (form, platform, version) in enumerate(forms)
    )


def said(text, *arguments):
    """What the program says: nothing where all is well."""
    command = [ROOT / "tools" / "apple-minimum.sh", *arguments]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    assert (done.returncode == 0) == (done.stderr == "")
    return done.stderr


OWN = (BUILD, "ios", "17.0")


@pytest.mark.parametrize("which", ["exactly", "older"])
def test_the_same_system_passes(which):
    assert said(objects(OWN, OWN), "ios", "17.0", which) == ""


@pytest.mark.parametrize(
    "other", [(BUILD, "ios", "10.0"), (OLD, "IPHONEOS", "10.0"), (NONE, "", ""), (BUILD, "ios", "16.4.1")]
)
def test_rustups_objects_pass_on_a_mac_only(other):
    assert said(objects(OWN, other), "ios", "17.0", "older") == ""
    assert "is made for" in said(objects(OWN, other), "ios", "17.0", "exactly")


@pytest.mark.parametrize(
    "other", [(BUILD, "ios", "17.1"), (BUILD, "macos", "14.0"), (OLD, "MACOSX", "10.12")]
)
def test_what_does_not_link_is_refused(other):
    assert "is made for" in said(objects(OWN, other), "ios", "17.0", "older")


def test_the_old_command_of_ios_is_the_simulators_too():
    old = objects((OLD, "IPHONEOS", "10.0"))
    assert said(old, "iossimulator", "17.0", "older") == ""
    assert "is made for" in said(old, "macos", "14.0", "older")


def test_no_object_is_refused():
    assert "no object" in said("", "ios", "17.0", "older")
