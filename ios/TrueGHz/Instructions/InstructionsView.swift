import Accessibility
import SwiftUI
import TrueGHzKit
import TrueGHzModels

/// The screen "Instructions": the cycles of each instruction, group by group, with published
/// figures of known cores.
struct InstructionsView: View {
    @Bindable var model: InstructionsModel

    @Environment(\.language) private var language

    var body: some View {
        let screen = model.screen
        List {
            if screen.isMeasured {
                InstructionsFound(model: model, screen: screen)
            } else {
                Section {
                    PhraseText(.instructionsSentence)
                    NoteList(notes: screen.notes)
                }
            }
            if let none = screen.none { PhraseText(none) }
            ForEach(screen.groups) { group in
                Section {
                    ForEach(group.rows) { InstructionRowView(row: $0) }
                } header: {
                    PhraseText(group.title)
                }
            }
            if !model.documents.isEmpty {
                Section {
                    ForEach(model.documents) { ShareDocumentLink(document: $0) }
                }
            }
        }
        .searchable(text: $model.search, prompt: Text(verbatim: language(.instructionsSearch)))
        .bottomBar {
            let isRunning = screen.progress != nil
            SessionBar(
                part: screen.progress?.part, progress: screen.progress?.text,
                button: .word(isRunning ? .doStop : model.state.phase == .idle ? .doStart : .doAgain),
                isEnabled: !model.state.isEnding, action: isRunning ? model.stop : model.start)
        }
        .navigationTitle(Text(verbatim: language(.instructionsTitle)))
        .navigationBarTitleDisplayMode(.inline)
        .onChange(of: model.announcement) { _, phrase in
            guard let phrase else { return }
            AccessibilityNotification.Announcement(language(phrase)).post()
        }
        .task {
            model.language = language
            await model.load()
        }
        // Another screen measures something else.
        .onDisappear { model.stop() }
    }
}

/// The result of the table, and the choice of published figures to show with it.
private struct InstructionsFound: View {
    @Bindable var model: InstructionsModel
    let screen: InstructionsScreen

    var body: some View {
        Section {
            ForEach(screen.summary, id: \.self) { PhraseText($0) }
            NoteList(notes: screen.notes)
        }
        if let nearest = screen.nearest {
            Section {
                PhraseText(nearest)
            } header: {
                PhraseText(.instructionsNearest)
            }
        }
        Section {
            Picker(selection: $model.besideKey) {
                PhraseText(.instructionsBesideNone)
                    .tag(nil as String?)
                ForEach(model.cores, id: \.key) { core in
                    Text(verbatim: core.name)
                        .tag(core.key as String?)
                }
            } label: {
                PhraseText(.instructionsBeside)
            }
            Toggle(isOn: $model.isOnlyDiffering) { PhraseText(.instructionsOnlyDiffering) }
        }
    }
}

/// An instruction with its numbers. Differences from published figures have a sign and a label.
private struct InstructionRowView: View {
    let row: InstructionRowPhrases

    @Environment(\.language) private var language

    var body: some View {
        VStack(alignment: .leading, spacing: 6) {
            Text(verbatim: row.id)
                .font(.subheadline.monospaced())
            ForEach(row.figures) { InstructionFigureView(figure: $0) }
            ForEach(row.marks, id: \.self) { mark in
                PhraseText(mark)
                    .font(.footnote)
                    .foregroundStyle(.secondary)
            }
        }
        .frame(maxWidth: .infinity, alignment: .leading)
        .accessibilityElement(children: .ignore)
        .accessibilityLabel(Text(verbatim: language.sentence(row.spoken)))
    }
}

/// A number: what it is at the left, cycles at the right; one below the other with the largest type.
private struct InstructionFigureView: View {
    let figure: InstructionRowPhrases.Figure

    var body: some View {
        VStack(alignment: .leading, spacing: 2) {
            Ends {
                PhraseText(figure.label)
                    .foregroundStyle(.secondary)
            } last: {
                PhraseText(figure.value)
                    .monospacedDigit()
            }
            .font(.subheadline)
            if let beside = figure.beside {
                HStack(spacing: 4) {
                    if figure.differs {
                        Image(systemName: "notequal.circle")
                            .foregroundStyle(Color.attention)
                    }
                    PhraseText(beside)
                        .monospacedDigit()
                        .foregroundStyle(.secondary)
                }
                .font(.footnote)
            }
            if let comment = figure.comment {
                PhraseText(comment)
                    .font(.footnote)
                    .foregroundStyle(.secondary)
            }
        }
    }
}
