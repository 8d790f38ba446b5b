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
                ForEach(Licences.app?.parts ?? []) { part in
                    NavigationLink {
                        LicenceView(part: part)
                    } label: {
                        FactRow(label: .text(part.name), value: .text(part.licence))
                    }
                }
            } footer: {
                PhraseText(HowItWorks.version)
            }
        }
        .navigationTitle(Text(verbatim: language(.howTitle)))
    }
}

/// The words of a licence.
private struct LicenceView: View {
    let part: Licences.Part

    var body: some View {
        ScrollView {
            Text(verbatim: part.words)
                .font(.footnote)
                .textSelection(.enabled)
                .padding()
        }
        .navigationTitle(Text(verbatim: part.name))
        .navigationBarTitleDisplayMode(.inline)
    }
}

extension Licences {
    /// The app's own; a build without the file shows none, and `make verify-ios` refuses it.
    fileprivate static let app: Licences? = {
        guard let file = Bundle.main.url(forResource: "Licences", withExtension: "json") else { return nil }
        return try? Licences(json: Data(contentsOf: file))
    }()
}
