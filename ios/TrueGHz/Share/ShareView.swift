import SwiftUI
import TrueGHzModels

/// The forms for sharing: a picture with a preview, and the report in its forms.
struct ShareView: View {
    let share: ShareModel

    @Environment(\.language) private var language
    @Environment(\.displayScale) private var scale
    @Environment(\.colorScheme) private var colours
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
                    ForEach(share.documents) { ShareDocumentLink(document: $0) }
                }
            }
            .navigationTitle(Text(verbatim: language(.shareTitle)))
            .navigationBarTitleDisplayMode(.inline)
            .toolbar {
                ToolbarItem(placement: .confirmationAction) {
                    Button(language(.doClose)) { dismiss() }
                }
            }
            .onChange(of: colours, initial: true) { _, now in picture = draw(now) }
        }
        .presentationDetents([.medium, .large])
    }

    /// The card as a picture, by day or by night as it is seen here.
    private func draw(_ colours: ColorScheme) -> Image? {
        let card = ShareCardView(card: share.card)
            .frame(width: 390)
            .environment(\.language, language)
            .environment(\.colorScheme, colours)
        let renderer = ImageRenderer(content: card)
        renderer.scale = scale
        return renderer.uiImage.map(Image.init(uiImage:))
    }
}
