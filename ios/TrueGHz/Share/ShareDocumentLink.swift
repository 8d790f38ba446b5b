import SwiftUI
import TrueGHzModels

/// A link that shares one form of a report.
struct ShareDocumentLink: View {
    let document: ShareDocument

    @Environment(\.language) private var language

    var body: some View {
        ShareLink(
            item: ShareItem(document: document, language: language), preview: SharePreview(document.fileName)
        ) {
            Label(language(document.title), systemImage: document.sign)
        }
    }
}

extension ShareDocument {
    /// The sign in the list.
    fileprivate var sign: String {
        switch id {
        case .text: "text.alignleft"
        case .json, .windows: "curlybraces"
        case .csv: "tablecells"
        }
    }
}
