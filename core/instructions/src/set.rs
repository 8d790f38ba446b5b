//! The set, as build/ writes it from `aarch64.tsv` or `x86_64.tsv`.

#![allow(clippy::needless_raw_strings, clippy::unreadable_literal, reason = "written by a program")]

use super::code::{Code, Entry, Operands};
use super::form::{InstructionForm, InstructionProperty, Metric};

include!(concat!(env!("OUT_DIR"), "/instructions.rs"));
