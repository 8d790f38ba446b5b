//! The form of the lists of measurements: tests/lab/*.toml.

use serde::{Deserialize, Serialize};
use toml::{Table, Value};

/// A list of machines to measure.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct List {
    cells: Vec<Cells>,
}

/// The subject of a machine's measurements: a section of docs/lab.md.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "snake_case")]
#[clap(rename_all = "snake_case")]
pub enum Part {
    /// Clocks and timers, 500 ms.
    Timers,
    /// Clocks and timers, 100 ms.
    Short,
    /// Cores of fixed clock.
    Cores,
    /// Machines of several kinds of core.
    Clusters,
    /// A program that is moved to a core of the other kind.
    Migration,
    /// Clocks that climb to their peak.
    Ramps,
    /// Clocks that move in the middle.
    Moving,
    /// Interrupts.
    Interrupts,
    /// A busy process on the same core.
    Hog,
    /// Timers that are wrong.
    TimerFaults,
    /// Cores that the method cannot see through.
    Blind,
    /// Instructions in cycles.
    Instructions,
    /// Clocks that move, followed window by window.
    Curves,
    /// The program for macOS, which can put no thread on a core.
    Apple,
}

/// The instrument that measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Instrument {
    /// The program, for Linux.
    #[default]
    Program,
    /// The library for Android, in the hands of tests/bionic/app, on Android's own C library.
    AndroidLibrary,
    /// The program, for Linux, as it measures instructions.
    Instructions,
    /// The program, as it determines which instructions share units: these are drawn.
    Units,
    /// The program, as it names the nearest known core.
    Identify,
    /// The program, as it observes a core's ramp after a rest.
    Ramp,
    /// The program, as it measures inside a load.
    Sustained,
}

/// A machine with changes, clocks and timers.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Cells {
    part: Part,
    #[serde(default)]
    instrument: Instrument,
    /// The machine's file, without its ending.
    machine: String,
    /// Changes of the machine, each once; none, if there are none.
    #[serde(default)]
    with: Vec<Table>,
    /// Bounds in MHz between which a clock is drawn, each once; the machine's own if there are
    /// none.
    #[serde(default)]
    draw_mhz: Vec<[f64; 2]>,
    /// The timers, in Hz, given out in turn; the machine's own if there are none.
    #[serde(default)]
    timers_hz: Vec<i64>,
    /// Number of repetitions, each time with other draws and the next timer.
    #[serde(default = "once")]
    times: usize,
    /// Durations for which the instrument takes windows, given out in turn. Instructions take as
    /// long as they take.
    #[serde(default)]
    durations_ms: Vec<u32>,
    /// The verdicts that are right for this machine.
    #[serde(default)]
    expect: Vec<String>,
    /// Which instructions are measured, as on the command line: patterns, `--group=NAME`; all if
    /// there are none.
    #[serde(default)]
    forms: Vec<String>,
    /// Whether latencies and throughput of these are drawn; otherwise they have those of their
    /// classes.
    #[serde(default)]
    draw_forms: bool,
    /// Class of the load of `sustained`, as on the command line; vectors if absent.
    #[serde(default)]
    load_class: Option<String>,
    /// The cores that are busy in `sustained`, as on the command line; the measured core if absent.
    #[serde(default)]
    load: Option<String>,
    /// Published cores, each once, whose latencies the machine's forms have; none, if there are
    /// none.
    #[serde(default)]
    published: Vec<String>,
    /// The program is that for macOS, and this is what macOS is made up to be, each once: words of
    /// tests/apple-on-linux/src/settings.rs with spaces between.
    #[serde(default)]
    apple: Vec<String>,
}

fn once() -> usize {
    1
}

/// One machine to measure.
#[derive(Debug, Clone)]
pub struct Cell {
    /// The section of the report.
    pub part: Part,
    /// The instrument that measures it.
    pub instrument: Instrument,
    /// The machine's file, without its ending.
    pub machine: String,
    /// Changes of the machine, in this order.
    pub with: Vec<Table>,
    /// A short name of the machine's own changes, and of the instrument if it is not the default;
    /// empty if there are none.
    pub label: String,
    /// Duration for which the instrument takes windows.
    pub duration_ms: u32,
    /// The verdicts that are right.
    pub expect: Vec<String>,
    /// The instructions that are measured.
    pub forms: Vec<String>,
    /// Whether their timings are drawn.
    pub draw_forms: bool,
    /// Class of the load of `sustained`.
    pub load_class: Option<String>,
    /// The cores that are busy in it.
    pub load: Option<String>,
    /// The published core whose latencies they have.
    pub published: Option<String>,
    /// Settings of the emulated macOS; absent if the program is not the one for macOS.
    pub apple: Option<Vec<String>>,
}

impl List {
    /// Every machine, change, clock and timer by itself.
    pub fn spread(&self) -> Vec<Cell> {
        self.cells.iter().flat_map(Cells::spread).collect()
    }
}

impl Instrument {
    /// Names what is not the program behind what was changed.
    fn label(self, changes: String) -> String {
        match self {
            Self::Program | Self::Instructions | Self::Units | Self::Identify => changes,
            Self::Ramp => format!("{changes}, ramp"),
            Self::Sustained => format!("{changes}, sustained"),
            Self::AndroidLibrary if changes.is_empty() => "Android library".to_owned(),
            Self::AndroidLibrary => format!("{changes}, Android library"),
        }
    }
}

impl Cells {
    /// The cells of each made-up system; its words are part of the name.
    fn spread(&self) -> Vec<Cell> {
        let cells = self.spread_changes();
        if self.apple.is_empty() {
            return cells;
        }
        let of_system = |(words, cell): (&String, Cell)| {
            let label = [cell.label.as_str(), words].into_iter().filter(|part| !part.is_empty());
            let label = label.collect::<Vec<_>>().join(", ");
            Cell { apple: Some(words.split_whitespace().map(str::to_owned).collect()), label, ..cell }
        };
        self.apple
            .iter()
            .flat_map(|words| cells.iter().cloned().map(move |cell| (words, cell)))
            .map(of_system)
            .collect()
    }

    fn spread_changes(&self) -> Vec<Cell> {
        let clock = |bounds: &[f64; 2]| Some(one("clock", one("draw_mhz", bounds.to_vec())));
        let mut timers = self.timers_hz.iter().map(|hz| one("timer_hz", *hz)).cycle();
        let mut durations = self.durations_ms.iter().copied().cycle();
        let mut spread = Vec::new();
        for change in or_none(self.with.iter().map(Some)) {
            for clock in or_none(self.draw_mhz.iter().map(clock)) {
                let published = or_none(self.published.iter().map(Some));
                for published in published.into_iter().cycle().take(self.times * self.published.len().max(1))
                {
                    let change = change.map(named);
                    let label = change.as_ref().map_or(String::new(), |(_, label)| label.clone());
                    let label = self.instrument.label(label);
                    let label =
                        self.load.as_ref().map_or(label.clone(), |load| format!("{label}, load of {load}"));
                    let changes = change.map(|(table, _)| table).into_iter();
                    spread.push(Cell {
                        part: self.part,
                        instrument: self.instrument,
                        machine: self.machine.clone(),
                        with: changes.chain(clock.clone()).chain(timers.next()).collect(),
                        label,
                        duration_ms: durations.next().unwrap_or_default(),
                        expect: self.expect.clone(),
                        forms: self.forms.clone(),
                        draw_forms: self.draw_forms,
                        load_class: self.load_class.clone(),
                        load: self.load.clone(),
                        published: published.cloned(),
                        apple: None,
                    });
                }
            }
        }
        spread
    }
}

/// The items, or `None` once if there are none.
fn or_none<T>(items: impl Iterator<Item = Option<T>>) -> Vec<Option<T>> {
    let items: Vec<_> = items.collect();
    if items.is_empty() { vec![None] } else { items }
}

fn one(key: &str, value: impl Into<Value>) -> Table {
    Table::from_iter([(key.to_owned(), value.into())])
}

/// A change and its label: its `about`, or all of its lines.
fn named(change: &Table) -> (Table, String) {
    let mut change = change.clone();
    let about = change.remove("about").and_then(|about| about.as_str().map(str::to_owned));
    let label = about.unwrap_or_else(|| lines("", &change).join(", "));
    (change, label)
}

/// `a.b = c` for each value.
fn lines(above: &str, table: &Table) -> Vec<String> {
    let line = |(key, value): (&String, &Value)| match value {
        Value::Table(table) => lines(&format!("{above}{key}."), table),
        value => vec![format!("{above}{key} = {value}")],
    };
    table.iter().flat_map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_measured_with_everything() {
        let list: List = toml::from_str(
            r#"
            [[cells]]
            part = "cores"
            machine = "x1-like"
            with = [{ core.latency.multiply = 3 }, { about = "a name", timer_hz = 1 }]
            draw_mhz = [[600, 900], [900, 1400]]
            timers_hz = [13_000_000, 24_000_000, 26_000_000]
            times = 2
            durations_ms = [100, 500]
            expect = ["steady"]
            "#,
        )
        .unwrap();
        let cells = list.spread();
        assert_eq!(cells.len(), 2 * 2 * 2);
        assert_eq!(
            (cells[0].label.as_str(), cells[7].label.as_str()),
            ("core.latency.multiply = 3", "a name")
        );
        let timer = |cell: &Cell| cell.with.last().unwrap()["timer_hz"].as_integer().unwrap();
        assert_eq!(
            cells.iter().map(timer).take(4).collect::<Vec<_>>(),
            [13_000_000, 24_000_000, 26_000_000, 13_000_000]
        );
        assert_eq!((cells[0].duration_ms, cells[1].duration_ms), (100, 500));
        assert!(!cells[7].with[0].contains_key("about"), "the machine keeps its own");
        assert!(cells.iter().all(|cell| cell.instrument == Instrument::Program));
    }

    #[test]
    fn every_machine_of_the_lists_can_be_read() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        for file in ["lab.toml", "quick.toml"] {
            let list: List = toml::from_str(&std::fs::read_to_string(folder.join(file)).unwrap()).unwrap();
            for cell in list.spread() {
                let machine = folder.join("machines").join(format!("{}.toml", cell.machine));
                let set = crate::machine::Set { seed: 1, with: cell.with.clone() };
                let read = crate::machine::read(&machine, &set);
                assert!(read.is_ok(), "{file}, {} {}: {}", cell.machine, cell.label, read.unwrap_err());
            }
        }
    }

    #[test]
    fn another_instrument_is_named() {
        let list: List = toml::from_str(
            r#"
            [[cells]]
            part = "cores"
            instrument = "android_library"
            machine = "m1-like"
            with = [{ timer_hz = 1 }]
            durations_ms = [500]
            expect = ["steady"]
            "#,
        )
        .unwrap();
        let [cell] = &list.spread()[..] else { panic!("one cell") };
        assert_eq!(
            (cell.instrument, cell.label.as_str()),
            (Instrument::AndroidLibrary, "timer_hz = 1, Android library")
        );
        assert_eq!(Instrument::AndroidLibrary.label(String::new()), "Android library");
    }

    #[test]
    fn each_made_up_system_is_a_cell() {
        let list: List = toml::from_str(
            r#"
            [[cells]]
            part = "apple"
            machine = "m1-clusters"
            with = [{ about = "a name", cpu = "max" }]
            apple = ["", "spill=stir qos=refused"]
            durations_ms = [500]
            expect = ["steady"]
            "#,
        )
        .unwrap();
        let [plain, stirred] = &list.spread()[..] else { panic!("two cells") };
        assert_eq!((plain.label.as_str(), plain.apple.as_ref().map(Vec::len)), ("a name", Some(0)));
        assert_eq!(stirred.label, "a name, spill=stir qos=refused");
        assert_eq!(stirred.apple.as_ref().unwrap(), &["spill=stir", "qos=refused"]);
    }
}
