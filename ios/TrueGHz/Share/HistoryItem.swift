import CoreTransferable
import Foundation
import TrueGHzModels
import UniformTypeIdentifiers

/// Kept reports on their way to another app, as one file with its name. It is written on request.
struct HistoryItem: Transferable {
    let copy: HistoryCopy

    static var transferRepresentation: some TransferRepresentation {
        // A type without an ending of its own: that of JSON would be put behind the name's.
        DataRepresentation(exportedContentType: .data) { (item: HistoryItem) in
            try await item.copy.content()
        }
        .suggestedFileName { _ in HistoryCopy.fileName }
    }
}
