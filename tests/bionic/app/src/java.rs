//! A Java machine, made up: as much of the Java Native Interface as the library asks of it, and
//! behind it a context and a power manager. A function that is missing here ends the process.
//!
//! The numbers of functions: Java Native Interface Specification, chapters 4 and 5.

use std::ffi::{CStr, c_char, c_void};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Results of the power manager.
#[derive(Debug, Clone, Copy)]
pub struct Phone {
    /// `isPowerSaveMode`.
    pub power_saving: bool,
    /// `getCurrentThermalStatus`.
    pub thermal: i32,
    /// `getThermalHeadroom`.
    pub headroom: f32,
}

static PHONE: Mutex<Phone> = Mutex::new(Phone { power_saving: false, thermal: 0, headroom: f32::NAN });
/// Threads that are attached. Not in storage of each thread: they detach while that is being torn
/// down.
static ATTACHED: Mutex<Vec<i32>> = Mutex::new(Vec::new());

/// Sets the results of the power manager from now on.
pub fn be(phone: Phone) {
    *PHONE.lock().unwrap_or_else(PoisonError::into_inner) = phone;
}

/// Threads that are attached and were not detached.
pub fn attached() -> usize {
    threads().len()
}

fn threads() -> MutexGuard<'static, Vec<i32>> {
    ATTACHED.lock().unwrap_or_else(PoisonError::into_inner)
}

fn this_thread() -> i32 {
    // SAFETY: no pointers.
    unsafe { libc::gettid() }
}

/// A reference to an object, or a method: a number, not an address.
type Reference = usize;

/// The application's context.
pub const CONTEXT: Reference = 0x10;
const POWER_MANAGER: Reference = 0x20;
const TEXT: Reference = 0x30;
/// A class is its objects' number and one.
const CLASS_OF: Reference = 1;

/// `Context.POWER_SERVICE`.
const POWER_SERVICE: &CStr = c"power";

/// Class, name and form of the methods; a method's number is its place and one.
const METHODS: [(Reference, &CStr, &CStr); 4] = [
    (CONTEXT, c"getSystemService", c"(Ljava/lang/String;)Ljava/lang/Object;"),
    (POWER_MANAGER, c"isPowerSaveMode", c"()Z"),
    (POWER_MANAGER, c"getCurrentThermalStatus", c"()I"),
    (POWER_MANAGER, c"getThermalHeadroom", c"(I)F"),
];

fn phone() -> Phone {
    *PHONE.lock().unwrap_or_else(PoisonError::into_inner)
}

type Function = *const ();

/// A table of functions.
struct Table<const N: usize>([Function; N]);

// SAFETY: functions, which are never changed.
unsafe impl<const N: usize> Sync for Table<N> {}

static MACHINE_FUNCTIONS: Table<8> = Table({
    let mut table = [unknown as Function; 8];
    table[4] = attach as Function;
    table[5] = detach as Function;
    table[6] = environment as Function;
    table[7] = attach as Function;
    table
});

static FUNCTIONS: Table<235> = Table({
    let mut table = [unknown as Function; 235];
    table[4] = version as Function;
    table[15] = exception as Function;
    table[17] = clear_exception as Function;
    table[19] = push_frame as Function;
    table[20] = pop_frame as Function;
    table[21] = new_reference as Function;
    table[22] = delete_reference as Function;
    table[23] = delete_reference as Function;
    table[25] = new_reference as Function;
    table[31] = class_of as Function;
    table[33] = method as Function;
    table[36] = call_object as Function;
    table[39] = call_boolean as Function;
    table[51] = call_int as Function;
    table[57] = call_float as Function;
    table[167] = text as Function;
    table[228] = is_thrown as Function;
    table
});

// Target of Java's pointers: a pointer to the table.
static MACHINE: Table<1> = Table([MACHINE_FUNCTIONS.0.as_ptr().cast()]);
static ENVIRONMENT: Table<1> = Table([FUNCTIONS.0.as_ptr().cast()]);

/// The Java machine, as `JNI_OnLoad` gets it.
pub fn machine() -> *const c_void {
    (&raw const MACHINE).cast()
}

/// A thread's own part of it, as a native method gets it.
pub fn thread() -> *const c_void {
    (&raw const ENVIRONMENT).cast()
}

type Java = *const c_void;

/// The requested and provided version: 1.6.
pub const VERSION: i32 = 0x0001_0006;
const OK: i32 = 0;
/// `JNI_EDETACHED`.
const DETACHED: i32 = -2;

extern "C" fn unknown() -> ! {
    eprintln!("the library calls a function of Java that tests/bionic/app/src/java.rs has not");
    std::process::abort();
}

unsafe extern "C" fn attach(_: Java, out: *mut Java, _: *const c_void) -> i32 {
    if !threads().contains(&this_thread()) {
        threads().push(this_thread());
    }
    // SAFETY: the caller's place for the result.
    unsafe { *out = thread() };
    OK
}

extern "C" fn detach(_: Java) -> i32 {
    threads().retain(|thread| *thread != this_thread());
    OK
}

unsafe extern "C" fn environment(_: Java, out: *mut Java, _: i32) -> i32 {
    if !threads().contains(&this_thread()) {
        return DETACHED;
    }
    // SAFETY: the caller's place for the result.
    unsafe { *out = thread() };
    OK
}

extern "C" fn version(_: Java) -> i32 {
    VERSION
}

/// Nothing here throws.
extern "C" fn exception(_: Java) -> Reference {
    0
}

/// Nothing here throws.
extern "C" fn is_thrown(_: Java) -> u8 {
    0
}

extern "C" fn clear_exception(_: Java) {}

extern "C" fn push_frame(_: Java, _: i32) -> i32 {
    OK
}

extern "C" fn pop_frame(_: Java, result: Reference) -> Reference {
    result
}

extern "C" fn new_reference(_: Java, object: Reference) -> Reference {
    object
}

extern "C" fn delete_reference(_: Java, _: Reference) {}

extern "C" fn class_of(_: Java, object: Reference) -> Reference {
    object + CLASS_OF
}

unsafe extern "C" fn method(
    _: Java,
    class: Reference,
    name: *const c_char,
    form: *const c_char,
) -> Reference {
    // SAFETY: C strings, as Java's interface has it.
    let (name, form) = unsafe { (CStr::from_ptr(name), CStr::from_ptr(form)) };
    let asked = |method: &(Reference, &CStr, &CStr)| *method == (class - CLASS_OF, name, form);
    // One that is not there throws on Android, which is not made up here.
    METHODS.iter().position(asked).map_or_else(|| unknown(), |place| place + 1)
}

unsafe extern "C" fn text(_: Java, text: *const c_char) -> Reference {
    // SAFETY: a C string, as Java's interface has it.
    if unsafe { CStr::from_ptr(text) } == POWER_SERVICE { TEXT } else { 0 }
}

/// Arguments, of which each takes eight bytes.
type Arguments = *const u64;

/// A method must be called on the object that has it.
fn expect(called: Reference, method: Reference, object: Reference) {
    if (called, METHODS[called - 1].0) != (method, object) {
        unknown();
    }
}

unsafe extern "C" fn call_object(
    _: Java,
    object: Reference,
    method: Reference,
    arguments: Arguments,
) -> Reference {
    expect(method, 1, object);
    // SAFETY: it has one argument.
    if unsafe { *arguments } as usize == TEXT { POWER_MANAGER } else { 0 }
}

unsafe extern "C" fn call_boolean(_: Java, object: Reference, method: Reference, _: Arguments) -> u8 {
    expect(method, 2, object);
    phone().power_saving.into()
}

unsafe extern "C" fn call_int(_: Java, object: Reference, method: Reference, _: Arguments) -> i32 {
    expect(method, 3, object);
    phone().thermal
}

unsafe extern "C" fn call_float(_: Java, object: Reference, method: Reference, arguments: Arguments) -> f32 {
    expect(method, 4, object);
    // SAFETY: it has one argument: how many seconds ahead.
    if unsafe { *arguments } as i32 == 0 { phone().headroom } else { f32::NAN }
}
