import SwiftUI
import TrueGHzModels

/// The number with its urgent warnings and its curve, or the replay's frame of both. At each frame this view alone is
/// drawn, when the display asks for it; without a replay the timeline is paused.
struct ReadingView: View {
    let model: MeasureModel

    var body: some View {
        let screen = model.screen
        let replay = model.replay
        TimelineView(.animation(paused: replay == nil)) { context in
            let moment = replay?.moment(at: context.date)
            VStack(alignment: .leading, spacing: 20) {
                // Before the first press nothing holds the place of a number or a plot.
                if model.state.phase == .idle {
                    PhraseText(.appSentence)
                        .font(.subheadline)
                } else {
                    NumberView(hero: screen.hero, moment: moment, isSettling: screen.progress != nil)
                    // They keep their space while a replay is shown.
                    NoteList(notes: screen.urgentWarnings)
                        .opacity(moment == nil ? 1 : 0)
                    CurveView(plot: moment?.plot ?? screen.plot, isPassing: moment != nil)
                }
            }
        }
    }
}
