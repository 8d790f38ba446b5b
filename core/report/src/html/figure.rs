//! A plot with its title, a sentence about it, and its data.

use maud::{Markup, Render, html};

use super::plot::Drawing;
use super::table::Table;

/// Legend entry for a colour.
pub(super) struct Key {
    /// The class that has the colour.
    pub(super) class: &'static str,
    pub(super) text: &'static str,
}

pub(super) struct Figure {
    /// Whether it is as wide as the page.
    pub(super) is_wide: bool,
    pub(super) title: &'static str,
    pub(super) keys: &'static [Key],
    pub(super) drawing: Drawing,
    pub(super) sentence: String,
    pub(super) data: Table,
}

impl Render for Figure {
    fn render(&self) -> Markup {
        html! {
            figure.wide[self.is_wide] {
                figcaption {
                    (self.title)
                    @for key in self.keys { span.key { i class=(key.class) {} (key.text) } }
                }
                (self.drawing.markup)
                @if !self.sentence.is_empty() { p { (self.sentence) } }
                (self.data.folded())
            }
        }
    }
}
