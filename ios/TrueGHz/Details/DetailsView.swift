import SwiftUI
import TrueGHzModels

/// Everything that a reading holds.
struct DetailsView: View {
    let details: DetailsModel

    @Environment(\.language) private var language

    var body: some View {
        List {
            ForEach(details.cores) { core in
                ForEach(core.sections) { section in
                    DetailsSectionView(section: section, core: details.cores.count > 1 ? core.title : nil) {
                        if section.id == .windows, let histogram = details.histogram(of: core) {
                            HistogramView(histogram: histogram)
                        }
                    }
                }
            }
            NavigationLink {
                JSONView(json: details.json)
            } label: {
                PhraseText(.detailsJson)
            }
        }
        .navigationTitle(Text(verbatim: language(.detailsTitle)))
        .task { await details.load() }
    }
}

/// Rows under a heading, with a plot below them.
private struct DetailsSectionView<Plot: View>: View {
    let section: DetailsSection
    /// The core's name, if there are several cores.
    let core: Phrase?
    @ViewBuilder let plot: Plot

    var body: some View {
        Section {
            ForEach(section.rows) { FactRow(fact: $0) }
            plot
        } header: {
            VStack(alignment: .leading) {
                if let core { PhraseText(core) }
                PhraseText(section.title)
            }
        } footer: {
            if let footer = section.footer { PhraseText(footer) }
        }
    }
}

/// The report as programs read it.
private struct JSONView: View {
    let json: String

    @Environment(\.language) private var language

    var body: some View {
        ScrollView([.horizontal, .vertical]) {
            Text(verbatim: json)
                .font(.caption.monospaced())
                .textSelection(.enabled)
                .padding()
        }
        .navigationTitle(Text(verbatim: language(.detailsJson)))
        .navigationBarTitleDisplayMode(.inline)
    }
}
