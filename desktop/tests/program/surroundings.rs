//! The program in adverse environments: missing cores, broken files, no space for the output. See
//! also command_faults.rs and signals.rs.

#[cfg(target_os = "linux")]
use std::process::Command;
#[cfg(target_os = "linux")]
use std::process::Stdio;

#[cfg(target_os = "linux")]
use crate::common::started;
use crate::common::{assert_one_sentence, code, recorded, run, run_unread, text, trueghz};

const ESCAPE: char = '\u{1b}';

#[test]
fn an_absent_core_is_named() {
    let output = run(["--cpu", "0,4000"]);
    assert_eq!((code(&output), text(&output.stdout)), (2, ""));
    assert_one_sentence(&output, if cfg!(target_vendor = "apple") { "core numbers" } else { "no core 4000" });
}

#[test]
fn broken_files_are_refused_in_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let sound = std::fs::read_to_string(recorded()).unwrap();
    let cut = &sound[..sound.len() / 2];
    let newer = sound.replacen("trueghz-raw/2", "trueghz-raw/9", 1);
    let ragged = sound.replacen("\"iterations\":[", "\"iterations\":[1,", 1);
    for (name, content) in
        [("empty", ""), ("cut", cut), ("newer", newer.as_str()), ("ragged", ragged.as_str())]
    {
        let file = folder.path().join(name);
        std::fs::write(&file, content).unwrap();
        let output = run(["replay", file.to_str().unwrap()]);
        assert_eq!((code(&output), text(&output.stdout)), (2, ""), "{name}");
        assert_one_sentence(&output, name);
    }
    let absent = run(["replay", folder.path().join("absent").to_str().unwrap()]);
    assert_eq!(code(&absent), 2);
    assert_one_sentence(&absent, "absent");
    std::fs::write(folder.path().join("binary"), [0xff, 0xfe, 0x00]).unwrap();
    let binary = run(["replay", folder.path().join("binary").to_str().unwrap()]);
    assert_eq!(code(&binary), 2);
    assert_one_sentence(&binary, "binary");
}

#[test]
fn a_folder_that_is_not_there_is_noticed_before_measuring() {
    let output = run(["--raw", "/nowhere/at/all/raw.json", "--duration", "60s"]);
    assert_eq!((code(&output), text(&output.stdout)), (2, ""));
    assert_one_sentence(&output, "cannot write /nowhere/at/all/raw.json");
}

#[cfg(target_os = "linux")]
#[test]
fn an_answer_that_cannot_be_written_is_a_failure() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let child = started().args(["replay", &recorded()]).stdout(full).stderr(Stdio::piped()).spawn().unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(code(&output), 2);
    assert_one_sentence(&output, "cannot write the output");
}

/// command_faults.rs has further cases for Linux.
#[test]
fn a_reader_that_leaves_loses_nothing_that_was_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("raw.json");
    let raw = file.to_str().unwrap();
    let output = run_unread(&["--duration", "100ms", "--raw", raw]);
    assert!([0, 1].contains(&code(&output)), "{output:?}");
    assert_eq!(text(&output.stderr), "");
    assert_ne!(code(&run(["replay", raw])), 2, "the windows are there");
}

#[test]
fn what_is_piped_has_no_escape_codes() {
    for words in [
        vec!["--duration", "50ms"],
        vec!["replay", &recorded()],
        vec!["clocks"],
        vec!["info"],
        vec!["--help"],
    ] {
        let output = run(words.iter().copied());
        assert!(!text(&output.stdout).contains(ESCAPE), "{words:?}");
        assert!(!text(&output.stderr).contains(ESCAPE), "{words:?}");
    }
}

#[test]
fn colours_are_there_when_asked_for_and_only_add() {
    let plain = run(["replay", &recorded()]);
    let coloured = run(["replay", "--color", "always", &recorded()]);
    assert!(text(&coloured.stdout).contains(ESCAPE));
    assert_eq!(anstream::adapter::strip_str(text(&coloured.stdout)).to_string(), text(&plain.stdout));
    for output in [
        trueghz()
            .env("CLICOLOR_FORCE", "1")
            .args(["replay", "--color", "never", &recorded()])
            .output()
            .unwrap(),
        trueghz().env("NO_COLOR", "1").args(["replay", &recorded()]).output().unwrap(),
    ] {
        assert!(!text(&output.stdout).contains(ESCAPE));
    }
}

/// Output of the program on a terminal that `script` creates; `None` if `script` is not installed.
#[cfg(target_os = "linux")]
pub fn on_terminal(words: &str, variable: &str) -> Option<String> {
    on_terminal_of(24, 80, words, variable)
}

/// Like [`on_terminal`], but with a given size of the terminal.
#[cfg(target_os = "linux")]
fn on_terminal_of(rows: u32, columns: u32, words: &str, variable: &str) -> Option<String> {
    if Command::new("script").arg("--version").output().is_err() {
        eprintln!("skipped: there is no `script` here to make a terminal");
        return None;
    }
    let program = started();
    let parts = std::iter::once(program.get_program()).chain(program.get_args());
    let parts: Vec<String> = parts.map(|part| format!("'{}'", part.display())).collect();
    let line = format!("stty rows {rows} cols {columns}; {} {words}", parts.join(" "));
    let mut command = Command::new("script");
    command.args(["-qec", &line, "/dev/null"]).env_remove("NO_COLOR").env("TERM", "xterm-256color");
    let output = command.env(variable, "1").stdin(Stdio::null()).output().unwrap();
    Some(text(&output.stdout).to_owned())
}

/// NO_COLOR has an effect only on a terminal.
#[cfg(target_os = "linux")]
#[test]
fn no_color_holds_on_a_terminal() {
    let words = format!("replay '{}'", recorded());
    let Some(coloured) = on_terminal(&words, "UNRELATED") else { return };
    assert!(coloured.contains(ESCAPE), "a terminal has colours");
    assert!(!on_terminal(&words, "NO_COLOR").unwrap().contains(ESCAPE));
}

#[cfg(target_os = "linux")]
#[test]
fn a_line_moves_on_a_terminal_and_goes() {
    let Some(shown) = on_terminal("--duration 100ms", "NO_COLOR") else { return };
    // Spaces and a carriage return erase the progress line; the output follows.
    let (moving, answer) = shown.rsplit_once("  \r").expect("the line is wiped");
    assert!(moving.contains("warming up") && !moving.contains("details:"), "{shown:?}");
    assert!(answer.contains("details:") && !answer.contains('\u{2501}'), "{shown:?}");
}

/// A progress line that wraps would scroll, and redrawing it would leave fragments behind.
#[cfg(target_os = "linux")]
#[test]
fn the_line_that_moves_and_the_text_keep_to_the_terminals_width() {
    for columns in [30_usize, 48, 60] {
        for words in ["--cpu current --duration 100ms".to_owned(), format!("replay -v '{}'", recorded())] {
            let Some(shown) = on_terminal_of(24, columns.try_into().unwrap(), &words, "NO_COLOR") else {
                return;
            };
            let wide = shown.split(['\r', '\n']).find(|piece| textwrap::core::display_width(piece) > columns);
            assert_eq!(wide, None, "{columns} columns, {words}: {shown:?}");
        }
    }
    let wide = on_terminal_of(24, 100, &format!("replay -v '{}'", recorded()), "NO_COLOR").unwrap();
    assert!(wide.lines().any(|line| line.chars().count() > 72), "there is room: {wide}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_help_that_cannot_be_written_is_a_failure() {
    for words in [&["--help"][..], &["--version"], &["clocks", "--help"]] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let child = started().args(words).stdout(full).stderr(Stdio::piped()).spawn().unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(code(&output), 2, "{words:?}");
        assert_one_sentence(&output, "cannot write the help: no space left on device");
    }
    assert_eq!(code(&run_unread(&["--help"])), 0, "who leaves has read enough");
}

/// The affinity mask limits this program to some cores, and it must not override that limit.
#[cfg(target_os = "linux")]
#[test]
fn a_core_outside_the_affinity_mask_is_refused() {
    use std::os::unix::process::CommandExt;
    let cpus = trueghz::host::allowed_cpus();
    let [first, .., last] = cpus.as_slice() else {
        return eprintln!("skipped: there is one core only");
    };
    let first = usize::try_from(*first).unwrap();
    let mut command = started();
    command.args(["--cpu", &last.to_string(), "--duration", "50ms"]);
    // SAFETY: the closure makes only calls that are safe between fork and exec: no allocation, no
    // lock.
    unsafe {
        command.pre_exec(move || {
            let mut set: libc::cpu_set_t = std::mem::zeroed();
            libc::CPU_SET(first, &mut set);
            match libc::sched_setaffinity(0, size_of::<libc::cpu_set_t>(), &raw const set) {
                0 => Ok(()),
                _ => Err(std::io::Error::last_os_error()),
            }
        });
    }
    let output = command.output().unwrap();
    assert_eq!((code(&output), text(&output.stdout)), (2, ""));
    assert_one_sentence(&output, &format!("may not use core {last}; its affinity mask allows {first}"));
}
