import Foundation
import TrueGHzModels

extension OpenedModel {
    /// Opens a file of another app's, which the system lends until it is read.
    func openLent(_ file: URL) async {
        let isLent = file.startAccessingSecurityScopedResource()
        await open(file)
        if isLent { file.stopAccessingSecurityScopedResource() }
    }
}
