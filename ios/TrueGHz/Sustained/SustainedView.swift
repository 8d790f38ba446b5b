import Accessibility
import SwiftUI
import TrueGHzKit
import TrueGHzModels

/// The screen "Sustained load": the clock over time, then the loss. Core has written all of its texts.
struct SustainedView: View {
    @Bindable var model: LoadModel

    @Environment(\.language) private var language

    var body: some View {
        let screen = model.screen
        ScrollView {
            Sides {
                VStack(alignment: .leading, spacing: 20) {
                    LoadHeadView(screen: screen)
                    if !screen.isRunning {
                        VStack(alignment: .leading, spacing: 12) {
                            ChoiceRow(choice: screen.length, chosen: $model.length)
                            ChoiceRow(choice: screen.load, chosen: $model.load)
                        }
                    }
                    LoadPlotView(screen: screen)
                }
                VStack(alignment: .leading, spacing: 10) {
                    LoadRowsView(screen: screen)
                    if screen.canShare {
                        CardPicture(content: screen) { LoadCardView(screen: screen) }
                    }
                    ForEach(model.documents) { ShareDocumentLink(document: $0) }
                }
            }
            .padding()
        }
        .bottomBar {
            let button = screen.button
            SessionBar(
                part: button.isStop ? button.part : nil, button: .text(button.text),
                isEnabled: button.isEnabled, action: button.isStop ? model.stop : model.start)
        }
        .navigationTitle(Text(verbatim: language(.sustainedTitle)))
        .navigationBarTitleDisplayMode(.inline)
        .onChange(of: screen.announcement) { _, text in
            AccessibilityNotification.Announcement(text).post()
        }
        .task { model.open() }
        // Another screen measures something else.
        .onDisappear { model.stop() }
    }
}

/// The result as a picture: without what can be pressed, and with the app's mark.
private struct LoadCardView: View {
    let screen: LoadScreen

    var body: some View {
        VStack(alignment: .leading, spacing: 16) {
            LoadHeadView(screen: screen)
            LoadPlotView(screen: screen)
            LoadRowsView(screen: screen)
            CardFooter(footer: .word(.shareCardFooter, .text(version())))
        }
        .padding(20)
        .background(Color(uiColor: .systemBackground))
    }
}

/// The clock over time, and the sentence below it.
private struct LoadPlotView: View {
    let screen: LoadScreen

    var body: some View {
        VStack(alignment: .leading, spacing: 8) {
            if let plot = screen.plot { SustainedPlotView(plot: plot) }
            if let finding = screen.finding {
                Text(verbatim: finding)
                    .font(.subheadline)
                    .foregroundStyle(.secondary)
                    // The plot's spoken text has it.
                    .accessibilityHidden(screen.plot != nil)
            }
        }
    }
}

/// The present state or the result in rows, and the notes.
private struct LoadRowsView: View {
    let screen: LoadScreen

    var body: some View {
        ForEach(screen.rows, id: \.label) { row in
            FactRow(label: .text(row.label), value: .text(row.value))
        }
        NoteList(notes: screen.notes.map { Note($0) })
    }
}

/// The measured core, the clock now or the loss in the end, and what there is to it.
private struct LoadHeadView: View {
    let screen: LoadScreen

    var body: some View {
        VStack(alignment: .leading, spacing: 4) {
            if let core = screen.core {
                Text(verbatim: core)
                    .font(.subheadline)
            }
            if let number = screen.number { LoadNumberView(number: number, isSettling: screen.isRunning) }
            Text(verbatim: screen.status)
                .font(screen.number == nil ? .subheadline : .headline)
            if let advice = screen.advice {
                Text(verbatim: advice)
                    .font(.subheadline)
                    .foregroundStyle(.secondary)
            }
        }
    }
}

/// The big number, or why there is none.
private struct LoadNumberView: View {
    let number: ScreenNumber
    /// Whether the digits can still change.
    let isSettling: Bool

    @Environment(\.language) private var language
    @ScaledMetric(relativeTo: .largeTitle) private var size = 48.0

    var body: some View {
        VStack(alignment: .leading, spacing: 4) {
            if let label = number.label { quiet(label) }
            digits
                .lineLimit(1)
                .minimumScaleFactor(0.4)
            if let below = number.below {
                if number.isRefused { refusal(below) } else { quiet(below) }
            }
        }
        .accessibilityElement(children: .ignore)
        .accessibilityLabel(Text(verbatim: number.spoken))
        // In the end the range is in the label.
        .accessibilityValue(Text(verbatim: isSettling ? number.below ?? "" : ""))
        .accessibilityAddTraits(isSettling ? .updatesFrequently : [])
    }

    private var digits: Text {
        let font = Font.system(size: size, weight: .semibold).monospacedDigit()
        guard let digits = number.digits else {
            return Text(verbatim: language(.numberNone)).font(font).foregroundStyle(.secondary)
        }
        return Text(verbatim: digits).font(font) + Text(verbatim: "\u{a0}\(number.unit)").font(.title2)
    }

    private func refusal(_ reason: String) -> some View {
        Label {
            Text(verbatim: reason)
        } icon: {
            Image(systemName: Verdict.refused.sign)
                .foregroundStyle(Verdict.refused.color)
        }
        .font(.headline)
    }

    private func quiet(_ text: String) -> some View {
        Text(verbatim: text)
            .font(.subheadline.monospacedDigit())
            .foregroundStyle(.secondary)
    }
}

/// A choice between several options.
private struct ChoiceRow: View {
    let choice: ScreenChoice
    /// Index of the chosen option.
    let chosen: Binding<UInt32>

    var body: some View {
        Ends {
            Text(verbatim: choice.label)
        } last: {
            Picker(selection: chosen) {
                ForEach(choice.options.indices, id: \.self) { index in
                    Text(verbatim: choice.options[index])
                        .tag(UInt32(index))
                }
            } label: {
                Text(verbatim: choice.label)
            }
        }
    }
}
