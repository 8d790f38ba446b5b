import AppIntents
import SwiftUI
import WidgetKit

/// The app's controls for Control Center, the Lock Screen and the Action button.
@main struct Controls: WidgetBundle {
    var body: some Widget {
        MeasureControl()
    }
}

/// A button that opens the app and starts a measurement. It shows no number: one that was measured before would be taken for the
/// clock of now.
struct MeasureControl: ControlWidget {
    var body: some ControlWidgetConfiguration {
        StaticControlConfiguration(kind: "org.trueghz.app.measure") {
            ControlWidgetButton(action: StartMeasuring()) {
                Label("do_measure_clock", systemImage: "waveform.path.ecg")
            }
        }
        .displayName("do_measure_clock")
    }
}
