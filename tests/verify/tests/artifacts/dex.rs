//! Dex files written by hand: what they hold is read, what they ask of an old Android found,
//! inherited too.

use std::collections::BTreeSet;

use trueghz_verify::dex::{Dex, Reference};
use trueghz_verify::platform::Platform;

/// A class with methods that take and return nothing.
#[derive(Clone, Copy)]
struct Class<'a> {
    name: &'a str,
    above: &'a str,
    interfaces: &'a [&'a str],
    methods: &'a [&'a str],
}

/// The screen's calls on itself are inherited from Android.
const SCREEN: Class<'static> = Class {
    name: "Lapp/Screen;",
    above: "Landroid/app/Activity;",
    interfaces: &["Lapp/Named;"],
    methods: &["draw"],
};
const NAMED: Class<'static> =
    Class { name: "Lapp/Named;", above: "Ljava/lang/Object;", interfaces: &[], methods: &["name"] };

/// Numbers things in the order in which they are first named.
#[derive(Default)]
struct Table(Vec<String>);

impl Table {
    fn index(&mut self, name: &str) -> u32 {
        let known = self.0.iter().position(|known| known == name);
        known.unwrap_or_else(|| {
            self.0.push(name.to_owned());
            self.0.len() - 1
        }) as u32
    }
}

/// Writes a dex file of classes, and of methods that they call: name of the class, name of the
/// method.
fn write(classes: &[Class<'_>], calls: &[(&str, &str)]) -> Vec<u8> {
    let (mut strings, mut types, mut methods) = (Table::default(), Table::default(), Vec::new());
    types.index("V");
    types.index("I");
    for class in classes {
        for name in [&[class.name, class.above], class.interfaces].concat() {
            types.index(name);
        }
        methods.extend(class.methods.iter().map(|method| (class.name, *method)));
    }
    methods.extend(calls);
    for (class, name) in &methods {
        types.index(class);
        strings.index(name);
    }
    for name in types.0.iter().map(String::as_str).chain(["SDK_INT"]) {
        strings.index(name);
    }
    // The first two have fixed places: header, then the strings; after all tables what they point
    // to.
    let sizes = [strings.0.len() * 4, types.0.len() * 4, 12, 8, methods.len() * 8, classes.len() * 32];
    let counts = [strings.0.len(), types.0.len(), 1, 1, methods.len(), classes.len()];
    let mut head = b"dex\n038\0".to_vec();
    head.resize(0x38, 0);
    let mut place = 0x70;
    for (size, count) in sizes.iter().zip(counts) {
        head.extend((count as u32).to_le_bytes());
        head.extend((place as u32).to_le_bytes());
        place += size;
    }
    head.resize(0x70, 0);
    let (mut tables, mut data) = (Vec::<u8>::new(), Vec::<u8>::new());
    let mut number = |value: u32| tables.extend(value.to_le_bytes());
    for text in &strings.0 {
        number((place + data.len()) as u32);
        data.push(text.len() as u8);
        data.extend(text.as_bytes());
        data.push(0);
    }
    types.0.iter().for_each(|name| number(strings.index(name)));
    // One prototype: takes nothing, returns nothing. One field: SDK_INT, a number of the first
    // type.
    [0, 0, 0].into_iter().for_each(&mut number);
    number(2 | 1 << 16);
    number(strings.index("SDK_INT"));
    for (class, name) in &methods {
        number(types.index(class));
        number(strings.index(name));
    }
    let mut first = 0;
    for class in classes {
        let mut list = 0;
        if !class.interfaces.is_empty() {
            list = (place + data.len()) as u32;
            data.extend((class.interfaces.len() as u32).to_le_bytes());
            class.interfaces.iter().for_each(|name| data.extend((types.index(name) as u16).to_le_bytes()));
        }
        let members = (place + data.len()) as u32;
        data.extend([0, 0, 0, class.methods.len() as u8]);
        for index in 0..class.methods.len() {
            // The first by its number, each other by its distance; flags; no code.
            data.extend([if index == 0 { first } else { 1 }, 0, 0]);
        }
        first += class.methods.len() as u8;
        let (name, above) = (types.index(class.name), types.index(class.above));
        [name, 1, above, list, u32::MAX, 0, members, 0].into_iter().for_each(&mut number);
    }
    let mut file = [head, tables, data].concat();
    let length = (file.len() as u32).to_le_bytes();
    file[0x20..0x24].copy_from_slice(&length);
    file
}

fn read(classes: &[Class<'_>], calls: &[(&str, &str)]) -> Dex {
    let mut dex = Dex::default();
    dex.read(&write(classes, calls)).expect("a dex file");
    dex
}

fn refusal<T: std::fmt::Debug>(result: anyhow::Result<T>) -> String {
    format!("{:#}", result.expect_err("it is spoiled"))
}

/// `java.lang.Object`, and above `android.app.Activity` with `finish` a Context with
/// `getPackageName`, as animal-sniffer 1.24 writes them (`new Clazz(...)` into an
/// `ObjectOutputStream`, then nothing).
const SIGNATURES: &[u8] = include_bytes!("files/three-classes.signature");

fn verdict(dex: &Dex, newer: &str) -> anyhow::Result<String> {
    Platform::read(SIGNATURES).expect("a list").prove(dex, newer)
}

#[test]
fn what_a_dex_file_holds_is_read() {
    let dex = read(&[SCREEN, NAMED], &[("[Landroid/app/Activity;", "clone"), ("Lapp/Screen;", "finish")]);
    assert_eq!(dex.classes.keys().collect::<Vec<_>>(), ["app/Named", "app/Screen"]);
    assert_eq!(dex.classes["app/Screen"].above, ["android/app/Activity", "app/Named"]);
    assert_eq!(dex.classes["app/Screen"].members, BTreeSet::from(["draw()V".to_owned()]));
    assert!(dex.types.contains("android/app/Activity") && !dex.types.contains("V"));
    let named = |class: &str, member: &str| {
        dex.references.contains(&Reference { class: class.to_owned(), member: member.to_owned() })
    };
    assert!(named("app/Screen", "finish()V") && named("app/Screen", "SDK_INT#I"));
    assert!(!named("android/app/Activity", "clone()V"), "an array's method is nobody's");
}

#[test]
fn a_file_that_is_cut_or_none_is_refused() {
    let whole = write(&[SCREEN, NAMED], &[]);
    let verdict = |bytes: &[u8]| refusal(Dex::default().read(bytes));
    assert!(verdict(&whole[..whole.len() - 1]).contains("cut or longer"));
    assert!(verdict(b"dex\n").contains("no dex file"));
    assert!(verdict(&[b'x'; 200]).contains("no dex file"));
    let mut astray = whole.clone();
    // The place of the strings.
    astray[0x3c..0x40].copy_from_slice(&u32::MAX.to_le_bytes());
    assert!(verdict(&astray).contains("of the dex"));
    let mut twice = Dex::default();
    twice.read(&whole).unwrap();
    assert!(refusal(twice.read(&whole)).contains("defined twice"));
}

/// The field that every file names belongs to none of these three classes.
const KNOWN: &str = "android/app/Activity.SDK_INT#I\t29\tis in every file of these tests";

#[test]
fn what_the_oldest_android_has_may_be_asked_for() {
    let calls = [("Lapp/Screen;", "finish"), ("Lapp/Screen;", "getPackageName"), ("Lapp/Screen;", "name")];
    let proven = verdict(&read(&[SCREEN, NAMED], &calls), KNOWN).expect("all of it is there");
    // Two classes; two methods and the field.
    assert_eq!(proven, "asks 5 things of the system, 1 of them never on the oldest");
}

#[test]
fn what_it_lacks_is_refused_where_it_is_inherited_too() {
    let direct = read(&[SCREEN, NAMED], &[("Landroid/app/Activity;", "requireViewById")]);
    let inherited = read(&[SCREEN, NAMED], &[("Lapp/Screen;", "requireViewById")]);
    for dex in [direct, inherited] {
        let why = "asks for what the oldest Android lacks: [\"android/app/Activity.requireViewById()V\"]";
        assert_eq!(refusal(verdict(&dex, KNOWN)), why);
        let listed =
            format!("# symbol\n{KNOWN}\nandroid/app/Activity.requireViewById()V\t28\tScreen, by SDK_INT");
        assert!(verdict(&dex, &listed).is_ok());
    }
    let class = read(&[SCREEN, NAMED], &[("Landroid/app/GameManager;", "getGameMode")]);
    assert!(refusal(verdict(&class, KNOWN)).contains("\"android/app/GameManager\""));
}

#[test]
fn the_list_of_newer_things_is_held_to_what_is_asked_for() {
    let dex = read(&[SCREEN, NAMED], &[]);
    let stale = format!("{KNOWN}\nandroid/app/Activity.recreate()V\t28\tnobody");
    assert!(refusal(verdict(&dex, &stale)).contains("names what nobody asks for"));
    assert!(
        refusal(verdict(&dex, "android/app/Activity.SDK_INT#I")).contains("not symbol, level and reason")
    );
    assert!(refusal(verdict(&dex, "android/app/Activity.SDK_INT#I\tnew\tnobody")).contains("which level"));
    assert!(refusal(verdict(&dex, "android/app/Activity.SDK_INT#I\t29\t")).contains("why not below"));
}

#[test]
fn a_list_that_is_none_is_refused() {
    assert!(refusal(Platform::read(b"nothing")).contains("no list of signatures"));
}
