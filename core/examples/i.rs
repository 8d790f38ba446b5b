fn main() {
    let t = std::time::Instant::now();
    let names: Vec<String> = std::env::args().skip(1).collect();
    let names: Vec<&str> = names.iter().map(|s| s.as_str()).collect();
    let table = trueghz::instructions::measure(&names).unwrap().wait().unwrap();
    println!("{:?} {:?}", table.reading().verdict, table.reading().frequency_hz);
    for row in &table.rows {
        let s: Vec<String> = row
            .shapes
            .iter()
            .map(|s| {
                format!(
                    "{}:{:.3}[{:.3},{:.3}]/{}",
                    s.shape.name(),
                    s.cycles.value,
                    s.cycles.low,
                    s.cycles.high,
                    s.comparisons
                )
            })
            .collect();
        println!(
            "{:36} {:?} {:?} {:?} {:?} {}",
            row.form,
            row.measure,
            row.cycles.map(|c| (c.value * 1000.0).round() / 1000.0),
            row.shapes_agree,
            row.missing,
            s.join(" ")
        );
    }
    println!("{} rows, {:?}", table.rows.len(), t.elapsed());
}
