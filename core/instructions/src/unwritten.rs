//! In place of `written` where only the chosen set is built in, and no code is written at run time:
//! on phones.

use std::convert::Infallible;
use std::rc::Rc;

use super::code::Code;
use super::form::Body;

/// A body of which there is none.
pub(super) struct Written(Infallible);

impl Written {
    pub(super) fn code(&self, _: Body) -> &[u8] {
        match self.0 {}
    }
}

pub(super) const fn written(_: &Code) -> Option<Rc<Written>> {
    None
}
