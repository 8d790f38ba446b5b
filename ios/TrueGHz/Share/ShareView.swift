import SwiftUI
import TrueGHzModels

/// What can be shared: a picture that is seen here first, and the report in its forms.
struct ShareView: View {
    let share: ShareModel

    @Environment(\.language) private var language
    @Environment(\.displayScale) private var scale
    @Environment(\.dismiss) private var dismiss
    @State private var picture: Image?

    var body: some View {
        NavigationStack {
            List {
                Section {
                    ShareCardView(card: share.card)
                        .listRowInsets(EdgeInsets())
                    if let picture {
                        ShareLink(item: picture, preview: SharePreview(language(.appName), image: picture)) {
                            Label(language(.shareImage), systemImage: "photo")
                        }
                    }
                }
                Section {
                    ForEach(share.documents) { document in
                        ShareLink(
                            item: ShareItem(document: document), preview: SharePreview(document.fileName)
                        ) {
                            Label(language(document.title), systemImage: document.sign)
                        }
                    }
                }
            }
            .navigationTitle(Text(verbatim: language(.shareTitle)))
            .navigationBarTitleDisplayMode(.inline)
            .toolbar {
                ToolbarItem(placement: .confirmationAction) {
                    Button(language(.doClose)) { dismiss() }
                }
            }
            .task { picture = draw() }
        }
        .presentationDetents([.medium, .large])
    }

    /// The card as a picture, light whatever the screen is: it is seen on somebody else's.
    private func draw() -> Image? {
        let card = ShareCardView(card: share.card)
            .frame(width: 390)
            .environment(\.language, language)
            .environment(\.colorScheme, .light)
        let renderer = ImageRenderer(content: card)
        renderer.scale = scale
        return renderer.uiImage.map(Image.init(uiImage:))
    }
}

extension ShareDocument {
    /// The sign in the list.
    fileprivate var sign: String {
        switch id {
        case .text: "text.alignleft"
        case .json, .windows: "curlybraces"
        case .csv: "tablecells"
        }
    }
}
