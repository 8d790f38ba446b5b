//! Code of the user's own, measured in a process of its own: a child of this program.
//!
//! The code may fault, never end, or be one that only a system may run. So the child runs it, and tells line by line how far it
//! is; the parent waits, kills it where it does not go on, and says in a sentence how it ended.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use trueghz::run::event::Unobserved;
use trueghz_instructions::own::{self, Own, measure_own};
use trueghz_instructions::{InstructionOptions, OwnCode, Shape, Table};

use super::interrupt::Interrupt;
use crate::cli::CoreArgs;
use crate::outcome::{Failure, Outcome};

/// The command that makes this program the child.
pub const COMMAND: &str = "own-code";

/// Twenty steps take a microsecond as a rule; code that needs a million times as long does not end.
const ONCE: Duration = Duration::from_secs(1);

/// What a measurement takes besides the time that was asked for, at most: a reading of the clock, and pilots on a busy machine.
const BESIDES: Duration = Duration::from_secs(20);

/// How often is seen whether Ctrl-C was pressed.
const LOOK: Duration = Duration::from_millis(50);

/// What the child is to measure.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Request {
    /// How the report calls the code.
    pub name: String,
    /// What runs once, before the loop.
    pub first: Vec<u8>,
    /// A step.
    pub step: Vec<u8>,
    /// Of a latency: from, to, and the instruction that leads back.
    pub latency: Option<(String, String, String)>,
    /// How long.
    pub duration: Duration,
    /// Of the order of the windows.
    pub seed: u64,
}

/// What the child tells, a line each.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Told {
    /// The code is about to run for the first time.
    Begun,
    /// It came back.
    CameBack,
    /// The system gives no memory that code could run in, or there is no clock.
    Refused(String),
    /// All is done.
    Measured(Box<Table>),
}

/// The child: measures what standard input asks for.
///
/// # Errors
/// [`Failure`] if that is no request.
pub fn serve(core: CoreArgs) -> Result<Outcome, Failure> {
    let request: Request = serde_json::from_reader(std::io::stdin()).map_err(Failure::new)?;
    limit(request.duration);
    let own = Own {
        name: request.name,
        code: OwnCode { first: request.first, step: request.step },
        latency: request.latency,
    };
    tell(&Told::Begun);
    let tried = match own::try_once(own) {
        Ok(tried) => tried,
        Err(error) => {
            tell(&Told::Refused(format!("this system lets no program execute what it wrote: {error}")));
            return Ok(Outcome::Refused);
        }
    };
    tell(&Told::CameBack);
    let options = InstructionOptions::new()
        .shapes([Shape::Looped])
        .at_least(request.duration)
        .core(core.which()?)
        .seed(request.seed);
    let table =
        measure_own(tried, options, Unobserved).map_err(Failure::new)?.wait().map_err(Failure::new)?;
    tell(&Told::Measured(Box::new(table)));
    Ok(Outcome::Complete)
}

/// A parent that is gone hears nothing, and the child has nothing else to do.
fn tell(told: &Told) {
    let line = serde_json::to_string(told).expect("this can be written");
    let mut out = std::io::stdout().lock();
    if writeln!(out, "{line}").and_then(|()| out.flush()).is_err() {
        std::process::exit(0);
    }
}

/// Whatever the code does, it leaves no core file, and ends some time after its parent could have been killed.
#[cfg(unix)]
fn limit(duration: Duration) {
    let seconds = (duration + ONCE + BESIDES).as_secs();
    for (what, most) in [(libc::RLIMIT_CORE, 0), (libc::RLIMIT_CPU, seconds)] {
        let limit = libc::rlimit { rlim_cur: most as libc::rlim_t, rlim_max: most as libc::rlim_t };
        // SAFETY: `limit` is valid for the call. A limit that cannot be set is one less.
        unsafe { libc::setrlimit(what, &raw const limit) };
    }
}

#[cfg(not(unix))]
fn limit(_: Duration) {}

/// Measures code in a child.
///
/// # Errors
/// [`Failure`] says how the code ended, if it did not come back.
pub fn measured(request: &Request, core: &[String], interrupt: &Interrupt) -> Result<Option<Table>, Failure> {
    let program = std::env::current_exe().map_err(Failure::new)?;
    let mut command = Command::new(program);
    command.arg(COMMAND).args(core).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = Watched(command.spawn().map_err(Failure::new)?);
    let text = serde_json::to_vec(request).map_err(Failure::new)?;
    // A child that is gone before it has read says so by how it ended.
    drop(child.0.stdin.take().map(|mut pipe| pipe.write_all(&text)));
    let lines = lines(&mut child.0);
    let mut until = Instant::now() + BESIDES;
    loop {
        if interrupt.was_heard() {
            return Ok(None);
        }
        match lines.recv_timeout(LOOK) {
            Ok(Told::Begun) => until = Instant::now() + ONCE,
            Ok(Told::CameBack) => until = Instant::now() + request.duration + BESIDES,
            Ok(Told::Refused(why)) => return Err(Failure::new(why)),
            Ok(Told::Measured(table)) => return Ok(Some(*table)),
            Err(RecvTimeoutError::Timeout) if Instant::now() < until => {}
            Err(RecvTimeoutError::Timeout) => {
                return Err(Failure::new("the code does not end: it was stopped"));
            }
            Err(RecvTimeoutError::Disconnected) => {
                let status = child.0.wait().map_err(Failure::new)?;
                // Ctrl-C in a terminal goes to both.
                return if interrupt.was_heard() { Ok(None) } else { Err(Failure::new(ended(status))) };
            }
        }
    }
}

/// A child that does not outlive its use.
struct Watched(Child);

impl Drop for Watched {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

/// What the child tells; closed when it says no more, or something else.
fn lines(child: &mut Child) -> Receiver<Told> {
    let (send, receive) = channel();
    if let Some(out) = child.stdout.take() {
        std::thread::spawn(move || {
            for line in BufReader::new(out).lines() {
                let Some(told) = line.ok().and_then(|line| serde_json::from_str(&line).ok()) else { return };
                if send.send(told).is_err() {
                    return;
                }
            }
        });
    }
    receive
}

/// How a process ended, in a sentence.
fn ended(status: ExitStatus) -> String {
    #[cfg(unix)]
    {
        use std::os::unix::process::ExitStatusExt;
        if let Some(signal) = status.signal() {
            return match signal {
                libc::SIGILL => {
                    "the code has an instruction that this core lacks, or that only a system may run".into()
                }
                libc::SIGSEGV | libc::SIGBUS => {
                    "the code uses memory that it may not, or an instruction that only a system may run"
                        .into()
                }
                libc::SIGFPE => "the code divides by zero, or has a quotient that does not fit".into(),
                libc::SIGABRT => "the code used up the stack, or harmed what its process needs".into(),
                libc::SIGTRAP => "the code stopped at a breakpoint".into(),
                libc::SIGXCPU | libc::SIGKILL => "the code does not end: the system stopped it".into(),
                other => format!("the code ended its process by signal {other}"),
            };
        }
    }
    #[cfg(windows)]
    if let Some(code) = status.code() {
        // ntstatus.h.
        match code as u32 {
            0xc000_0005 => return "the code uses memory that it may not".into(),
            0xc000_001d => return "the code has an instruction that this core lacks".into(),
            0xc000_0096 => return "the code has an instruction that only a system may run".into(),
            0xc000_0094 | 0xc000_0095 => {
                return "the code divides by zero, or has a quotient that does not fit".into();
            }
            0x8000_0003 => return "the code stopped at a breakpoint".into(),
            0xc000_00fd => return "the code used up its stack".into(),
            _ => {}
        }
    }
    match status.code() {
        Some(code) => format!("the code ended its process, with status {code}"),
        None => "the code ended its process".into(),
    }
}
