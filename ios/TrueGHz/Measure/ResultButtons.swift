import SwiftUI
import TrueGHzModels

/// Actions for a reading: show its details, share it.
struct ResultButtons: View {
    let details: DetailsModel
    let share: ShareModel

    @Environment(\.language) private var language
    @Environment(\.dynamicTypeSize) private var typeSize
    @State private var isSharing = false

    var body: some View {
        layout {
            NavigationLink {
                DetailsView(details: details)
            } label: {
                Label(language(.doDetails), systemImage: "list.bullet.rectangle")
                    .frame(maxWidth: .infinity)
            }
            Button {
                isSharing = true
            } label: {
                Label(language(.doShare), systemImage: "square.and.arrow.up")
                    .frame(maxWidth: .infinity)
            }
        }
        .buttonStyle(.bordered)
        .controlSize(.large)
        .sheet(isPresented: $isSharing) { ShareView(share: share) }
    }

    /// Side by side; with the largest type no line has room for both.
    private var layout: AnyLayout {
        typeSize.isAccessibilitySize
            ? AnyLayout(VStackLayout(spacing: 12)) : AnyLayout(HStackLayout(spacing: 12))
    }
}
