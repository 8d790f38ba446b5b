#if DEBUG
import SwiftUI
import TrueGHzModels

// Previews for Xcode's canvas: each screen, by day and by night, and with the largest type. `make
// ios-typecheck` compiles it.

@MainActor private func measure(_ model: MeasureModel) -> some View {
    NavigationStack {
        MeasureView(
            model: model, history: Samples.history, opened: OpenedModel(), allCores: Samples.allCores)
    }
}

#Preview("Ready") {
    measure(Samples.ready)
}

#Preview("Reading") {
    measure(Samples.measured)
}

#Preview("Reading, by night") {
    measure(Samples.measured)
        .environment(\.colorScheme, .dark)
}

#Preview("Reading, largest type") {
    measure(Samples.measured)
        .environment(\.dynamicTypeSize, .accessibility5)
}

#Preview("Held down by heat") {
    measure(Samples.held)
}

#Preview("Varying") {
    measure(Samples.varying)
}

#Preview("A kind refused") {
    measure(Samples.partly)
}

#Preview("Refused") {
    measure(Samples.refused)
}

#Preview("Warnings") {
    measure(Samples.warning)
}

#Preview("All cores before") {
    NavigationStack { AllCoresView(model: Samples.allCoresReady) }
}

#Preview("All cores") {
    NavigationStack { AllCoresView(model: Samples.allCores) }
}

#Preview("Sustained load before") {
    NavigationStack { SustainedView(model: Samples.loadReady) }
}

#Preview("Sustained load") {
    NavigationStack { SustainedView(model: Samples.load) }
}

#Preview("Instructions") {
    NavigationStack { InstructionsView(model: InstructionsModel()) }
}

#Preview("Details") {
    if let details = Samples.measured.details { DetailsView(details: details) }
}

#Preview("Details, largest type") {
    if let details = Samples.measured.details {
        DetailsView(details: details)
            .environment(\.dynamicTypeSize, .accessibility5)
    }
}

#Preview("Share") {
    if let share = Samples.measured.share { ShareView(share: share) }
}

#Preview("Share, by night") {
    if let share = Samples.warning.share {
        ShareView(share: share)
            .environment(\.colorScheme, .dark)
    }
}

#Preview("From a file") {
    OpenedView(model: Samples.opened)
}

#Preview("History") {
    NavigationStack { HistoryView(model: Samples.history, opened: OpenedModel()) }
}

#Preview("Comparison") {
    if let comparison = Samples.comparison { ComparisonView(comparison: comparison) }
}

#Preview("How it works") {
    NavigationStack { HowItWorksView() }
}
#endif
