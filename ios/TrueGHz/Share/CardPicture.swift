import SwiftUI
import TrueGHzModels

/// A card that is sent as a picture: by day or by night as it is seen here, in the user's language.
struct CardPicture<Content: Equatable, Card: View>: View {
    /// The content of the card: if it changes, another picture is drawn.
    let content: Content
    @ViewBuilder let card: Card

    @Environment(\.language) private var language
    @Environment(\.displayScale) private var scale
    @Environment(\.colorScheme) private var colours
    @State private var picture: Image?

    var body: some View {
        VStack {
            if let picture {
                ShareLink(item: picture, preview: SharePreview(language(.appName), image: picture)) {
                    Label(language(.shareImage), systemImage: "photo")
                }
            }
        }
        .onChange(of: colours, initial: true) { _, now in picture = draw(now) }
        .onChange(of: content) { _, _ in picture = draw(colours) }
    }

    private func draw(_ colours: ColorScheme) -> Image? {
        let sized =
            card
            .frame(width: 390)
            .environment(\.language, language)
            .environment(\.colorScheme, colours)
        let renderer = ImageRenderer(content: sized)
        renderer.scale = scale
        return renderer.uiImage.map(Image.init(uiImage:))
    }
}

/// The app's mark, and which version has measured.
struct CardFooter: View {
    let footer: Phrase

    var body: some View {
        HStack(spacing: 8) {
            Image(decorative: "Mark")
            PhraseText(footer)
                .font(.footnote)
                .foregroundStyle(.secondary)
        }
    }
}
