//! The look: notes in docs/lab.md's words. A white ground, since the pages that show figures may be
//! dark.

use std::ops::Range;
use std::path::Path;

use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// Measured values.
pub const MEASURED: RGBColor = RGBColor(0x0e, 0x74, 0x90);
/// Reference values and secondary marks. 3 : 1 against the ground.
pub const QUIET: RGBColor = RGBColor(0x8a, 0x94, 0xa3);
/// Values that need attention.
pub const ATTENTION: RGBColor = RGBColor(0xc2, 0x61, 0x0a);

const TEXT: RGBColor = RGBColor(0x37, 0x41, 0x51);
const GRID: RGBColor = RGBColor(0xe5, 0xe7, 0xeb);
const GROUND: RGBColor = WHITE;

const FONT: &str = "system-ui, -apple-system, Segoe UI, Helvetica, Arial, sans-serif";
/// The drawing library places everything at whole pixels: figures are drawn larger and shown
/// smaller.
const SCALE: i32 = 8;
/// Sizes of letters, for names and for labels. The library writes 1 / 1.24 of them: 13 and 12
/// pixels.
const LETTERS: i32 = 16 * SCALE;
const SMALL: i32 = 15 * SCALE;
/// The line that the truth is: wider than the dots that lie on it.
const TRUTH_WIDTH: u32 = 4 * SCALE as u32;
/// Every other line.
const THIN: u32 = SCALE as u32;

/// Pixels of every figure's width.
const WIDTH: i32 = 760;
/// Around and between panels.
const MARGIN: i32 = 16 * SCALE;
/// Heights of the keys above all panels, the name above a panel, and the name of the horizontal
/// axis below all.
const KEYS: i32 = 34 * SCALE;
const HEAD: i32 = 26 * SCALE;
const FOOT: i32 = 14 * SCALE;
/// For the labels of an axis.
const LEFT: i32 = 44 * SCALE;
const BELOW: i32 = 26 * SCALE;

/// Where a figure is drawn.
pub type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
/// A panel with its axes.
pub type Panel<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;
/// The error of drawing on an area.
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

/// Draws a figure whose panels have so many pixels of height: keys above, the name of the
/// horizontal axis below.
pub fn figure(
    file: &Path,
    height: i32,
    signs: &[(Key, &str)],
    x_name: &str,
    draw: impl FnOnce(&Area<'_>) -> Result<(), Failed>,
) -> Result<(), Failed> {
    let size = (WIDTH * SCALE, height * SCALE + KEYS + FOOT);
    let mut text = String::new();
    {
        let area = SVGBackend::with_string(&mut text, (size.0 as u32, size.1 as u32)).into_drawing_area();
        area.fill(&GROUND)?;
        let style = letters(SMALL, HPos::Right, VPos::Bottom);
        area.draw(&Text::new(x_name.to_owned(), (size.0 - MARGIN, size.1 - 5 * SCALE), style))?;
        keys(&area, signs)?;
        let (_, panels) = area.split_vertically(KEYS);
        draw(&panels.split_vertically(height * SCALE).0)?;
        area.present()?;
    }
    let drawn = format!(r#"width="{}" height="{}""#, size.0, size.1);
    let shown = format!(r#"width="{WIDTH}" height="{}""#, size.1 / SCALE);
    std::fs::write(file, text.replacen(&drawn, &shown, 1))?;
    Ok(())
}

/// Draws the keys in a row at the top.
fn keys(area: &Area<'_>, keys: &[(Key, &str)]) -> Result<(), Failed> {
    /// A key's sign, and about a letter.
    const SIGN: i32 = 20 * SCALE;
    const LETTER: i32 = 7 * SCALE;
    let mut x = MARGIN;
    let y = KEYS / 2 + 2 * SCALE;
    for (key, text) in keys {
        let middle = x + SIGN / 2;
        let upright = |from: i32, to: i32| [(middle, y + from * SCALE), (middle, y + to * SCALE)];
        match key {
            Key::Dot(colour) => area.draw(&Circle::new((middle, y), 3 * SCALE, colour.filled()))?,
            Key::Interval(colour) => {
                area.draw(&PathElement::new(upright(-7, 7), colour.stroke_width(THIN)))?;
                area.draw(&Circle::new((middle, y), 3 * SCALE, colour.filled()))?;
            }
            Key::Line(colour) => {
                let ends = [(x + 2 * SCALE, y), (x + SIGN - 2 * SCALE, y)];
                area.draw(&PathElement::new(ends, colour.stroke_width(TRUTH_WIDTH)))?;
            }
            Key::Mark(colour) => {
                for top in [-7, -1, 5] {
                    area.draw(&PathElement::new(upright(top, top + 3), colour.stroke_width(THIN)))?;
                }
            }
        }
        let place = (x + SIGN + 4 * SCALE, y);
        area.draw(&Text::new((*text).to_owned(), place, letters(LETTERS, HPos::Left, VPos::Center)))?;
        x += SIGN + LETTER * text.chars().count() as i32 + 24 * SCALE;
    }
    Ok(())
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
    builder.margin_left(MARGIN / 2).margin_right(MARGIN).margin_top(HEAD).margin_bottom(4 * SCALE);
    builder.x_label_area_size(BELOW).y_label_area_size(LEFT);
    let mut chart = builder.build_cartesian_2d(axes.x.clone(), axes.y.clone())?;
    let places = axes.y_places;
    let mut mesh = chart.configure_mesh();
    let grid = GRID.stroke_width(THIN);
    mesh.disable_x_mesh().light_line_style(TRANSPARENT).bold_line_style(grid).axis_style(grid);
    mesh.x_labels(axes.x_labels).y_labels(axes.y_labels).set_all_tick_mark_size(3 * SCALE);
    mesh.label_style((FONT, SMALL).into_font().color(&TEXT));
    mesh.x_label_formatter(&|value| format!("{value:.0}"));
    mesh.y_label_formatter(&|value| signless(format!("{value:.places$}"))).draw()?;
    let left = MARGIN / 2 + LEFT;
    area.draw(&Text::new(
        unit.to_owned(),
        (left - 6 * SCALE, 8 * SCALE),
        letters(SMALL, HPos::Right, VPos::Top),
    ))?;
    let head = (FONT, LETTERS, FontStyle::Bold).into_font().color(&TEXT);
    let head = head.pos(Pos::new(HPos::Left, VPos::Top));
    area.draw(&Text::new(name.to_owned(), (left + 4 * SCALE, 7 * SCALE), head))?;
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
    let place = (at - left, below - top + 7 * SCALE);
    area.draw(&Text::new(text.to_owned(), place, letters(SMALL, HPos::Center, VPos::Top)))?;
    Ok(())
}

/// A dot: the smaller, the more there are.
pub fn dot(at: (f64, f64), many: bool, colour: RGBColor) -> Circle<(f64, f64), i32> {
    let half_pixels = if many { 3 } else { 5 };
    Circle::new(at, half_pixels * SCALE / 2, colour.filled())
}

/// The pixel that a point is shown on.
pub fn pixel(chart: &Panel<'_, '_>, at: (f64, f64)) -> (i32, i32) {
    let (x, y) = chart.backend_coord(&at);
    (x / SCALE, y / SCALE)
}

/// The truth.
pub fn truth_line(points: Vec<(f64, f64)>) -> PathElement<(f64, f64)> {
    PathElement::new(points, QUIET.stroke_width(TRUTH_WIDTH))
}

/// A thin line.
pub fn thin_line(points: [(f64, f64); 2], colour: RGBColor) -> PathElement<(f64, f64)> {
    PathElement::new(points, colour.stroke_width(THIN))
}

/// A thin dashed upright line through a panel.
pub fn mark(chart: &mut Panel<'_, '_>, x: f64, y: Range<f64>) -> Result<(), Failed> {
    let line = [(x, y.start), (x, y.end)];
    let dash = 3 * SCALE;
    chart.draw_series(DashedLineSeries::new(line, dash, dash, QUIET.stroke_width(THIN)))?;
    Ok(())
}
