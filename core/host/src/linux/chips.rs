//! The names under which phone chips are sold, by the model numbers that systems report.
//!
//! Facts from cpufetch, `src/arm/soc.c` (Dr-Noob, commit b1f20cf), and, for later ones, from
//! Wikipedia's lists of Snapdragon, Dimensity, Exynos and Tensor chips. One model number may be
//! several names, by its clock or by its year: then all are given, as they cannot be distinguished.
//! Left out are numbers that have been sold under too many (MT6833, MT6853, MT6877, MT6893) and
//! 32-bit chips. `CHIPS` is one line a model.

/// The name of the chip whose model number ends `told`: that of the longest number in the table
/// with which its last word begins, unless more digits follow ("Qualcomm Technologies, Inc
/// MSM8998", "SM8550-AB", "MT6797T").
pub(super) fn name(told: &str) -> Option<&'static str> {
    let told = told.split_whitespace().next_back()?.to_ascii_uppercase();
    let of_codename = CODENAMES.iter().find(|(codename, _)| *codename == told);
    let model = of_codename.map_or(told, |(_, model)| (*model).to_owned());
    let is_of = |known: &str| {
        model.strip_prefix(known).is_some_and(|rest| !rest.starts_with(|next: char| next.is_ascii_digit()))
    };
    let known = CHIPS.iter().filter(|(known, _)| is_of(known));
    known.max_by_key(|(known, _)| known.len()).map(|&(_, name)| name)
}

/// Code names of chips in Qualcomm's kernels (`ro.board.platform`), if the name stands for one
/// model.
const CODENAMES: [(&str, &str); 8] = [
    ("MSMNILE", "SM8150"),
    ("KONA", "SM8250"),
    ("LAHAINA", "SM8350"),
    ("TARO", "SM8450"),
    ("KALAMA", "SM8550"),
    ("PINEAPPLE", "SM8650"),
    ("SUN", "SM8750"),
    ("TRINKET", "SM6125"),
];

#[rustfmt::skip]
const CHIPS: &[(&str, &str)] = &[
    ("GS101", "Google Tensor"),
    ("GS201", "Google Tensor G2"),
    ("ZUMA", "Google Tensor G3"),
    ("ZUMAPRO", "Google Tensor G4"),

    ("HI6210SFT", "Kirin 620"),
    ("HI3650", "Kirin 950"),
    ("HI3660", "Kirin 960"),
    ("HI3670", "Kirin 970"),
    ("HI3680", "Kirin 980"),
    ("HI3690", "Kirin 990"),
    ("KIRIN9000S", "Kirin 9000S"),

    ("MT6755", "Helio P10 or P15"),
    ("MT6757", "Helio P20 or P25"),
    ("MT6758", "Helio P30"),
    ("MT6761", "Helio A20 or A22"),
    ("MT6762", "Helio P22, A25 or G25"),
    ("MT6763", "Helio P23"),
    ("MT6765", "Helio P35, G35 or G37"),
    ("MT6768", "Helio P65"),
    ("MT6769", "Helio G70, G80, G85 or G88"),
    ("MT6771", "Helio P60 or P70"),
    ("MT6779", "Helio P90 or P95"),
    ("MT6785", "Helio G90T or G95"),
    ("MT6789", "Helio G99"),
    ("MT6795", "Helio X10"),
    ("MT6797", "Helio X20"),
    ("MT6797D", "Helio X23"),
    ("MT6797T", "Helio X25"),
    ("MT6797X", "Helio X27"),
    ("MT6799", "Helio X30"),
    ("MT6873", "Dimensity 800"),
    ("MT6875", "Dimensity 820"),
    ("MT6878", "Dimensity 7300"),
    ("MT6883", "Dimensity 1000C"),
    ("MT6885", "Dimensity 1000L"),
    ("MT6886", "Dimensity 7200"),
    ("MT6889", "Dimensity 1000 or 1000+"),
    ("MT6895", "Dimensity 8000 or 8100"),
    ("MT6896", "Dimensity 8200"),
    ("MT6897", "Dimensity 8300"),
    ("MT6983", "Dimensity 9000 or 9000+"),
    ("MT6983W", "Dimensity 9000+"),
    ("MT6983Z", "Dimensity 9000"),
    ("MT6985", "Dimensity 9200 or 9200+"),
    ("MT6985W", "Dimensity 9200+"),
    ("MT6989", "Dimensity 9300 or 9300+"),
    ("MT6991", "Dimensity 9400 or 9400+"),

    ("MSM8916", "Snapdragon 410 or 412"),
    ("MSM8917", "Snapdragon 425"),
    ("MSM8920", "Snapdragon 427"),
    ("MSM8929", "Snapdragon 415"),
    ("MSM8936", "Snapdragon 610"),
    ("MSM8937", "Snapdragon 430"),
    ("MSM8939", "Snapdragon 615 or 616"),
    ("MSM8940", "Snapdragon 435"),
    ("MSM8952", "Snapdragon 617"),
    ("MSM8953", "Snapdragon 625"),
    ("MSM8953PRO", "Snapdragon 626"),
    ("MSM8956", "Snapdragon 650"),
    ("MSM8976", "Snapdragon 652"),
    ("MSM8976PRO", "Snapdragon 653"),
    ("MSM8992", "Snapdragon 808"),
    ("MSM8994", "Snapdragon 810"),
    ("MSM8996", "Snapdragon 820"),
    ("MSM8996PRO", "Snapdragon 821"),
    ("MSM8998", "Snapdragon 835"),
    ("SDM429", "Snapdragon 429"),
    ("SDM439", "Snapdragon 439"),
    ("SDM450", "Snapdragon 450"),
    ("SDM630", "Snapdragon 630"),
    ("SDM632", "Snapdragon 632"),
    ("SDM636", "Snapdragon 636"),
    ("SDM660", "Snapdragon 660"),
    ("SDM670", "Snapdragon 670"),
    ("SDM710", "Snapdragon 710"),
    ("SDM712", "Snapdragon 712"),
    ("SDM730G", "Snapdragon 730G"),
    ("SDM845", "Snapdragon 845"),
    ("SDM850", "Snapdragon 850"),
    ("SM4250", "Snapdragon 460"),
    ("SM4350", "Snapdragon 480 or 480+"),
    ("SM4375", "Snapdragon 4 Gen 1"),
    ("SM4450", "Snapdragon 4 Gen 2"),
    ("SM4635", "Snapdragon 4s Gen 2"),
    ("SM6115", "Snapdragon 662"),
    ("SM6125", "Snapdragon 665"),
    ("SM6150", "Snapdragon 675 or 678"),
    ("SM6225", "Snapdragon 680 or 685"),
    ("SM6350", "Snapdragon 690"),
    ("SM6375", "Snapdragon 695 or 6s Gen 3"),
    ("SM6450", "Snapdragon 6 Gen 1"),
    ("SM7125", "Snapdragon 720G"),
    ("SM7150", "Snapdragon 730, 730G or 732G"),
    ("SM7150-AA", "Snapdragon 730"),
    ("SM7150-AB", "Snapdragon 730G"),
    ("SM7150-AC", "Snapdragon 732G"),
    ("SM7225", "Snapdragon 750G"),
    ("SM7250", "Snapdragon 765, 765G or 768G"),
    ("SM7250-AA", "Snapdragon 765"),
    ("SM7250-AB", "Snapdragon 765G"),
    ("SM7250-AC", "Snapdragon 768G"),
    ("SM7325", "Snapdragon 778G, 778G+ or 782G"),
    ("SM7350", "Snapdragon 780G"),
    ("SM7435", "Snapdragon 7s Gen 2"),
    ("SM7450", "Snapdragon 7 Gen 1"),
    ("SM7475", "Snapdragon 7+ Gen 2"),
    ("SM7550", "Snapdragon 7 Gen 3"),
    ("SM7635", "Snapdragon 7s Gen 3"),
    ("SM7675", "Snapdragon 7+ Gen 3"),
    ("SM8150", "Snapdragon 855 or 855+"),
    ("SM8150-AC", "Snapdragon 855+"),
    ("SM8250", "Snapdragon 865, 865+ or 870"),
    ("SM8250-AB", "Snapdragon 865+"),
    ("SM8250-AC", "Snapdragon 870"),
    ("SM8350", "Snapdragon 888 or 888+"),
    ("SM8350-AC", "Snapdragon 888+"),
    ("SM8450", "Snapdragon 8 Gen 1"),
    ("SM8475", "Snapdragon 8+ Gen 1"),
    ("SM8550", "Snapdragon 8 Gen 2"),
    ("SM8635", "Snapdragon 8s Gen 3"),
    ("SM8650", "Snapdragon 8 Gen 3"),
    ("SM8750", "Snapdragon 8 Elite"),

    ("S5E8535", "Exynos 1330"),
    ("S5E8825", "Exynos 1280"),
    ("S5E8835", "Exynos 1380"),
    ("S5E8845", "Exynos 1480"),
    ("S5E9925", "Exynos 2200"),
    ("S5E9945", "Exynos 2400"),
    ("S5E9955", "Exynos 2500"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_is_found_in_whatever_stands_around_it() {
        assert_eq!(name("Qualcomm Technologies, Inc MSM8998"), Some("Snapdragon 835"));
        assert_eq!(name("QTI SM8550"), Some("Snapdragon 8 Gen 2"));
        assert_eq!(name("Samsung s5e9925"), Some("Exynos 2200"));
        assert_eq!(name("Mediatek MT6983Z/CZA"), Some("Dimensity 9000"));
        assert_eq!(name("MSM8996pro"), Some("Snapdragon 821"));
        assert_eq!(name("zumapro"), Some("Google Tensor G4"));
    }

    #[test]
    fn the_longest_number_wins_and_several_names_are_all_given() {
        assert_eq!(name("SM7250-AB"), Some("Snapdragon 765G"));
        assert_eq!(name("SM7250"), Some("Snapdragon 765, 765G or 768G"));
        assert_eq!(name("SM8550-AC"), Some("Snapdragon 8 Gen 2"));
    }

    #[test]
    fn what_is_not_in_the_table_has_no_name() {
        assert_eq!(name("SM85501"), None, "another number that begins alike");
        assert_eq!(name("Google Tensor G5"), None);
        assert_eq!(name("SAMSUNG Exynos7580"), None);
        assert_eq!(name(""), None);
    }

    #[test]
    fn every_model_stands_once() {
        let mut models: Vec<&str> = CHIPS.iter().map(|&(model, _)| model).collect();
        models.sort_unstable();
        models.dedup();
        assert_eq!(models.len(), CHIPS.len());
        assert!(models.iter().all(|model| *model == model.to_ascii_uppercase()));
    }
}
