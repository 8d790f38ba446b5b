import SwiftUI

/// Side by side if there is room: in landscape, on an iPad; never with the largest type.
struct Sides<Content: View>: View {
    @ViewBuilder let content: Content

    @Environment(\.horizontalSizeClass) private var width
    @Environment(\.verticalSizeClass) private var height
    @Environment(\.dynamicTypeSize) private var typeSize

    var body: some View {
        layout { content }
    }

    private var layout: AnyLayout {
        let isWide = (width == .regular || height == .compact) && !typeSize.isAccessibilitySize
        return isWide
            ? AnyLayout(HStackLayout(alignment: .top, spacing: 32))
            : AnyLayout(VStackLayout(alignment: .leading, spacing: 20))
    }
}

/// Two that belong together, at the ends of a line; one below the other with the largest type.
struct Ends<First: View, Last: View>: View {
    @ViewBuilder let first: First
    @ViewBuilder let last: Last

    @Environment(\.dynamicTypeSize) private var typeSize

    var body: some View {
        if typeSize.isAccessibilitySize {
            VStack(alignment: .leading, spacing: 2) {
                first
                last
            }
            .frame(maxWidth: .infinity, alignment: .leading)
        } else {
            HStack(spacing: 8) {
                first
                Spacer()
                last
            }
        }
    }
}
