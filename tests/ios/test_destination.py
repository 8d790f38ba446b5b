"""Which simulator or device the app is started on, from what Apple's programs list."""

import importlib.util
import json
import subprocess
import sys

import pytest

from checks.__main__ import ROOT

PROGRAM = ROOT / "tools" / "ios-destination.py"
spec = importlib.util.spec_from_file_location("ios_destination", PROGRAM)
destination = importlib.util.module_from_spec(spec)
spec.loader.exec_module(destination)


def simulator(udid, name, kind="iPhone-16", available=True):
    return {
        "udid": udid,
        "name": name,
        "isAvailable": available,
        "deviceTypeIdentifier": f"com.apple.CoreSimulator.SimDeviceType.{kind}",
    }


SIMULATORS = {
    "devices": {
        "com.apple.CoreSimulator.SimRuntime.iOS-18-6": [simulator("OLD", "iPhone 16")],
        "com.apple.CoreSimulator.SimRuntime.watchOS-26-0": [simulator("WATCH", "Apple Watch", "Apple-Watch")],
        "com.apple.CoreSimulator.SimRuntime.iOS-26-0": [
            simulator("PAD", "iPad Air", "iPad-Air"),
            simulator("GONE", "iPhone 16e", available=False),
            simulator("NEW", "iPhone 17"),
            simulator("NEXT", "iPhone Air"),
        ],
    }
}


def device(identifier, name, platform="iOS", tunnel="disconnected", transport="wired", pairing="paired"):
    return {
        "identifier": identifier,
        "deviceProperties": {"name": name},
        "hardwareProperties": {"platform": platform},
        "connectionProperties": {
            "tunnelState": tunnel,
            "transportType": transport,
            "pairingState": pairing,
        },
    }


DEVICES = {
    "result": {
        "devices": [
            device("AWAY", "Old iPhone", tunnel="unavailable"),
            device("WATCH", "Watch", platform="watchOS"),
            device("STRANGER", "Somebody's", pairing="unpaired"),
            device("AIR", "Anna's iPhone", transport="localNetwork"),
            device("CABLE", "Test iPad", platform="iPadOS"),
        ]
    }
}


@pytest.mark.parametrize(("name", "expected"), [("", "NEW"), ("iPhone 16", "OLD"), ("iPhone 15", None)])
def test_a_simulator_is_chosen(name, expected):
    assert destination.choose(destination.simulators(SIMULATORS), name) == expected


@pytest.mark.parametrize(
    ("name", "expected"), [("", "CABLE"), ("Anna's iPhone", "AIR"), ("Old iPhone", None)]
)
def test_a_device_is_chosen(name, expected):
    assert destination.choose(destination.devices(DEVICES), name) == expected


def test_none_is_said():
    listed = json.dumps({"result": {"devices": []}})
    done = subprocess.run(
        [sys.executable, PROGRAM, "device"], input=listed, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr == "error: no device at all; there are: none\n"
