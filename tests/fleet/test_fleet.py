"""What docs/fleet.md shows, with Debian's Prometheus and node_exporter on loopback: `make test-fleet`.

Usage: test_fleet.py TOOLS PROGRAM, where TOOLS holds prometheus, promtool and prometheus-node-exporter.
"""

import http.server
import json
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import yaml

ROOT = Path(__file__).resolve().parents[2]
FLEET = ROOT / "docs/fleet"
PAGE = ROOT / "docs/fleet.md"
ALERTS = FLEET / "alerts.yml"
TEXTFILES = "/var/lib/prometheus/node-exporter"

T = TypeVar("T")

# Far beyond what a start, a scrape or a reading takes, also beside other work.
PATIENCE_S = 120


def check(holds: bool, what: str) -> None:
    if not holds:
        sys.exit(f"FAILED: {what}")
    print(f"ok: {what}")


def run(*command: str | Path, stdin: str = "") -> subprocess.CompletedProcess[str]:
    words = [str(word) for word in command]
    return subprocess.run(words, input=stdin, capture_output=True, text=True, check=False)


def wait_for(what: str, attempt: Callable[[], T | None]) -> T:
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        try:
            found = attempt()
        except (urllib.error.URLError, ConnectionError):
            found = None
        if found is not None:
            return found
        time.sleep(0.2)
    sys.exit(f"FAILED: {what}: not within {PATIENCE_S} s")


def names_in(text: str) -> set[str]:
    """The gauges that rules, queries or a text name."""
    return set(re.findall(r"\btrueghz_[a-z_]+", text))


# Checks of the documents, the rules and the commands, without servers.


def check_page() -> None:
    page = PAGE.read_text()
    for name in ["trueghz.service", "trueghz.timer", "Containerfile", "daemonset.yaml", "alerts.yml"]:
        check((FLEET / name).read_text().strip() in page, f"docs/fleet.md shows {name} as it is")
    check("(fleet/dashboard.json)" in page, "docs/fleet.md leads to the dashboard")


def check_rules(promtool: Path) -> None:
    for words in [("check", "rules", ALERTS), ("test", "rules", ROOT / "tests/fleet/alerts_test.yml")]:
        said = run(promtool, *words)
        check(said.returncode == 0, f"promtool {words[0]} rules\n{said.stdout}{said.stderr}".strip())


def check_units(program: Path) -> None:
    """systemd's own check wants the program to be where the unit starts it."""
    unit = (FLEET / "trueghz.service").read_text()
    if shutil.which("systemd-analyze") is None:
        print("not run: systemd-analyze is missing")
        return
    with tempfile.TemporaryDirectory() as folder:
        here = unit.replace("/usr/local/bin/trueghz", str(program)).replace(
            "Documentation=man:trueghz(1)\n", ""
        )
        (Path(folder) / "trueghz.service").write_text(here)
        shutil.copy(FLEET / "trueghz.timer", folder)
        units = [Path(folder) / name for name in ["trueghz.service", "trueghz.timer"]]
        said = run("systemd-analyze", "verify", *units)
        complaints = [line for line in said.stderr.splitlines() if "trueghz" in line]
        check(said.returncode == 0 and not complaints, f"systemd-analyze verify\n{said.stderr}".strip())


def read_daemonset() -> dict:
    daemonset = yaml.safe_load((FLEET / "daemonset.yaml").read_text())
    check((daemonset["apiVersion"], daemonset["kind"]) == ("apps/v1", "DaemonSet"), "the DaemonSet is one")
    spec = daemonset["spec"]
    labels = spec["template"]["metadata"]["labels"]
    check(spec["selector"]["matchLabels"].items() <= labels.items(), "its selector selects its pods")
    pod = spec["template"]["spec"]
    volumes = {volume["name"] for volume in pod["volumes"]}
    mounts = {mount["name"] for container in pod["containers"] for mount in container["volumeMounts"]}
    check(mounts == volumes, "what it mounts is there, and nothing else")
    check(pod["volumes"][0]["hostPath"]["path"] == TEXTFILES, "it writes where the systemd unit does")
    return pod["containers"][0]


def check_commands(program: Path, folder: Path) -> None:
    """The command lines of the unit and of the DaemonSet, with another folder."""
    unit = (FLEET / "trueghz.service").read_text()
    line = re.search(r"^ExecStart=(.*)$", unit, re.MULTILINE)
    check(line is not None, "the unit starts something")
    words = [word.replace(TEXTFILES, str(folder)) for word in shlex.split(line[1])]
    ended = run(program, *words[1:])
    check(ended.returncode in (0, 1), f"the unit's command measures\n{ended.stderr}".strip())
    (folder / "trueghz.prom").unlink()

    container = read_daemonset()
    mount = container["volumeMounts"][0]["mountPath"]
    words = [word.replace(mount, str(folder)) for word in container["args"]]
    with subprocess.Popen([program, *words], stdout=subprocess.DEVNULL) as child:
        wait_for("the DaemonSet's gauges", lambda: (folder / "trueghz.prom").exists() or None)
        # Kubernetes ends a pod so.
        child.send_signal(signal.SIGTERM)
        # 130: nothing was measured until then, as on a machine that starves it.
        check(
            child.wait(PATIENCE_S) in (0, 1, 130),
            "the DaemonSet's command writes gauges, and ends at SIGTERM",
        )


# Made-up gauges.

QUIET = {
    'trueghz_build_info{version="0"}': 1,
    'trueghz_clock_lower_hertz{cpu="0",kind="core"}': 2.799e9,
    'trueghz_clock_upper_hertz{cpu="0",kind="core"}': 2.801e9,
    'trueghz_claimed_clock_hertz{cpu="0",kind="core",source="cpuinfo_max_freq"}': 3.7e9,
    'trueghz_base_clock_hertz{cpu="0",kind="core",source="base_frequency"}': 2.8e9,
    'trueghz_warning_info{cpu="0",kind="core",code="virtual_machine"}': 1,
    'trueghz_refusal_info{cpu="1",kind="core",reason="offline"}': 1,
}
LOW = {
    'trueghz_clock_lower_hertz{cpu="0",kind="core"}': 2.699e9,
    'trueghz_clock_upper_hertz{cpu="0",kind="core"}': 2.701e9,
}
LOWER = {
    'trueghz_clock_lower_hertz{cpu="0",kind="core"}': 1.599e9,
    'trueghz_clock_upper_hertz{cpu="0",kind="core"}': 1.601e9,
}
# Each file, and the alerts that it is made to fire.
FILES = [
    (QUIET, set()),
    (QUIET | LOW, {"TrueGHzBelowBase"}),
    (QUIET | LOWER, {"TrueGHzBelowBase", "TrueGHzThrottled"}),
    (QUIET, set()),
    (QUIET | {'trueghz_warning_info{cpu="0",kind="core",code="clocks_disagree"}': 1}, {"TrueGHzTimerLies"}),
    (QUIET | {'trueghz_refusal_info{cpu="0",kind="core",reason="clock_stopped"}': 1}, {"TrueGHzTimerLies"}),
    (QUIET | {'trueghz_refusal_info{cpu="0",kind="core",reason="too_few_windows"}': 1}, {"TrueGHzNoReading"}),
    (QUIET, set()),
]


def made_up(samples: dict[str, float]) -> str:
    names = sorted({series.split("{")[0] for series in samples})
    lines = []
    for name in names:
        lines.append(f"# TYPE {name} gauge")
        lines += [f"{series} {value}" for series, value in samples.items() if series.split("{")[0] == name]
    return "\n".join([*lines, "# EOF", ""])


# The servers.


class Gauges(http.server.BaseHTTPRequestHandler):
    """Serves the file as OpenMetrics: Prometheus then reads it by that format's own, stricter rules."""

    file: Path

    def do_GET(self) -> None:
        body = self.file.read_bytes()
        self.send_response(200)
        self.send_header("Content-Type", "application/openmetrics-text; version=1.0.0; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextmanager
def started(log: Path, *command: str | Path) -> Iterator[None]:
    with log.open("w") as out, subprocess.Popen(list(command), stdout=out, stderr=out) as child:
        try:
            yield
        finally:
            child.terminate()
            child.wait(PATIENCE_S)


def read_url(url: str) -> str:
    with urllib.request.urlopen(url, timeout=PATIENCE_S) as answer:
        return answer.read().decode()


class Api:
    """Prometheus' HTTP API."""

    def __init__(self, port: int) -> None:
        self.base = f"http://127.0.0.1:{port}/api/v1"

    def query(self, expression: str) -> list[dict]:
        url = f"{self.base}/query?{urllib.parse.urlencode({'query': expression})}"
        answer = json.loads(read_url(url))
        check_quietly(answer["status"] == "success", f"Prometheus cannot answer {expression}: {answer}")
        return answer["data"]["result"]

    def firing(self) -> set[str]:
        alerts = json.loads(read_url(f"{self.base}/alerts"))["data"]["alerts"]
        return {alert["labels"]["alertname"] for alert in alerts if alert["state"] == "firing"}


def check_quietly(holds: bool, what: str) -> None:
    if not holds:
        sys.exit(f"FAILED: {what}")


def configuration(folder: Path, exporter: int, direct: int) -> Path:
    """docs/fleet's, with a scrape a second, and alerts that wait for nothing."""
    rules = yaml.safe_load(ALERTS.read_text())
    for rule in rules["groups"][0]["rules"]:
        rule["for"] = "0s"
    (folder / "alerts.yml").write_text(yaml.safe_dump(rules))
    config = yaml.safe_load((FLEET / "prometheus.yml").read_text())
    config["global"] = {"scrape_interval": "1s", "evaluation_interval": "1s"}
    jobs = {"node": exporter, "openmetrics": direct}
    config["scrape_configs"] = [
        {"job_name": job, "static_configs": [{"targets": [f"127.0.0.1:{port}"]}]}
        for job, port in jobs.items()
    ]
    file = folder / "prometheus.yml"
    file.write_text(yaml.safe_dump(config))
    return file


def check_arrival(api: Api, text: str) -> None:
    """Every sample of the file is in Prometheus, by way of node_exporter and directly."""
    samples = [line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#")]
    for job in ["node", "openmetrics"]:
        wait_for(f"a scrape of {job}", lambda job=job: api.query(f'up{{job="{job}"}} == 1') or None)
        for series, value in samples:
            named = series if "{" in series else series + "{}"
            expression = named.replace("{", f'{{job="{job}",', 1)
            found = wait_for(series, lambda expression=expression: api.query(expression) or None)
            check_quietly(
                len(found) == 1 and float(found[0]["value"][1]) == float(value), f"{series}: {value}, {found}"
            )
        print(f"ok: {len(samples)} samples arrived unchanged by job {job}")
    errors = api.query('node_textfile_scrape_error{job="node"} == 0')
    check(len(errors) == 1, "node_exporter took the file without an error")


def check_dashboard(api: Api, written: set[str]) -> None:
    text = (FLEET / "dashboard.json").read_text()
    dashboard = json.loads(text)
    check(names_in(text) <= written, "the dashboard asks for gauges that are written, and for no others")
    panels = dashboard["panels"]
    check(len({panel["id"] for panel in panels}) == len(panels), "each panel has a number of its own")
    for panel in panels:
        for target in panel["targets"]:
            expression = target["expr"].replace("$job", ".*").replace("$instance", ".*")
            found = api.query(expression)
            print(f"ok: {panel['title']}: {len(found)} series")


def check_alerts(api: Api, file: Path) -> None:
    for samples, expected in FILES:
        beside = file.with_suffix(".new")
        beside.write_text(made_up(samples))
        beside.rename(file)

        def as_expected(expected: set[str] = expected) -> bool | None:
            return True if api.firing() == expected else None

        wait_for(f"alerts {sorted(expected)}, not {sorted(api.firing())}", as_expected)
        # Two more evaluations: what fires late, or not for long, shows.
        time.sleep(2.5)
        check(api.firing() == expected, f"fires as made to: {sorted(expected) or 'nothing'}")


def check_servers(tools: Path, program: Path, folder: Path) -> None:
    textfiles = folder / "textfiles"
    textfiles.mkdir()
    file = textfiles / "trueghz.prom"
    measured = run(program, "measure", "--cpu", "all", "--duration", "100ms", "--openmetrics", file)
    check(measured.returncode in (0, 1), f"a measurement\n{measured.stderr}".strip())
    text = file.read_text()
    linted = run(tools / "promtool", "check", "metrics", stdin=text)
    said = linted.stdout + linted.stderr
    check(linted.returncode == 0 and not said, f"promtool check metrics\n{said}".strip())
    written = names_in("\n".join(line for line in text.splitlines() if line.startswith("# TYPE")))
    check(names_in(ALERTS.read_text()) <= written, "the alert rules ask for gauges that are written")
    check(names_in(PAGE.read_text()) >= written, "docs/fleet.md names every gauge")

    Gauges.file = file
    direct = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Gauges)
    threading.Thread(target=direct.serve_forever, daemon=True).start()
    exporter, server = free_port(), free_port()
    config = configuration(folder, exporter, direct.server_port)
    exporter_command = [
        tools / "prometheus-node-exporter",
        "--collector.disable-defaults",
        "--collector.textfile",
        f"--collector.textfile.directory={textfiles}",
        f"--web.listen-address=127.0.0.1:{exporter}",
    ]
    server_command = [
        tools / "prometheus",
        f"--config.file={config}",
        f"--storage.tsdb.path={folder / 'data'}",
        f"--web.listen-address=127.0.0.1:{server}",
    ]
    with started(folder / "exporter.log", *exporter_command), started(folder / "server.log", *server_command):
        api = Api(server)
        check_arrival(api, text)
        check_dashboard(api, written)
        check_alerts(api, file)
    direct.shutdown()


def main() -> None:
    tools, program = (Path(word).absolute() for word in sys.argv[1:])
    check_page()
    check_rules(tools / "promtool")
    check_units(program)
    with tempfile.TemporaryDirectory() as folder:
        check_commands(program, Path(folder))
    with tempfile.TemporaryDirectory() as folder:
        check_servers(tools, program, Path(folder))


main()
