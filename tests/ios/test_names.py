"""Type names: one of Apple's is refused, in a source and in a stand-in."""

from checks import names
from checks.__main__ import GENERATED, KIT, MODELS, TYPES, sources


def write(path, text):
    path.write_text(text)
    return path


def test_the_types_of_the_packages_are_their_own():
    code = [GENERATED, *sources(KIT, MODELS)]
    assert names.check_names(code, TYPES) == []
    assert len(names.DECLARED.findall(GENERATED.read_text())) > 50


def test_a_type_of_charts_is_refused(tmp_path):
    spoiled = GENERATED.read_text().replace("struct PlotTick", "struct AxisTick", 1)
    source = write(tmp_path / "TrueGHzKit.swift", spoiled)
    assert names.check_names([source], TYPES) == ["TrueGHzKit.swift: AxisTick is a type of Charts, too"]


def test_a_type_of_swiftui_is_refused(tmp_path):
    source = write(
        tmp_path / "Models.swift", "@MainActor public final class Label {}\npublic enum UIState {}\n"
    )
    assert names.check_names([source], TYPES) == [
        "Models.swift: Label is a type of SwiftUI, too",
        "Models.swift: UIState has a prefix of Apple's",
    ]


def test_what_is_nested_or_internal_is_nobody_elses(tmp_path):
    source = write(
        tmp_path / "Models.swift", "struct Axis {}\npublic struct Own {\n    public struct Label {}\n}\n"
    )
    assert names.check_names([source], TYPES) == []


def test_without_lists_nothing_is_proven(tmp_path):
    assert names.check_names([], tmp_path)


def test_a_stand_in_for_nothing_is_refused():
    symbols = {("Charts", "AxisMarks"), ("Charts", "AxisTicks"), ("UniformTypeIdentifiers", "UTType")}
    assert names.check_stand_ins(symbols, TYPES) == [
        "Charts: AxisTicks is no type that Apple's documentation lists"
    ]
