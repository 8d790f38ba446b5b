//! Proves what is shipped.
//!
//! An artifact is read back by parsers that had no part in making it, and compared with its
//! specification: platform, linking, imports, exports, size, and the machine code of the chains,
//! instruction by instruction.
//!
//! | file | what it holds |
//! |---|---|
//! | `chains`, `loads` | the code of chains and loads in any artifact |
//! | `elf` | Android's libraries, Linux programs |
//! | `macho` | Apple's static libraries and programs |
//! | `signature` | the signature of a program for macOS |
//! | `pe` | Windows programs |
//! | `apk` | the Android app: archive, signature, and the proofs of the three below |
//! | `dex` | its classes, and the symbols that they use of the system |
//! | `platform` | whether the oldest Android has that |
//! | `manifest` | the app's properties, and the components that it opens to others |
//! | `loop_starts` | the loops of instructions, on cache lines |
//! | `written` | the bodies of instructions that a program writes at run time |
//! | `apple_on_linux` | the program for macOS in use, on Linux |
//! | `bionic` | Android's library in use, on Android's own C library |
//! | `bundle` | XCFramework and AAR: what is around the libraries |
//! | `package` | the Swift package's manifest |
//! | `calls` | the calls of the generated Swift, in the libraries that it is linked with |
//! | `artifact` | which of these a file is, and its line |
//! | `licences` | whose all of it is, and under which licence |
//! | `sizes` | the record of sizes |

pub mod apk;
pub mod apple_on_linux;
pub mod artifact;
pub mod bionic;
pub mod bundle;
pub mod calls;
pub mod chains;
#[path = "../../../core/tests/disassembly/check.rs"]
mod check;
#[path = "../../../core/tests/disassembly/decode.rs"]
mod decode;
pub mod dex;
pub mod elf;
pub mod licences;
pub mod loads;
pub mod loop_starts;
pub mod macho;
pub mod manifest;
pub mod package;
pub mod pe;
pub mod platform;
pub mod signature;
pub mod sizes;
pub mod written;
