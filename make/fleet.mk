# Measurements of many machines in Prometheus: docs/fleet.md.

##@ Fleet
.PHONY: test-fleet setup-fleet
setup-fleet: .tools/prometheus ## Debian's Prometheus and node_exporter, and a reader of YAML
	@tools/python.sh tests/fleet/requirements.txt --version >/dev/null

test-fleet: setup-fleet ## The gauges, alert rules and dashboard with Prometheus and node_exporter, on loopback
	$(BUILD_WITH_TEST) turbo
	tools/python.sh tests/fleet/requirements.txt tests/fleet/test_fleet.py .tools/prometheus \
	    $(or $(CARGO_TARGET_DIR),target)/debug/trueghz
