import SwiftUI
import TrueGHzModels
import UniformTypeIdentifiers

/// The kept reports: the switch, the list and the actions on it. A file of raw data is opened here, too.
struct HistoryView: View {
    @Bindable var model: HistoryModel
    let opened: OpenedModel

    @Environment(\.language) private var language
    @State private var isChoosing = false

    var body: some View {
        List {
            Section {
                Toggle(isOn: $model.isKeeping) {
                    VStack(alignment: .leading, spacing: 2) {
                        PhraseText(.historyKeep)
                        PhraseText(model.isKeeping ? .historyKeepOn : .historyKeepOff)
                            .font(.footnote)
                            .foregroundStyle(.secondary)
                    }
                }
                if let failure = model.failure { HistoryFailure(text: failure) }
            }
            Section {
                Button {
                    isChoosing = true
                } label: {
                    Label(language(.openedTitle), systemImage: "folder")
                }
            }
            Section {
                ForEach(model.rows) { row($0) }
                if let empty = model.empty {
                    PhraseText(empty)
                        .foregroundStyle(.secondary)
                }
            } footer: {
                VStack(alignment: .leading, spacing: 4) {
                    ForEach(model.notes, id: \.self) { PhraseText($0) }
                }
            }
        }
        .bottomBar {
            if !model.rows.isEmpty || !model.notes.isEmpty { HistoryBar(model: model) }
        }
        .navigationTitle(Text(verbatim: language(model.title)))
        .navigationBarTitleDisplayMode(.inline)
        .toolbar {
            ToolbarItem(placement: .topBarTrailing) {
                Button(language(model.isSelecting ? .doCancel : .doSelect)) {
                    if model.isSelecting { model.endSelecting() } else { model.select() }
                }
                .disabled(model.rows.isEmpty && !model.isSelecting)
            }
        }
        .fileImporter(isPresented: $isChoosing, allowedContentTypes: [.json]) { chosen in
            switch chosen {
            case .success(let file): Task { await opened.openLent(file) }
            case .failure: opened.refuse()
            }
        }
        .task { await model.load() }
    }

    /// A report: to be opened, or to be chosen.
    @ViewBuilder private func row(_ row: HistoryRow) -> some View {
        if let selection = model.selection {
            let isChosen = selection.contains(row.id)
            Button {
                model.choose(row.id)
            } label: {
                HistoryRowView(row: row, isChosen: isChosen)
            }
            .accessibilityLabel(Text(verbatim: language.sentence(row.spoken)))
            .accessibilityAddTraits(isChosen ? .isSelected : [])
        } else {
            NavigationLink {
                KeptDetailsView(model: model, id: row.id)
            } label: {
                HistoryRowView(row: row, isChosen: nil)
            }
            .accessibilityLabel(Text(verbatim: language.sentence(row.spoken)))
        }
    }
}

/// That the file could not be read or written.
private struct HistoryFailure: View {
    let text: Phrase

    var body: some View {
        Label {
            PhraseText(text)
        } icon: {
            Image(systemName: "exclamationmark.triangle")
                .foregroundStyle(Color.attention)
        }
        .accessibilityElement(children: .combine)
    }
}
