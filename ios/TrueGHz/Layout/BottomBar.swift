import SwiftUI

extension View {
    /// Shows a bar at the lower edge, over what scrolls below it. iOS 26 lets that fade out itself, which a background of
    /// our own would hide.
    @ViewBuilder func bottomBar<Bar: View>(@ViewBuilder _ bar: () -> Bar) -> some View {
        // Xcode 26, whose SDK has `safeAreaBar`.
        #if compiler(>=6.2)
        if #available(iOS 26, *) {
            safeAreaBar(edge: .bottom, content: bar)
        } else {
            olderBottomBar(bar)
        }
        #else
        olderBottomBar(bar)
        #endif
    }

    private func olderBottomBar<Bar: View>(_ bar: () -> Bar) -> some View {
        safeAreaInset(edge: .bottom) { bar().background(.bar) }
    }
}
