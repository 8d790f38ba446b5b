import SwiftUI
import TrueGHzModels

/// Method, limits, privacy, credits, licences.
struct HowItWorksView: View {
    @Environment(\.language) private var language

    var body: some View {
        List {
            ForEach(HowItWorks.sections) { section in
                Section {
                    ForEach(section.paragraphs, id: \.self) { PhraseText($0) }
                } header: {
                    PhraseText(section.title)
                }
            }
            Section {
                ForEach(Part.all) { part in
                    LabeledContent {
                        Text(verbatim: part.licence)
                    } label: {
                        Text(verbatim: part.name)
                    }
                    .accessibilityElement(children: .combine)
                }
            } footer: {
                PhraseText(HowItWorks.version)
            }
        }
        .navigationTitle(Text(verbatim: language(.howTitle)))
    }
}
