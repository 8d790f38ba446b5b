"""Privacy manifest, string catalogs, assets and icon: each fault in a copy is found."""

import json
import shutil

import pytest
from PIL import Image

from checks import assets, icon, privacy, strings
from checks.__main__ import APP, KIT, ROOT

CATALOG = APP / "Assets.xcassets"


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("<false/>", "<true/>", "nothing is tracked"),
        ("35F9.1", "8FFB.1", "gives the reasons"),
        ("CA92.1", "1C8F.1", "gives the reasons"),
        (
            "NSPrivacyAccessedAPICategoryFileTimestamp",
            "NSPrivacyAccessedAPICategoryDiskSpace",
            "gives the reasons",
        ),
        (
            "<key>NSPrivacyCollectedDataTypes</key>\n\t<array/>",
            "",
            "NSPrivacyCollectedDataTypes is not empty",
        ),
        ("</plist>", "", "no property list"),
    ],
)
def test_a_spoiled_manifest_is_refused(tmp_path, old, new, problem):
    sound = (APP / "PrivacyInfo.xcprivacy").read_text()
    assert privacy.check_manifest(APP / "PrivacyInfo.xcprivacy", privacy.APP) == []
    assert old in sound
    copy = tmp_path / "PrivacyInfo.xcprivacy"
    copy.write_text(sound.replace(old, new, 1))
    assert any(problem in found for found in privacy.check_manifest(copy, privacy.APP))


def test_the_package_gives_no_reason_of_the_app_alone():
    assert privacy.check_manifest(KIT / "PrivacyInfo.xcprivacy", privacy.KIT) == []
    assert privacy.check_manifest(APP / "PrivacyInfo.xcprivacy", privacy.KIT) != []


def catalog(tmp_path, **texts):
    entries = {
        language: {"stringUnit": {"state": "translated", "value": text}} for language, text in texts.items()
    }
    document = {"sourceLanguage": "en", "strings": {"key": {"localizations": entries}}, "version": "1.0"}
    path = tmp_path / "Catalog.xcstrings"
    path.write_text(json.dumps(document))
    return path


@pytest.mark.parametrize(
    ("texts", "problem"),
    [
        ({"en": "a"}, "nothing in de"),
        ({"en": "a", "de": " "}, "nothing in de"),
        ({"en": "%1$@ of %2$@", "de": "%1$@"}, "placeholders differ"),
        ({"en": "%1$@ %", "de": "%1$@ %%"}, "not doubled"),
    ],
)
def test_a_spoiled_catalog_is_refused(tmp_path, texts, problem):
    found = strings.check_catalog(catalog(tmp_path, **texts))
    assert any(problem in text for text in found)


def test_a_sound_catalog_passes(tmp_path):
    path = catalog(tmp_path, en="%1$@ of %2$@, 5 %%", de="von %2$@ %1$@, 5 %%")
    assert strings.check_catalog(path) == []
    assert strings.check_catalog(catalog(tmp_path, en="95 %", de="95 %")) == []


def test_a_catalog_in_another_form_or_state_is_refused(tmp_path):
    path = catalog(tmp_path, en="a", de="b")
    path.write_text(path.read_text().replace('"1.0"', '"2.0"').replace("translated", "new", 1))
    assert strings.check_catalog(path) == ["is not in Xcode's form", "key: en is new"]


def test_missing_keys_are_found():
    assert strings.check_keys({"a"}, {"a", "b"}) == ["b is asked for and not in the catalog"]


def test_keys_are_read_from_sources(tmp_path):
    source = tmp_path / "Word.swift"
    source.write_text("    case doStart, howMethod1\n    // case no\n")
    assert strings.words(source) == {"do_start", "how_method_1"}
    source.write_text(
        'static let title: LocalizedStringResource = "do_it"\nIntentDescription("what")\n'
        'phrases: ["Do it with \\(.applicationName)"], shortTitle: "short"'
    )
    assert strings.literals([source]) == {"do_it", "what", "short"}
    assert strings.phrases([source]) == {"Do it with ${applicationName}"}


def test_keys_are_read_from_reports():
    found = strings.codes(ROOT / "tests" / "vectors" / "report-every-warning.json")
    assert {"warning_thermal_pressure_text", "warning_thermal_pressure_advice", "verdict_refused"} <= found
    found = strings.codes(ROOT / "tests" / "vectors" / "report-two-cores-100ms.json")
    assert {"chain_multiply", "finding_as_expected"} <= found


def test_a_spoiled_asset_catalog_is_refused(tmp_path):
    copy = tmp_path / "Assets.xcassets"
    shutil.copytree(CATALOG, copy)
    assert assets.check_catalog(copy) == []
    (copy / "AppIcon.appiconset" / "AppIcon.png").rename(copy / "AppIcon.appiconset" / "Other.png")
    found = assets.check_catalog(copy)
    assert found == [
        "AppIcon.appiconset: AppIcon.png is listed and not there",
        "AppIcon.appiconset: Other.png is there and not listed",
    ]
    (copy / "Contents.json").unlink()
    assert "Assets.xcassets has no Contents.json" in assets.check_catalog(copy)


def test_an_icon_of_another_size_or_with_alpha_is_refused(tmp_path):
    path = tmp_path / "AppIcon.png"
    Image.new("RGBA", (1024, 512)).save(path)
    assert len(assets.check_icon(path)) == 2


def test_an_icon_that_the_mark_does_not_make_is_refused(tmp_path):
    svg = ROOT / "docs" / "brand" / "icon.svg"
    changed = tmp_path / "icon.svg"
    changed.write_text(svg.read_text().replace("#41d3c6", "#41d3c5"))
    path = tmp_path / "AppIcon.png"
    icon.draw(svg).save(path)
    assert icon.check(svg, path) == []
    assert icon.check(changed, path)


@pytest.mark.parametrize("place", icon.PICTURES)
def test_each_picture_is_held_against_the_mark(tmp_path, place):
    svg, made = ROOT / "docs" / "brand" / "icon.svg", icon.PICTURES[place]
    picture = made(svg)
    path = tmp_path / "Picture.png"
    picture.save(path)
    assert icon.check(svg, path, made) == []
    middle = (picture.width // 2, picture.height // 2)
    picture.paste(0, (*middle, middle[0] + 4, middle[1] + 4))
    picture.save(path)
    assert icon.check(svg, path, made) == ["Picture.png is not made from icon.svg: run `make ios-icon`"]
    picture.resize((16, 16)).save(path)
    assert "(16, 16)" in icon.check(svg, path, made)[0]


def test_all_appearances_of_the_icon_are_there():
    images = json.loads((CATALOG / "AppIcon.appiconset" / "Contents.json").read_text())["images"]
    found = [{item["value"] for item in image.get("appearances", [])} for image in images]
    assert found == [set(), {"dark"}, {"tinted"}]


def test_a_faint_or_missing_colour_is_found(tmp_path):
    folder = tmp_path / "Attention.colorset"
    shutil.copytree(CATALOG / "Attention.colorset", folder)
    assert assets.check_colour(folder) == []
    document = json.loads((folder / "Contents.json").read_text())
    document["colors"][0]["color"]["components"] = {
        "red": "0xFF",
        "green": "0x95",
        "blue": "0x00",
        "alpha": "1",
    }
    document["colors"].pop()
    (folder / "Contents.json").write_text(json.dumps(document))
    assert assets.check_colour(folder) == [
        "Attention is too faint for dark: False, increased contrast: False",
        "Attention has no colour for dark: True, increased contrast: True",
    ]


def test_contrast_is_that_of_wcag():
    assert round(assets.contrast((255, 255, 255), (0, 0, 0)), 1) == 21.0
    assert round(assets.contrast((118, 118, 118), (255, 255, 255)), 2) == 4.54
