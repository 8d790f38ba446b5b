import CoreTransferable
import Foundation
import TrueGHzModels
import UniformTypeIdentifiers

/// A document on its way to another app: text as text, the rest as files with their names. It is written when
/// it is asked for.
struct ShareItem: Transferable {
    let document: ShareDocument

    static var transferRepresentation: some TransferRepresentation {
        ProxyRepresentation { (item: ShareItem) in try item.document.content() }
            .exportingCondition { $0.document.id == .text }
        file(.json) { $0 == .json || $0 == .windows }
        file(.commaSeparatedText) { $0 == .csv }
    }

    private static func file(
        _ type: UTType, when isOfIt: @escaping @Sendable (ShareDocument.Form) -> Bool
    ) -> some TransferRepresentation<ShareItem> {
        DataRepresentation(exportedContentType: type) { (item: ShareItem) in
            Data(try item.document.content().utf8)
        }
        .suggestedFileName { $0.document.fileName }
        .exportingCondition { isOfIt($0.document.id) }
    }
}
