#!/usr/bin/env python3
"""ios-destination.py simulator|device [NAME]: the identifier of the simulator or device to use.

Reads what Apple's programs list as JSON: `simctl list devices available -j`, or the file that
`devicectl list devices --json-output` writes. With a NAME, that one; else the first: of simulators an iPhone
of the newest iOS, of devices one on a cable before one in the network.
"""

import json
import re
import sys


def simulators(listed):
    """Identifier and name of each iPhone, those of the newest iOS first."""
    found = []
    for runtime, devices in listed["devices"].items():
        version = re.search(r"\.iOS-(\d+)-(\d+)", runtime)
        for device in devices if version else []:
            if device.get("isAvailable", False) and "iPhone" in device.get("deviceTypeIdentifier", ""):
                newest = (-int(version.group(1)), -int(version.group(2)))
                found.append((newest, len(found), device["udid"], device["name"]))
    return [(identifier, name) for _, _, identifier, name in sorted(found)]


def devices(listed):
    """Identifier and name of each paired iPhone and iPad that answers, those on a cable first."""
    found = []
    for device in listed["result"]["devices"]:
        connection = device.get("connectionProperties", {})
        is_phone = device.get("hardwareProperties", {}).get("platform") in ("iOS", "iPadOS")
        answers = connection.get("tunnelState") != "unavailable"
        if is_phone and answers and connection.get("pairingState") == "paired":
            by_cable = connection.get("transportType") == "wired"
            name = device.get("deviceProperties", {}).get("name", "")
            found.append((not by_cable, len(found), device["identifier"], name))
    return [(identifier, name) for _, _, identifier, name in sorted(found)]


def choose(found, name):
    """The identifier of the one with that name, or of the first; nothing if there is none."""
    return next((identifier for identifier, its in found if not name or its == name), None)


def main(kind, name=""):
    found = {"simulator": simulators, "device": devices}[kind](json.load(sys.stdin))
    identifier = choose(found, name)
    if identifier is None:
        names = ", ".join(sorted({its for _, its in found})) or "none"
        sys.exit(f"error: no {kind} {name or 'at all'}; there are: {names}".replace("  ", " "))
    print(identifier)


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3) or sys.argv[1] not in ("simulator", "device"):
        sys.exit("usage: ios-destination.py simulator|device [NAME]")
    main(*sys.argv[1:])
