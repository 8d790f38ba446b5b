//! Permitted contents of a machine's description.

use trueghz_lab_model::clock::Vectors;
use trueghz_lab_model::machine::{Invalid, Machine};

/// A machine of a small and a big cluster.
fn machine() -> Machine {
    let text = r#"
        timer_hz = 24_000_000
        cpu = "cortex-a72"
        [[cluster]]
        name = "little"
        cores = 4
        clock.mhz = 1100
        capacity = 390
        core = { width = 2, window = 16, in_order = true }
        [[cluster]]
        name = "big"
        cores = 3
        clock.mhz = 2200
        capacity = 1024
        claimed_mhz = 2400
        core = { width = 3, window = 128 }
    "#;
    toml::from_str(text).expect("well-formed")
}

fn changed(change: impl FnOnce(&mut Machine)) -> Result<(), Invalid> {
    let mut machine = machine();
    change(&mut machine);
    machine.check()
}

/// The error as text.
fn fault(change: impl FnOnce(&mut Machine)) -> String {
    changed(change).expect_err("it is wrong").to_string()
}

#[test]
fn cores_are_numbered_through_the_clusters() {
    let machine = machine();
    machine.check().expect("in range");
    let names: Vec<&str> = machine.cores().map(|cluster| cluster.name.as_str()).collect();
    assert_eq!(names, ["little", "little", "little", "little", "big", "big", "big"]);
}

#[test]
fn a_machine_goes_to_the_plugin_and_comes_back() {
    let text = serde_json::to_string(&machine()).expect("JSON");
    assert_eq!(serde_json::from_str::<Machine>(&text).expect("the same form"), machine());
}

#[test]
fn eight_cores_are_the_most() {
    assert_eq!(changed(|machine| machine.clusters[1].cores = 4), Ok(()));
    assert_eq!(fault(|machine| machine.clusters[1].cores = 5), "the number of cores is 9: it must be 1 to 8");
    assert_eq!(
        fault(|machine| machine.clusters[0].cores = 0),
        "the number of a cluster's cores is 0: it must be 1 to 8"
    );
    assert_eq!(changed(|machine| machine.clusters.clear()), Err(Invalid::NoCluster));
}

#[test]
fn what_the_tree_says_is_whole() {
    assert_eq!(changed(|machine| machine.clusters[0].capacity = None), Err(Invalid::SomeCapacities));
    let none =
        |machine: &mut Machine| machine.clusters.iter_mut().for_each(|cluster| cluster.capacity = None);
    assert_eq!(changed(none), Ok(()));
    assert_eq!(
        fault(|machine| machine.clusters[0].capacity = Some(0)),
        "the capacity is 0: it must be 1 to 100,000"
    );
    assert_eq!(
        fault(|machine| machine.clusters[1].claimed_mhz = Some(4300.0)),
        "claimed_mhz is 4300: it must be 1 to 4,000"
    );
}

#[test]
fn clusters_have_names_of_their_own() {
    let alike = |machine: &mut Machine| machine.clusters[1].name = "little".into();
    assert_eq!(changed(alike), Err(Invalid::Namesakes("little".into())));
}

#[test]
fn every_cluster_is_checked() {
    let slow = |machine: &mut Machine| machine.clusters[1].clock = trueghz_lab_model::clock::Clock::Mhz(0.5);
    assert_eq!(fault(slow), "a clock in MHz is 0.5: it must be 1 to 20,000");
    assert_eq!(fault(|machine| machine.clusters[1].core.width = 0), "width is 0: it must be 1 to 16");
    let vectors = |part, for_ms| {
        move |machine: &mut Machine| machine.clusters[1].vectors = Some(Vectors { part, for_ms })
    };
    assert_eq!(fault(vectors(1.1, 1.0)), "the part of the clock under vectors is 1.1: it must be 0.1 to 1");
    assert_eq!(fault(vectors(0.9, -1.0)), "the time after vectors is -1: it must be 0 to 1,000 ms");
}

#[test]
fn events_are_on_cores_that_are_there() {
    use trueghz_lab_model::event::Migration;
    assert_eq!(changed(|machine| machine.events.on_core = 6), Ok(()));
    assert_eq!(fault(|machine| machine.events.on_core = 7), "on_core is 7: it must be one of the cores");
    let away = |machine: &mut Machine| machine.events.migrate = Some(Migration { at_ms: 1.0, to_core: 7 });
    assert_eq!(fault(away), "to_core is 7: it must be one of the cores");
}

#[test]
fn a_timer_with_faults_has_one_core() {
    use trueghz_lab_model::event::TimerFault;
    let fault = TimerFault { at_ms: 1.0, freeze_ms: 1.0, jump_ms: 0.0 };
    assert_eq!(changed(|machine| machine.timer_faults = vec![fault]), Err(Invalid::FaultsOfSeveral));
}
