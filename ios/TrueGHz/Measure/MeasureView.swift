import Accessibility
import SwiftUI
import TrueGHzModels

/// The first screen: the number, its curve, a card for each kind of core, what to know, and one button.
struct MeasureView: View {
    let model: MeasureModel
    let history: HistoryModel
    let opened: OpenedModel
    let allCores: AllCoresModel

    @Environment(\.language) private var language
    @Environment(\.horizontalSizeClass) private var width
    @Environment(\.verticalSizeClass) private var height
    @Environment(\.accessibilityReduceMotion) private var reduceMotion
    @Environment(\.accessibilityVoiceOverEnabled) private var isRead

    var body: some View {
        let screen = model.screen
        ScrollView {
            Sides {
                VStack(alignment: .leading, spacing: 20) {
                    if let line = screen.machineLine {
                        PhraseText(line)
                            .font(.subheadline)
                            .foregroundStyle(.secondary)
                    }
                    ReadingView(model: model)
                }
                .onTapGesture { model.skip() }
                VStack(alignment: .leading, spacing: 12) {
                    ForEach(screen.cards) { card in
                        CoreCardView(card: card) { model.choose(card.id) }
                    }
                    NoteList(notes: screen.notes)
                    if hasRoomForAllCores {
                        PhraseText(.allTitle)
                            .font(.headline)
                        AllCoresTable(model: allCores)
                        AllCoresBar(model: allCores, isOverlay: false)
                    }
                }
            }
            .padding()
        }
        .bottomBar {
            MeasureBar(
                model: model, progress: screen.progress, isBusyElsewhere: allCores.state.isUnderWay)
        }
        .navigationTitle(Text(verbatim: language(.appName)))
        .navigationBarTitleDisplayMode(.inline)
        .toolbar {
            ToolbarItem(placement: .topBarTrailing) {
                NavigationLink {
                    HistoryView(model: history, opened: opened)
                } label: {
                    Label(language(.historyTitle), systemImage: "clock.arrow.circlepath")
                }
            }
            ToolbarItem(placement: .topBarTrailing) {
                NavigationLink {
                    HowItWorksView()
                } label: {
                    Label(language(.doHow), systemImage: "info.circle")
                }
            }
        }
        .sensoryFeedback(.success, trigger: model.verdicts)
        .onChange(of: reduceMotion || isRead, initial: true) { _, isStill in model.isAnimated = !isStill }
        .onChange(of: model.announcement) { _, phrase in
            guard let phrase else { return }
            AccessibilityNotification.Announcement(language(phrase)).post()
        }
    }

    /// On an iPad the table of all cores is next to the number.
    private var hasRoomForAllCores: Bool { width == .regular && height == .regular }
}
