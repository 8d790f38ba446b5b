//! The look: notes in docs/lab.md's words. A white ground, since the pages that show figures may be dark.

use std::ops::Range;
use std::path::Path;

use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// What was measured.
pub const MEASURED: RGBColor = RGBColor(0x0e, 0x74, 0x90);
/// What it is held against.
pub const TRUTH: RGBColor = RGBColor(0x37, 0x41, 0x51);
/// A second series of measurements.
pub const SECOND: RGBColor = RGBColor(0x8a, 0x94, 0xa3);
/// What needs attention.
pub const ATTENTION: RGBColor = RGBColor(0xc2, 0x61, 0x0a);

const TEXT: RGBColor = RGBColor(0x37, 0x41, 0x51);
const GRID: RGBColor = RGBColor(0xe5, 0xe7, 0xeb);
const GROUND: RGBColor = WHITE;

const FONT: &str = "system-ui, -apple-system, Segoe UI, Helvetica, Arial, sans-serif";
/// Pixels of letters, small and smallest.
const LETTERS: i32 = 13;
const SMALL: i32 = 12;

/// Pixels of every figure's width.
pub const WIDTH: u32 = 760;
/// Pixels around and between panels.
const MARGIN: i32 = 16;
/// Pixels that the keys take above all panels.
const KEYS: i32 = 34;
/// Pixels for the labels of an axis.
const LEFT: u32 = 44;
const BELOW: u32 = 26;

/// Where a figure is drawn.
pub type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
/// A panel with its axes.
pub type Panel<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;
/// What drawing on an area may end with.
pub type Failed = Box<dyn std::error::Error>;

/// How a key is drawn.
#[derive(Clone, Copy)]
pub enum Key {
    /// A dot.
    Dot(RGBColor),
    /// A dot with its interval.
    Interval(RGBColor),
    /// A line.
    Line(RGBColor),
    /// A dashed upright line.
    Mark(RGBColor),
}

/// Letters of this size, in the colour of text.
fn letters(pixels: i32, h: HPos, v: VPos) -> TextStyle<'static> {
    (FONT, pixels).into_font().color(&TEXT).pos(Pos::new(h, v))
}

/// An empty figure.
pub fn figure(file: &Path, height: u32) -> Result<Area<'_>, Failed> {
    let area = SVGBackend::new(file, (WIDTH, height)).into_drawing_area();
    area.fill(&GROUND)?;
    Ok(area)
}

/// Draws the keys in a row at the top; what is left of the area.
pub fn keys<'a>(area: &Area<'a>, keys: &[(Key, &str)]) -> Result<Area<'a>, Failed> {
    /// Pixels of a key's sign, and about those of a letter.
    const SIGN: i32 = 20;
    const LETTER: i32 = 7;
    let mut x = MARGIN;
    let y = KEYS / 2 + 2;
    for (key, text) in keys {
        let middle = x + SIGN / 2;
        match key {
            Key::Dot(colour) => area.draw(&Circle::new((middle, y), 3, colour.filled()))?,
            Key::Interval(colour) => {
                area.draw(&PathElement::new([(middle, y - 7), (middle, y + 7)], colour.stroke_width(1)))?;
                area.draw(&Circle::new((middle, y), 3, colour.filled()))?;
            }
            Key::Line(colour) => {
                area.draw(&PathElement::new([(x + 2, y), (x + SIGN - 2, y)], colour.stroke_width(2)))?;
            }
            Key::Mark(colour) => {
                for top in [y - 7, y - 1, y + 5] {
                    area.draw(&PathElement::new([(middle, top), (middle, top + 3)], colour.stroke_width(1)))?;
                }
            }
        }
        area.draw(&Text::new(
            (*text).to_owned(),
            (x + SIGN + 4, y),
            letters(LETTERS, HPos::Left, VPos::Center),
        ))?;
        x += SIGN + 4 + LETTER * text.chars().count() as i32 + 20;
    }
    Ok(area.split_vertically(KEYS).1)
}

/// Axes: their ranges, and about how many labels they have.
pub struct Axes {
    /// The horizontal axis.
    pub x: Range<f64>,
    /// The vertical axis.
    pub y: Range<f64>,
    /// Labels of the horizontal axis; none if the caller writes them.
    pub x_labels: usize,
    /// Labels of the vertical axis.
    pub y_labels: usize,
    /// Places of the vertical labels.
    pub y_places: usize,
}

/// A panel with a light grid, its unit above the vertical axis, and `name` above it all.
pub fn panel<'a, 'b>(
    area: &'a Area<'b>,
    name: &str,
    unit: &str,
    axes: &Axes,
) -> Result<Panel<'a, 'b>, Failed> {
    let mut builder = ChartBuilder::on(area);
    builder.margin_left(MARGIN / 2).margin_right(MARGIN).margin_top(26).margin_bottom(4);
    builder.x_label_area_size(BELOW).y_label_area_size(LEFT);
    let mut chart = builder.build_cartesian_2d(axes.x.clone(), axes.y.clone())?;
    let places = axes.y_places;
    let mut mesh = chart.configure_mesh();
    mesh.disable_x_mesh().light_line_style(TRANSPARENT).bold_line_style(GRID).axis_style(GRID);
    mesh.x_labels(axes.x_labels).y_labels(axes.y_labels).set_all_tick_mark_size(3);
    mesh.label_style((FONT, SMALL).into_font().color(&TEXT));
    mesh.x_label_formatter(&|value| format!("{value:.0}"));
    mesh.y_label_formatter(&|value| signless(format!("{value:.places$}"))).draw()?;
    let left = MARGIN / 2 + LEFT as i32;
    area.draw(&Text::new(unit.to_owned(), (left - 6, 8), letters(SMALL, HPos::Right, VPos::Top)))?;
    let head = (FONT, LETTERS, FontStyle::Bold).into_font().color(&TEXT);
    let head = head.pos(Pos::new(HPos::Left, VPos::Top));
    area.draw(&Text::new(name.to_owned(), (left + 4, 7), head))?;
    Ok(chart)
}

/// A hyphen that stands for a minus becomes one.
fn signless(text: String) -> String {
    text.replace('-', "−")
}

/// Writes under a point of the horizontal axis.
pub fn under(area: &Area<'_>, chart: &Panel<'_, '_>, x: f64, y: f64, text: &str) -> Result<(), Failed> {
    let (at, below) = chart.backend_coord(&(x, y));
    let (left, top) = area.get_base_pixel();
    let place = (at - left, below - top + 7);
    area.draw(&Text::new(text.to_owned(), place, letters(SMALL, HPos::Center, VPos::Top)))?;
    Ok(())
}

/// The name of the horizontal axis, at the bottom right.
pub fn x_name(area: &Area<'_>, text: &str) -> Result<(), Failed> {
    let (width, height) = area.dim_in_pixel();
    let place = (width as i32 - MARGIN, height as i32 - 8);
    area.draw(&Text::new(text.to_owned(), place, letters(SMALL, HPos::Right, VPos::Bottom)))?;
    Ok(())
}
