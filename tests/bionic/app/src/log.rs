//! A stand-in for Android's log daemon: a socket that receives the messages of Android's own
//! liblog.

use std::os::unix::net::UnixDatagram;
use std::path::PathBuf;

use anyhow::{Context, Result};

/// Where liblog looks for the daemon.
#[cfg(target_os = "android")]
const SOCKET: &[u8] = b"/dev/socket/logdw\0";

/// A line of the log.
#[derive(Debug)]
pub struct Line {
    /// The thread that wrote it.
    pub thread: u16,
    /// Priority: 4 is information, 5 a warning (`android_LogPriority`).
    pub priority: u8,
    /// The tag of its source.
    pub tag: String,
    /// The message.
    pub text: String,
}

/// The daemon.
pub struct Daemon(UnixDatagram);

impl Daemon {
    /// Takes everything that is logged from now on.
    ///
    /// # Errors
    /// If there can be no socket in the folder of temporary files.
    pub fn start() -> Result<Self> {
        let path = socket();
        // One of an earlier process of this number.
        let _ = std::fs::remove_file(&path);
        let socket = UnixDatagram::bind(&path).with_context(|| path.display().to_string())?;
        socket.set_nonblocking(true)?;
        Ok(Self(socket))
    }

    /// The lines since the last call.
    ///
    /// # Errors
    /// If one has another form.
    pub fn lines(&self) -> Result<Vec<Line>> {
        let (mut lines, mut bytes) = (Vec::new(), [0; 4096]);
        while let Ok(length) = self.0.recv(&mut bytes) {
            lines.push(line(&bytes[..length]).context("a line of the log has another form than Android's")?);
        }
        Ok(lines)
    }
}

impl Drop for Daemon {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(socket());
    }
}

fn socket() -> PathBuf {
    std::env::temp_dir().join(format!("logdw-{}", std::process::id()))
}

/// A line as liblog sends it: which log (a byte), the thread (two), the time (eight); the priority,
/// the tag and the text, both with a zero byte behind. AOSP at Android 6.0,
/// include/private/android_filesystem_config.h (path) and include/private/android_logger.h
/// (`android_log_header_t`).
fn line(bytes: &[u8]) -> Option<Line> {
    let (header, rest) = bytes.split_at_checked(11)?;
    let (priority, rest) = rest.split_first()?;
    let mut texts = rest.split(|byte| *byte == 0).map(|text| String::from_utf8_lossy(text).into_owned());
    let thread = u16::from_le_bytes([header[1], header[2]]);
    Some(Line { thread, priority: *priority, tag: texts.next()?, text: texts.next()? })
}

/// Replaces the C library's function for liblog, as a program's function may: leads to our daemon,
/// because only root could take the place of the real one.
///
/// # Safety
/// As C's interface has it.
#[cfg(target_os = "android")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn connect(
    socket: libc::c_int,
    address: *const libc::sockaddr,
    length: libc::socklen_t,
) -> libc::c_int {
    use std::os::unix::ffi::OsStrExt;

    let (mut address, mut length) = (address.cast::<libc::sockaddr_un>(), length);
    // SAFETY: an address of this family begins with its family, and has a path of at most this many
    // bytes.
    let asked = unsafe { ((*address).sun_family == libc::AF_UNIX as u16).then(|| &*address) };
    let mut ours;
    if let Some(asked) = asked.filter(|asked| asked.sun_path.starts_with(SOCKET)) {
        ours = *asked;
        let path = self::socket();
        let path = path.as_os_str().as_bytes();
        ours.sun_path.fill(0);
        ours.sun_path[..path.len()].copy_from_slice(path);
        (address, length) = (&raw const ours, size_of::<libc::sockaddr_un>() as libc::socklen_t);
    }
    // SAFETY: an address of this length.
    unsafe { libc::syscall(libc::SYS_connect, socket, address, length) as libc::c_int }
}
