"""Availability: what is newer is found, and what is guarded passes."""

import json

import pytest

from checks import availability

TABLE = {("SwiftUI", "View.glassEffect(_:)"): 26, ("SwiftUI", "View.padding(_:)"): 13}


def write(path, text):
    path.write_text(text)
    return path


def used(tmp_path, text):
    return availability.check_used([write(tmp_path / "View.swift", text)], TABLE, 17)


def test_what_is_newer_is_found(tmp_path):
    problems = used(tmp_path, "Text(a).padding(1)\n    .glassEffect(.regular)\n")
    assert problems == ["View.swift:2: View.glassEffect(_:) is of iOS 26, not 17"]


def test_a_guard_holds_for_its_block_only(tmp_path):
    guarded = "if #available(iOS 26, *) {\n  if a { b }\n  view.glassEffect()\n}\n"
    assert used(tmp_path, guarded) == []
    assert len(used(tmp_path, guarded + "view.glassEffect()\n")) == 1
    assert len(used(tmp_path, guarded.replace("26", "18"))) == 1
    assert used(tmp_path, "@available(iOS 26, *) func f() {\n  view.glassEffect()\n}\n") == []


def test_a_comment_uses_nothing(tmp_path):
    assert used(tmp_path, "view // .glassEffect() would be nice\n") == []


def test_an_initialiser_goes_by_its_type(tmp_path):
    source = write(tmp_path / "View.swift", "let lock = Mutex(1)\n")
    assert availability.check_used([source], {("Synchronization", "Mutex.init(_:)"): 18}, 17)


def test_stand_ins_and_table_are_the_same():
    symbols = {("SwiftUI", "Text"), ("SwiftUI", "View.padding(_:)")}
    problems = availability.check_declared(symbols, TABLE)
    assert problems == [
        "SwiftUI: Text has no line in availability.tsv",
        "SwiftUI: View.glassEffect(_:) is in availability.tsv and unused",
    ]


@pytest.mark.parametrize("source", ["", "k", "developer.apple.com/documentation/swiftui/view/padding(_:)"])
def test_a_line_without_its_page_is_refused(tmp_path, source):
    head = "# why\nmodule\tsymbol\tios\tsource\n"
    table = write(tmp_path / "table.tsv", f"{head}SwiftUI\tView.padding(_:_:)\t13\t{source}\n")
    with pytest.raises(ValueError, match="is not its page"):
        availability.read_table(table)


@pytest.mark.parametrize(
    ("symbol", "address"),
    [
        ("View.padding(_:_:)", "swiftui/view/padding(_:_:)"),
        ("ShapeStyle.opacity(_:)", "swiftui/shapestyle/opacity(_:)-swift.method"),
        ("UTType.json", "uniformtypeidentifiers/uttype-swift.struct/json"),
        (
            "ProxyRepresentation.init(exporting:)",
            "coretransferable/proxyrepresentation/init(exporting:)-q3qp",
        ),
    ],
)
def test_a_page_is_of_its_symbol(symbol, address):
    assert availability.page(f"~{availability.APPLE}{address}") == availability.own_page(symbol)


def graph(symbols):
    return json.dumps(
        {
            "symbols": [
                {
                    "pathComponents": path.split("."),
                    "kind": {"identifier": kind},
                    "availability": [{"domain": "iOS", "introduced": {"major": ios}}] if ios else [],
                }
                for path, kind, ios in symbols
            ]
        }
    )


def test_the_compiler_tells_what_is_newer(tmp_path):
    symbols = [
        ("Mutex", "swift.struct", 18),
        ("Mutex.withLock(_:)", "swift.method", 18),
        ("Array.indices(of:)", "swift.method", 18),
        ("Array.indices", "swift.property", None),
    ]
    write(tmp_path / "Synchronization@Swift.symbols.json", graph(symbols))
    newer = availability.newer_in(tmp_path, 17)
    assert newer == {("Synchronization", "Mutex"): 18, ("Synchronization", "withLock"): 18}


def test_builders_and_requirements_have_no_lines(tmp_path):
    symbols = [
        ("Text", "swift.struct", None),
        ("Text.body", "swift.property", None),
        ("ViewBuilder.buildBlock()", "swift.type.method", None),
        ("View.Body", "swift.associatedtype", None),
        ("_Modified", "swift.struct", None),
        ("AccessibilityTraits.insert(_:)", "swift.method", None),
        ("AccessibilityTraits.updatesFrequently", "swift.type.property", None),
    ]
    write(tmp_path / "SwiftUI.symbols.json", graph(symbols))
    assert availability.declared(tmp_path) == {
        ("SwiftUI", "Text"),
        ("SwiftUI", "AccessibilityTraits.updatesFrequently"),
    }


def test_own_names_are_known(tmp_path):
    source = write(tmp_path / "Locked.swift", "func withLock() {}\nstruct Locked {}\n")
    assert availability.own_names([source]) == {"withLock", "Locked"}
