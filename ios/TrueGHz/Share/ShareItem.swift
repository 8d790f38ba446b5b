import CoreTransferable
import Foundation
import TrueGHzModels
import UniformTypeIdentifiers

/// A document on its way to another app: text as text, the rest as files with their names. It is
/// written on request.
struct ShareItem: Transferable {
    let document: ShareDocument
    /// Whose words and digits a text has.
    let language: Language

    static var transferRepresentation: some TransferRepresentation {
        ProxyRepresentation { (item: ShareItem) in try item.content }
            .exportingCondition { $0.document.id == .text }
        file(.json) { $0 == .json || $0 == .windows }
        file(.commaSeparatedText) { $0 == .csv }
    }

    private var content: String {
        get throws { try document.content(in: language) }
    }

    private static func file(
        _ type: UTType, when isOfIt: @escaping @Sendable (ShareDocument.Form) -> Bool
    ) -> some TransferRepresentation<ShareItem> {
        DataRepresentation(exportedContentType: type) { (item: ShareItem) in Data(try item.content.utf8) }
            .suggestedFileName { $0.document.fileName }
            .exportingCondition { isOfIt($0.document.id) }
    }
}
