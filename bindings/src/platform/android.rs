//! Android's start-up, and the queries of Android itself.
//!
//! JNA loads this library with `dlopen`, which does not run [`JNI_OnLoad`]: the Kotlin layer calls
//! `System.loadLibrary` first, and then [`attach`] with its context. All of it also runs on a JVM
//! of the host, where a test's own class stands in for the context.

use std::ffi::c_void;
use std::sync::{Arc, Mutex, PoisonError};

use jni::errors::{LogErrorAndDefault, Result};
use jni::objects::{JClass, JObject};
use jni::refs::Global;
use jni::sys::{JNI_VERSION_1_6, jint};
use jni::{Env, EnvUnowned, JavaVM, jni_mangle, jni_sig, jni_str};
use trueghz::host::{Conditions, ThermalStatus};

/// The application's context, kept while the process lives.
static CONTEXT: Mutex<Option<Arc<Global<JObject<'static>>>>> = Mutex::new(None);

/// Called by the Java runtime on `System.loadLibrary`: keeps the machine, and on Android starts the
/// log.
///
/// # Safety
/// `vm` is the process's Java machine, as the runtime promises.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn JNI_OnLoad(vm: *mut jni::sys::JavaVM, _reserved: *mut c_void) -> jint {
    // SAFETY: the caller's promise.
    let _ = unsafe { JavaVM::from_raw(vm) };
    #[cfg(target_os = "android")]
    crate::logging::log_to_platform(
        Box::new(android_logger::AndroidLogger::new(
            // Lines are filtered before they come here.
            android_logger::Config::default().with_tag("TrueGHz").with_max_level(log::LevelFilter::Trace),
        )),
        log::LevelFilter::Info,
    );
    JNI_VERSION_1_6
}

/// `NativeStart.attach(context)` of the Kotlin layer: keeps the application's context. Null lets go
/// of it.
#[jni_mangle("org.trueghz.NativeStart")]
pub fn attach<'local>(mut env: EnvUnowned<'local>, _class: JClass<'local>, context: JObject<'local>) {
    let keep = |env: &mut Env<'_>| -> Result<()> {
        let kept = if context.is_null() { None } else { Some(Arc::new(env.new_global_ref(&context)?)) };
        *CONTEXT.lock().unwrap_or_else(PoisonError::into_inner) = kept;
        Ok(())
    };
    env.with_env(keep).resolve::<LogErrorAndDefault>();
}

/// How things stand by Android's power manager; nothing is known without a context.
pub fn conditions() -> Conditions {
    // The lock is not held over the calls: they go to another process and may take long.
    let context = CONTEXT.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let (Some(context), Ok(java)) = (context, JavaVM::singleton()) else {
        return Conditions::default();
    };
    java.attach_current_thread(|env| ask(env, &context)).unwrap_or_else(|error: jni::errors::Error| {
        log::warn!("the power manager does not answer: {error}");
        Conditions::default()
    })
}

fn ask(env: &mut Env<'_>, context: &JObject<'_>) -> Result<Conditions> {
    // Context.POWER_SERVICE.
    let name = env.new_string("power")?;
    let get_service = jni_sig!((JString) -> JObject);
    let power = env
        .call_method(context, jni_str!("getSystemService"), get_service, &[(&name).into()])?
        .into_object()?;
    // Each since another version of Android: a method that is not there leaves its value unknown.
    let power_saving = known(env, |env| {
        env.call_method(&power, jni_str!("isPowerSaveMode"), jni_sig!(() -> boolean), &[])?.z()
    });
    let thermal = known(env, |env| {
        env.call_method(&power, jni_str!("getCurrentThermalStatus"), jni_sig!(() -> int), &[])?.i()
    });
    let headroom = known(env, |env| {
        // The headroom now, not as forecast: 0 seconds ahead.
        let seconds = [0_i32.into()];
        env.call_method(&power, jni_str!("getThermalHeadroom"), jni_sig!((int) -> float), &seconds)?.f()
    });
    Ok(Conditions {
        thermal: thermal.and_then(thermal_status),
        // Not a number where the device does not know.
        thermal_headroom: headroom.map(f64::from).filter(|headroom| headroom.is_finite()),
        power_saving,
        in_background: None,
    })
}

/// The result, or `None` if the method is missing or throws.
fn known<'local, T>(env: &mut Env<'local>, ask: impl FnOnce(&mut Env<'local>) -> Result<T>) -> Option<T> {
    let answer = ask(env);
    if answer.is_err() {
        env.exception_clear();
    }
    answer.ok()
}

/// `PowerManager.THERMAL_STATUS_NONE` to `THERMAL_STATUS_SHUTDOWN`, 0 to 6.
fn thermal_status(code: jint) -> Option<ThermalStatus> {
    Some(match code {
        0 => ThermalStatus::Nominal,
        1 => ThermalStatus::Light,
        2 => ThermalStatus::Moderate,
        3 => ThermalStatus::Severe,
        4 => ThermalStatus::Critical,
        5 => ThermalStatus::Emergency,
        6 => ThermalStatus::Shutdown,
        _ => return None,
    })
}
