import SwiftUI

/// At the thumb: what a screen is there for, and how far it is. A phone on its side has no height to spare: there all of it
/// stands in one line.
struct ThumbBar<Content: View>: View {
    /// Whether it lies over what scrolls below it.
    var isOverlay = true
    @ViewBuilder let content: Content

    @Environment(\.verticalSizeClass) private var height
    @Environment(\.dynamicTypeSize) private var typeSize

    var body: some View {
        if isOverlay {
            bar
                .padding(isFlat ? 8 : 16)
                .frame(maxWidth: .infinity)
        } else {
            bar
        }
    }

    private var bar: some View {
        layout { content }
            .frame(maxWidth: isFlat ? 900 : 600)
    }

    private var isFlat: Bool { height == .compact && !typeSize.isAccessibilitySize }

    private var layout: AnyLayout {
        isFlat ? AnyLayout(HStackLayout(spacing: 16)) : AnyLayout(VStackLayout(spacing: 12))
    }
}
