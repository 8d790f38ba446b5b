import SwiftUI
import TrueGHzModels

/// A kept report: its details as after the measurement, and what can be shared of it.
struct KeptDetailsView: View {
    let model: HistoryModel
    let id: UInt64

    @State private var kept: KeptDetails?

    var body: some View {
        VStack {
            switch kept {
            case .measurement(let details, let share): MeasuredView(details: details, share: share)
            case .other(let document): OtherReportView(document: document)
            case nil: Spacer()
            }
        }
        // Not while the list is drawn: core provides all of a report's words.
        .task { kept = model.details(of: id) }
    }
}

/// A measurement.
private struct MeasuredView: View {
    let details: DetailsModel
    let share: ShareModel

    @Environment(\.language) private var language
    @State private var isSharing = false

    var body: some View {
        DetailsView(details: details)
            .toolbar {
                ToolbarItem(placement: .topBarTrailing) {
                    Button {
                        isSharing = true
                    } label: {
                        Label(language(.doShare), systemImage: "square.and.arrow.up")
                    }
                }
            }
            .sheet(isPresented: $isSharing) { ShareView(share: share) }
    }
}

/// Another kind of report.
private struct OtherReportView: View {
    let document: ShareDocument

    @Environment(\.language) private var language

    var body: some View {
        ScrollView {
            Text(verbatim: (try? document.content(in: language)) ?? language(.errorDefect))
                .textSelection(.enabled)
                .padding()
        }
        .navigationTitle(Text(verbatim: language(.detailsTitle)))
        .toolbar {
            ToolbarItem(placement: .topBarTrailing) {
                ShareDocumentLink(document: document)
            }
        }
    }
}
