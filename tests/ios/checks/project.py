"""The Xcode project, its scheme and its settings, read by parsers that Xcode has no part in."""

import plistlib
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from xml.parsers.expat import ExpatError

from pbxproj import XcodeProject

# Xcode 16's form, with folders in the place of lists of files.
OBJECT_VERSION = "77"

# Where the system looks for extensions in an app: Xcode's number of that folder.
PLUG_INS = "13"

DEBUGGER = "Xcode.DebuggerFoundation.Debugger.LLDB"
LAUNCHER = "Xcode.DebuggerFoundation.Launcher.LLDB"

INCLUDE = re.compile(r'^#include(\??)\s+"([^"]+)"')
SETTING = re.compile(r"^([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*)$")


def check_project(folder: Path) -> list[str]:
    """Every object that is referenced is there, and so is every file; folders stand in the place of lists."""
    text = (folder / "project.pbxproj").read_text()
    project = XcodeProject.load(str(folder / "project.pbxproj"))
    problems = []
    if str(project.objectVersion) != OBJECT_VERSION:
        problems.append(f"objectVersion is {project.objectVersion}, not {OBJECT_VERSION}")
    known = {
        item.get_id() for item in project.objects.get_objects_in_section(*project.objects.get_sections())
    }
    used = set(re.findall(r"\b[0-9A-F]{24}\b", text))
    problems += [f"object {missing} is referenced and not there" for missing in sorted(used - known)]
    for identifier in known:
        if len(re.findall(rf"\b{identifier}\b", text)) < 2:
            problems.append(f"object {identifier} is there and not referenced")
    sections = project.objects.get_sections()
    if "PBXFileSystemSynchronizedRootGroup" not in sections:
        problems.append("no folder is synchronised with the file system")
    paths = {
        **{item.path: "folder" for item in _objects(project, "PBXFileSystemSynchronizedRootGroup")},
        **{item.relativePath: "package" for item in _objects(project, "XCLocalSwiftPackageReference")},
    }
    for path, kind in paths.items():
        place = folder.parent / path
        if not (place.is_dir() and (kind != "package" or (place / "Package.swift").is_file())):
            problems.append(f"{kind} {path} is not there")
    groups = {child: group for group in _objects(project, "PBXGroup") for child in group.children}
    for item in _objects(project, "PBXFileReference"):
        if item.sourceTree == "<group>":
            group = groups[item.get_id()]
            place = folder.parent / (group["path"] or "") / item.path
            if not place.is_file():
                problems.append(f"file {place.relative_to(folder.parent)} is not there")
    for item in _objects(project, "XCBuildConfiguration"):
        if len(item.buildSettings.get_keys()) > 0:
            problems.append(f"configuration {item.name} has settings of its own: they belong in an xcconfig")
        if "baseConfigurationReference" not in item:
            problems.append(f"configuration {item.name} has no xcconfig")
    return (
        problems
        + _check_products(project, folder)
        + _check_hosts(project, folder)
        + _check_extensions(project, folder)
    )


def _check_products(project: XcodeProject, folder: Path) -> list[str]:
    """Every product names the package that it is of, and that package has it."""
    packages = {
        item.get_id(): item.relativePath for item in _objects(project, "XCLocalSwiftPackageReference")
    }
    problems = []
    for item in _objects(project, "XCSwiftPackageProductDependency"):
        path = packages.get(item.package) if "package" in item else None
        if path is None:
            problems.append(f"product {item.productName} does not name its package")
            continue
        manifest = folder.parent / path / "Package.swift"
        if manifest.is_file() and f'.library(name: "{item.productName}"' not in manifest.read_text():
            problems.append(f"product {item.productName} is not of package {path}")
    return problems


def _check_hosts(project: XcodeProject, folder: Path) -> list[str]:
    """The tests of each package have a target here, in the app: a device runs none without one."""
    groups = {item.get_id(): item.path for item in _objects(project, "PBXFileSystemSynchronizedRootGroup")}
    hosted = {
        groups.get(group)
        for target in _objects(project, "PBXNativeTarget")
        if target.productType == "com.apple.product-type.bundle.unit-test"
        for group in target.fileSystemSynchronizedGroups
    }
    there = {
        str(path.relative_to(folder.parent)) for path in folder.parent.glob("*/Tests/*") if path.is_dir()
    }
    return [f"no target of the app runs the tests in {path}" for path in sorted(there - hosted)]


def _check_extensions(project: XcodeProject, folder: Path) -> list[str]:
    """The app builds and embeds every extension, and what an extension has of the app's files is there."""
    targets = _objects(project, "PBXNativeTarget")
    app = next(item for item in targets if item.productType == "com.apple.product-type.application")
    dependencies = {item.get_id(): item.target for item in _objects(project, "PBXTargetDependency")}
    built = {dependencies[item] for item in app.dependencies}
    files = {item.get_id(): item.fileRef for item in _objects(project, "PBXBuildFile") if "fileRef" in item}
    embedded = {
        files[file]
        for phase in _objects(project, "PBXCopyFilesBuildPhase")
        if phase.get_id() in app.buildPhases and str(phase.dstSubfolderSpec) == PLUG_INS
        for file in phase.files
    }
    problems = []
    for target in targets:
        if target.productType == "com.apple.product-type.app-extension":
            if target.get_id() not in built:
                problems.append(f"the app is built without {target.name}")
            if target.productReference not in embedded:
                problems.append(f"{target.name} is not embedded in the app")
    groups = _objects(project, "PBXFileSystemSynchronizedRootGroup")
    for exceptions in _objects(project, "PBXFileSystemSynchronizedBuildFileExceptionSet"):
        owners = [group for group in groups if exceptions.get_id() in (group["exceptions"] or [])]
        for path in exceptions.membershipExceptions:
            if not all((folder.parent / owner.path / path).is_file() for owner in owners):
                problems.append(f"shared file {path} is not there")
    return problems


def check_info(path: Path, needed: dict) -> list[str]:
    """A property list of the app or of an extension has what no setting says."""
    try:
        found = plistlib.loads(path.read_bytes())
    except (OSError, plistlib.InvalidFileException, ExpatError) as error:
        return [f"{path.name} is no property list: {error}"]
    return [] if found == needed else [f"{path.name} is {found}, not {needed}"]


def _objects(project: XcodeProject, section: str) -> list:
    return list(project.objects.get_objects_in_section(section))


def check_scheme(scheme: Path, project: Path) -> list[str]:
    """The scheme builds and tests targets of the project."""
    tests = ElementTree.parse(scheme).getroot().find("./TestAction/Testables/TestableReference")
    return ([] if tests is not None else ["the scheme tests nothing"]) + check_targets(scheme, project)


def check_targets(scheme: Path, project: Path) -> list[str]:
    """All that a scheme names is a target of the project: a package's own have no app to run in."""
    text = (project / "project.pbxproj").read_text()
    problems = []
    for reference in ElementTree.parse(scheme).getroot().iter("BuildableReference"):
        container = reference.get("ReferencedContainer", "").removeprefix("container:")
        name = reference.get("BlueprintName", "")
        if container == project.name:
            if f"{reference.get('BlueprintIdentifier')} /* {name} */ = {{" not in text:
                problems.append(f"the scheme builds {name}, which is no target")
        else:
            problems.append(f"the scheme tests {name} of {container}, which no device runs")
    return problems


def check_launch(scheme: Path, configuration: str, debugger: str) -> list[str]:
    """What Run starts: that build, under that debugger; none for a reading."""
    launch = ElementTree.parse(scheme).getroot().find("./LaunchAction")
    found = {} if launch is None else launch.attrib
    needed = {
        "buildConfiguration": configuration,
        "selectedDebuggerIdentifier": debugger,
        "selectedLauncherIdentifier": LAUNCHER if debugger else "Xcode.IDEFoundation.Launcher.PosixSpawn",
    }
    return [
        f"scheme {scheme.stem}: {name} is {found.get(name)}, not {value}"
        for name, value in needed.items()
        if found.get(name) != value
    ]


def check_bars(sources: list[Path]) -> list[str]:
    """One place draws a bar's background: only there it is left to iOS 26, whose own it would hide."""
    return [
        f"{source.name} draws a bar's background: that is for BottomBar.swift"
        for source in sources
        if source.name != "BottomBar.swift" and ".background(.bar)" in source.read_text()
    ]


def settings(path: Path) -> dict[str, str]:
    """All settings of an xcconfig with what it includes; the last one holds. Fails on a line that is none."""
    found: dict[str, str] = {}
    for number, line in enumerate(path.read_text().splitlines(), 1):
        line = re.sub(r"(^|\s)//.*", "", line).strip()
        if not line:
            continue
        include, setting = INCLUDE.match(line), SETTING.match(line)
        if include:
            included = path.parent / include.group(2)
            if included.is_file():
                found.update(settings(included))
            elif not include.group(1):
                raise ValueError(f"{path.name}:{number}: {included.name} is not there")
        elif setting:
            found[setting.group(1)] = setting.group(2)
        else:
            raise ValueError(f"{path.name}:{number}: no setting")
    return found


def check_settings(found: dict[str, str], needed: dict[str, str]) -> list[str]:
    """The settings that the app depends on are as they must be."""
    return [
        f"{name} is {found.get(name)}, not {value}"
        for name, value in needed.items()
        if found.get(name) != value
    ]
