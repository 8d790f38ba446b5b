import SwiftUI
import TrueGHzModels

/// The forms for sharing: a picture with a preview, and the report in its forms.
struct ShareView: View {
    let share: ShareModel

    @Environment(\.language) private var language
    @Environment(\.dismiss) private var dismiss

    var body: some View {
        NavigationStack {
            List {
                Section {
                    ShareCardView(card: share.card)
                        .listRowInsets(EdgeInsets())
                    CardPicture(content: true) { ShareCardView(card: share.card) }
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
        }
        .presentationDetents([.medium, .large])
    }
}
