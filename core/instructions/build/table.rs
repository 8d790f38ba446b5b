//! A line of the data.

/// Role of a register or a flag in an instruction.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Place {
    /// One of the form's operands: `d`, `e` results, `a`, `b`, `c` sources.
    Role(char),
    /// A register that the instruction uses implicitly: `rax`, `cl`, `xmm0`.
    Fixed(String),
    /// The condition flags.
    Flags,
}

/// An operand as it stands in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operand {
    pub role: char,
    /// Read as well as written.
    pub updated: bool,
    pub class: String,
}

/// A piece of an instruction's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    Text(String),
    Operand(Operand),
}

/// An instruction's text in pieces.
pub type Template = Vec<Piece>;

/// From one operand to another.
#[derive(Debug, Clone)]
pub struct Pair {
    /// As in the data, without the way back: `a>d`.
    pub key: String,
    pub from: Place,
    pub to: Place,
    /// The instruction that leads back if the two are in different files.
    pub via: Option<Template>,
}

/// One form of an instruction.
#[derive(Debug, Clone)]
pub struct InstructionForm {
    /// The first column, verbatim.
    pub key: String,
    pub text: Template,
    pub group: String,
    pub features: Vec<String>,
    pub pairs: Vec<Pair>,
    /// Start values of registers, by place: bytes of a lane, repeated through the register.
    pub values: Vec<(Place, Value)>,
    pub marks: Vec<String>,
}

/// Start value of a register.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// This word through all of it.
    Word(u64),
    /// The address of memory that holds its own address.
    Pointer,
}

impl InstructionForm {
    pub fn has_mark(&self, mark: &str) -> bool {
        self.marks.iter().any(|own| own == mark)
    }

    /// The texts of the form and of its ways back.
    pub fn texts(&self) -> impl Iterator<Item = &Template> {
        std::iter::once(&self.text).chain(self.pairs.iter().filter_map(|pair| pair.via.as_ref()))
    }

    /// The operands of the form and of the ways back, each role once, as it first occurs.
    pub fn operands(&self) -> Vec<Operand> {
        operands(self.texts().flatten())
    }

    /// Like [`Form::operands`], but only of the form itself, in the order of the text.
    pub fn own_operands(&self) -> Vec<Operand> {
        operands(&self.text)
    }

    /// Returns `true` if an operand is read as well as written.
    pub fn updates(&self, role: char) -> bool {
        self.own_operands().iter().any(|operand| operand.role == role && operand.updated)
    }

    /// The text for people: classes instead of registers, with a note if one register is in two
    /// places.
    pub fn name(&self) -> String {
        let same = self.text.iter().filter_map(Piece::operand).count() > self.own_operands().len();
        shown(&self.text) + if same { " (same)" } else { "" }
    }

    /// An end of a pair for people: operands are counted as they stand in the text, from 1.
    pub fn label(&self, place: &Place) -> String {
        match place {
            Place::Role(role) => {
                let mut operands = self.text.iter().filter_map(Piece::operand);
                let place = operands.position(|operand| operand.role == *role);
                (place.unwrap_or_else(|| panic!("{}: no operand {role}", self.name())) + 1).to_string()
            }
            Place::Fixed(name) => name.clone(),
            Place::Flags => "flags".to_owned(),
        }
    }
}

fn operands<'a>(pieces: impl IntoIterator<Item = &'a Piece>) -> Vec<Operand> {
    let mut found: Vec<Operand> = Vec::new();
    for operand in pieces.into_iter().filter_map(Piece::operand) {
        if found.iter().all(|known| known.role != operand.role) {
            found.push(operand.clone());
        }
    }
    found
}

/// A text for people.
pub fn shown(template: &Template) -> String {
    let piece = |piece: &Piece| match piece {
        Piece::Text(text) => text.clone(),
        Piece::Operand(operand) => operand.class.clone(),
    };
    template.iter().map(piece).collect()
}

impl Piece {
    fn operand(&self) -> Option<&Operand> {
        match self {
            Piece::Text(_) => None,
            Piece::Operand(operand) => Some(operand),
        }
    }
}

/// Reads the table.
///
/// # Panics
/// On an invalid line: the data are part of the source.
pub fn parse(text: &str) -> Vec<InstructionForm> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.starts_with('#') && !line.is_empty());
    lines.skip(1).map(|(index, line)| form(line, index + 1)).collect()
}

fn form(line: &str, number: usize) -> InstructionForm {
    let columns: Vec<&str> = line.split('\t').collect();
    let [text, group, feature, latency, values, marks] = columns[..] else {
        panic!("line {number}: {} columns instead of 6", columns.len())
    };
    let listed = |text: &str, by: char| -> Vec<String> {
        let parts = text.split(by).map(str::trim).filter(|part| !part.is_empty() && *part != "-");
        parts.map(str::to_owned).collect()
    };
    InstructionForm {
        key: text.to_owned(),
        text: template(text),
        group: group.to_owned(),
        features: listed(feature, ','),
        pairs: listed(latency, ';').iter().map(|text| pair(text, number)).collect(),
        values: listed(values, ' ').iter().map(|text| value(text, number)).collect(),
        marks: listed(marks, ' '),
    }
}

/// Splits the text at its operands, `{role:class}` or `{role+:class}`. Other braces are the
/// assembler's.
pub fn template(text: &str) -> Template {
    let mut pieces = Vec::new();
    let mut rest = text;
    let mut plain = String::new();
    while let Some(open) = rest.find('{') {
        plain.push_str(&rest[..open]);
        if let Some((operand, after)) = operand(&rest[open + 1..]) {
            if !plain.is_empty() {
                pieces.push(Piece::Text(std::mem::take(&mut plain)));
            }
            pieces.push(Piece::Operand(operand));
            rest = after;
        } else {
            plain.push('{');
            rest = &rest[open + 1..];
        }
    }
    plain.push_str(rest);
    if !plain.is_empty() {
        pieces.push(Piece::Text(plain));
    }
    pieces
}

fn operand(text: &str) -> Option<(Operand, &str)> {
    let (inside, after) = text.split_once('}')?;
    let (role, class) = inside.split_once(':')?;
    let (role, updated) = role.strip_suffix('+').map_or((role, false), |role| (role, true));
    let mut letters = role.chars();
    let role = letters.next().filter(|role| "deabc".contains(*role))?;
    letters.next().is_none().then(|| (Operand { role, updated, class: class.to_owned() }, after))
}

fn pair(text: &str, number: usize) -> Pair {
    let (ends, via) =
        text.split_once(" via ").map_or((text, None), |(ends, via)| (ends, Some(template(via))));
    let (from, to) =
        ends.trim().split_once('>').unwrap_or_else(|| panic!("line {number}: `{text}` is no pair"));
    Pair { key: ends.trim().to_owned(), from: place(from), to: place(to), via }
}

fn place(text: &str) -> Place {
    let mut letters = text.chars();
    match (letters.next(), letters.next()) {
        (Some(role), None) => Place::Role(role),
        _ if text == "flags" => Place::Flags,
        _ => Place::Fixed(text.to_owned()),
    }
}

fn value(text: &str, number: usize) -> (Place, Value) {
    let wrong = || -> ! { panic!("line {number}: `{text}` is no value") };
    let Some((name, value)) = text.split_once('=') else { wrong() };
    let word = match value.split_once(':') {
        None if value == "ptr" => return (place(name), Value::Pointer),
        None => wrong(),
        Some((kind, number)) => word(kind, number).unwrap_or_else(|| wrong()),
    };
    (place(name), Value::Word(word))
}

/// A lane's value through a 64-bit word.
fn word(kind: &str, number: &str) -> Option<u64> {
    let integer = || {
        let hexadecimal = number.strip_prefix("0x").map(|digits| u64::from_str_radix(digits, 16));
        hexadecimal.unwrap_or_else(|| number.parse()).ok()
    };
    let float = || number.parse::<f64>().ok();
    let through = |lane: u64, bits: u32| (0..64 / bits).fold(0, |word, index| word | lane << (index * bits));
    Some(match kind {
        "u64" => integer()?,
        "u32" => through(u32::try_from(integer()?).ok()?.into(), 32),
        "u16" => through(u16::try_from(integer()?).ok()?.into(), 16),
        "u8" => through(u8::try_from(integer()?).ok()?.into(), 8),
        "f64" => float()?.to_bits(),
        "f32" => through((float()? as f32).to_bits().into(), 32),
        "f16" => through(half(float()?)?.into(), 16),
        // The upper half of a single.
        "bf16" => through(((float()? as f32).to_bits() >> 16).into(), 16),
        _ => return None,
    })
}

/// A half of a normal number: IEEE 754 binary16, cut.
fn half(number: f64) -> Option<u16> {
    if number == 0.0 {
        return Some(0);
    }
    let bits = (number as f32).to_bits();
    let exponent = i32::try_from(bits >> 23 & 0xff).ok()? - 127 + 15;
    let sign = (bits >> 16) as u16 & 0x8000;
    let fraction = (bits >> 13) as u16 & 0x3ff;
    (1..31).contains(&exponent).then_some(sign | (exponent as u16) << 10 | fraction)
}
