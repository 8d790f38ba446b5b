import SwiftUI
import TrueGHzModels

/// The bar within reach of the thumb: actions on all kept reports, or on the selected ones.
struct HistoryBar: View {
    let model: HistoryModel

    @Environment(\.language) private var language
    @Environment(\.dynamicTypeSize) private var typeSize
    @State private var isDeleting = false

    var body: some View {
        VStack(spacing: 12) {
            if model.isSelecting && model.comparison == nil {
                PhraseText(.historyChooseTwo)
                    .font(.subheadline)
                    .foregroundStyle(.secondary)
            }
            layout {
                if model.isSelecting { compare }
                share
                delete
            }
            .buttonStyle(.bordered)
            .controlSize(.large)
        }
        .frame(maxWidth: 600)
        .padding()
        .frame(maxWidth: .infinity)
    }

    private var compare: some View {
        NavigationLink {
            if let comparison = model.comparison { ComparisonView(comparison: comparison) }
        } label: {
            label(.doCompare, "arrow.left.arrow.right")
        }
        .disabled(model.comparison == nil)
    }

    private var share: some View {
        ShareLink(item: HistoryItem(copy: model.copy), preview: SharePreview(HistoryCopy.fileName)) {
            label(model.isSelecting ? .doShare : .doShareAll, "square.and.arrow.up")
        }
        .disabled(model.copy.isEmpty)
    }

    private var delete: some View {
        Button(role: .destructive) {
            isDeleting = true
        } label: {
            label(model.isSelecting ? .doDelete : .doDeleteAll, "trash")
        }
        .disabled(model.isSelecting && model.copy.isEmpty)
        .confirmationDialog(
            language(model.isSelecting ? .historyDeleteSelected : .historyDeleteAll),
            isPresented: $isDeleting, titleVisibility: .visible
        ) {
            Button(role: .destructive) {
                Task { await model.isSelecting ? model.deleteSelected() : model.deleteAll() }
            } label: {
                Text(verbatim: language(model.isSelecting ? .doDelete : .doDeleteAll))
            }
        }
    }

    private func label(_ word: Word, _ sign: String) -> some View {
        Label(language(word), systemImage: sign)
            .frame(maxWidth: .infinity)
    }

    /// Side by side, but with the largest type.
    private var layout: AnyLayout {
        typeSize.isAccessibilitySize
            ? AnyLayout(VStackLayout(spacing: 12)) : AnyLayout(HStackLayout(spacing: 12))
    }
}
