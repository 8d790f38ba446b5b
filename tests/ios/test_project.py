"""The project, its scheme and its settings: each fault in a copy is found."""

import shutil

import pytest

from checks import project
from checks.__main__ import (
    APP,
    APP_INFO,
    CONTROLS_INFO,
    IOS,
    PROJECT,
    check_info,
    check_schemes,
    needed_settings,
    sources,
)

TESTS = ("TrueGHzKit/Tests/TrueGHzKitTests", "TrueGHzModels/Tests/TrueGHzModelsTests")


@pytest.fixture
def copy(tmp_path):
    """The project in a folder with all that it names."""
    for name in ("TrueGHz/Intents", "TrueGHzControls", "TrueGHzUITests", *TESTS):
        (tmp_path / "ios" / name).mkdir(parents=True)
    for name in ("Intents/StartMeasuring.swift", "Localizable.xcstrings"):
        shutil.copy(IOS / "TrueGHz" / name, tmp_path / "ios" / "TrueGHz" / name)
    shutil.copytree(PROJECT, tmp_path / "ios" / PROJECT.name)
    shutil.copytree(IOS / "Configuration", tmp_path / "ios" / "Configuration")
    shutil.copy(IOS.parent / "Package.swift", tmp_path)
    shutil.copy(IOS / "TrueGHzModels" / "Package.swift", tmp_path / "ios" / "TrueGHzModels")
    return tmp_path / "ios" / PROJECT.name


def spoil(path, old, new):
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


def test_the_project_is_sound(copy):
    assert project.check_project(copy) == []


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("objectVersion = 77;", "objectVersion = 60;", "objectVersion is 60"),
        (
            "7A0000000000000000000041 /* Frameworks */,",
            "",
            "7A0000000000000000000041 is there and not referenced",
        ),
        (
            "productRef = 7A0000000000000000000031",
            "productRef = 7A0000000000000000000039",
            "is referenced and not there",
        ),
        ("path = TrueGHz; sourceTree", "path = Gone; sourceTree", "folder Gone is not there"),
        ("path = App.xcconfig", "path = Gone.xcconfig", "file Configuration/Gone.xcconfig is not there"),
        ("relativePath = TrueGHzModels", "relativePath = Gone", "package Gone is not there"),
        (
            'package = 7A0000000000000000000081 /* XCLocalSwiftPackageReference ".." */;',
            "",
            "product TrueGHzKit does not name its package",
        ),
        (
            'package = 7A0000000000000000000081 /* XCLocalSwiftPackageReference ".." */;',
            "package = 7A0000000000000000000082;",
            "product TrueGHzKit is not of package TrueGHzModels",
        ),
        (
            f"path = {TESTS[0]};",
            "path = TrueGHzUITests;",
            f"no target of the app runs the tests in {TESTS[0]}",
        ),
        (
            "7A000000000000000000020A /* PBXTargetDependency */,",
            "",
            "the app is built without TrueGHzControls",
        ),
        ("dstSubfolderSpec = 13;", "dstSubfolderSpec = 10;", "TrueGHzControls is not embedded in the app"),
        (
            "Intents/StartMeasuring.swift,",
            "Intents/Gone.swift,",
            "shared file Intents/Gone.swift is not there",
        ),
        ("path = TrueGHzControls; sourceTree", "path = Gone; sourceTree", "folder Gone is not there"),
        ("buildSettings = {", "buildSettings = {\n\t\t\t\tSDKROOT = iphoneos;", "has settings of its own"),
    ],
)
def test_a_spoiled_project_is_refused(copy, old, new, problem):
    spoil(copy / "project.pbxproj", old, new)
    assert any(problem in found for found in project.check_project(copy))


def test_a_configuration_without_its_file_is_refused(copy):
    spoil(
        copy / "project.pbxproj",
        "baseConfigurationReference = 7A0000000000000000000026 /* Debug.xcconfig */;\n",
        "",
    )
    assert "configuration Debug has no xcconfig" in project.check_project(copy)


def test_the_scheme_is_held_against_project_and_packages(copy):
    scheme = copy / "xcshareddata" / "xcschemes" / "TrueGHz.xcscheme"
    assert project.check_scheme(scheme, copy) == []
    spoil(
        scheme,
        'BlueprintName="HostedKitTests" ReferencedContainer="container:TrueGHz.xcodeproj"',
        'BlueprintName="TrueGHzKitTests" ReferencedContainer="container:.."',
    )
    assert project.check_scheme(scheme, copy) == [
        "the scheme tests TrueGHzKitTests of .., which no device runs"
    ]
    spoil(scheme, 'BlueprintName="TrueGHz"', 'BlueprintName="Gone"')
    assert "the scheme builds Gone, which is no target" in project.check_scheme(scheme, copy)
    spoil(scheme, "<Testables>", "<Testables/><Others>")
    spoil(scheme, "</Testables>", "</Others>")
    assert "the scheme tests nothing" in project.check_scheme(scheme, copy)


@pytest.mark.parametrize(
    ("scheme", "old", "new", "problem"),
    [
        (
            "TrueGHz",
            'LaunchAction buildConfiguration="Debug"',
            'LaunchAction buildConfiguration="Release"',
            "scheme TrueGHz: buildConfiguration is Release, not Debug",
        ),
        (
            "TrueGHz",
            f'LaunchAction buildConfiguration="Debug" selectedDebuggerIdentifier="{project.DEBUGGER}"',
            'LaunchAction buildConfiguration="Debug" selectedDebuggerIdentifier=""',
            f"scheme TrueGHz: selectedDebuggerIdentifier is , not {project.DEBUGGER}",
        ),
        (
            "TrueGHz Release",
            'selectedDebuggerIdentifier=""',
            f'selectedDebuggerIdentifier="{project.DEBUGGER}"',
            f"scheme TrueGHz Release: selectedDebuggerIdentifier is {project.DEBUGGER}, not ",
        ),
        (
            "TrueGHz Release",
            'BlueprintName="TrueGHz"',
            'BlueprintName="Gone"',
            "the scheme builds Gone, which is no target",
        ),
    ],
)
def test_run_is_debugged_and_a_reading_is_not(copy, scheme, old, new, problem):
    assert check_schemes(copy) == []
    spoil(copy / "xcshareddata" / "xcschemes" / f"{scheme}.xcscheme", old, new)
    assert problem in check_schemes(copy)


def test_the_app_looks_for_frameworks_in_itself(copy):
    app = copy.parent / "Configuration" / "App.xcconfig"
    needed = {"LD_RUNPATH_SEARCH_PATHS": needed_settings()["LD_RUNPATH_SEARCH_PATHS"]}
    assert project.check_settings(project.settings(app), needed) == []
    spoil(app, "LD_RUNPATH_SEARCH_PATHS", "RUNPATHS")
    assert project.check_settings(project.settings(app), needed)


def test_one_place_draws_the_background_of_bars(tmp_path):
    assert project.check_bars(sources(APP)) == []
    view = tmp_path / "ThumbBar.swift"
    view.write_text("bar\n    .padding()\n    .background(.bar)\n")
    assert project.check_bars([view]) == [
        "ThumbBar.swift draws a bar's background: that is for BottomBar.swift"
    ]


def test_property_lists_are_held_against_what_is_needed(tmp_path):
    assert check_info() == []
    copy = tmp_path / "Info.plist"
    copy.write_text((IOS / "Configuration" / "App-Info.plist").read_text())
    assert project.check_info(copy, APP_INFO) == []
    spoil(copy, "public.json", "public.data")
    assert "public.data" in project.check_info(copy, APP_INFO)[0]
    spoil(copy, "</plist>", "")
    assert "is no property list" in project.check_info(copy, APP_INFO)[0]
    assert "is no property list" in project.check_info(tmp_path / "Gone.plist", CONTROLS_INFO)[0]


def test_settings_include_and_override(tmp_path):
    (tmp_path / "Base.xcconfig").write_text("A = 1 // one\nB = 2\n")
    (tmp_path / "App.xcconfig").write_text('#include "Base.xcconfig"\n#include? "Local.xcconfig"\nB = 3\n')
    found = project.settings(tmp_path / "App.xcconfig")
    assert found == {"A": "1", "B": "3"}
    assert project.check_settings(found, {"A": "1", "B": "2"}) == ["B is 3, not 2"]
    assert project.check_settings(found, {"C": "1"}) == ["C is None, not 1"]


@pytest.mark.parametrize(
    ("text", "problem"), [("A 1", "no setting"), ('#include "Gone.xcconfig"', "not there")]
)
def test_what_is_no_setting_is_refused(tmp_path, text, problem):
    (tmp_path / "App.xcconfig").write_text(text)
    with pytest.raises(ValueError, match=problem):
        project.settings(tmp_path / "App.xcconfig")
