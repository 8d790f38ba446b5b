import CoreTransferable
import TrueGHzModels
import UniformTypeIdentifiers

extension ShareDocument: Transferable {
    /// Text as text, the rest as files with their names. Each is written when it is asked for.
    public static var transferRepresentation: some TransferRepresentation {
        ProxyRepresentation { document in try document.content() }
            .exportingCondition { $0.id == .text }
        file(.json) { $0.id == .json || $0.id == .windows }
        file(.commaSeparatedText) { $0.id == .csv }
    }

    private static func file(
        _ type: UTType, when isIt: @escaping @Sendable (ShareDocument) -> Bool
    ) -> some TransferRepresentation<ShareDocument> {
        DataRepresentation(exportedContentType: type) { document in Data(try document.content().utf8) }
            .suggestedFileName { $0.fileName }
            .exportingCondition(isIt)
    }
}
