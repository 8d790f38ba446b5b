import Foundation

/// The recorded windows of the last measurement, from which its reading is made again after the system has ended the
/// process. A loss of this file is only that of a reading on the screen: no failure is reported.
public struct LastReading: Sendable {
    private let file: URL

    /// - Parameter folder: For files that may be lost.
    public init(folder: URL) {
        file = folder.appendingPathComponent("reading.json")
    }

    /// Keeps the windows of a measurement in the place of those of the one before.
    func keep(_ windowsJSON: String) async {
        await aside { try? Data(windowsJSON.utf8).write(to: $0, options: .atomic) }
    }

    /// The windows that were kept; absent if there are none.
    func kept() async -> String? {
        await aside { (try? Data(contentsOf: $0)).map { String(decoding: $0, as: UTF8.self) } }
    }

    /// Removes them.
    func forget() async {
        await aside { try? FileManager.default.removeItem(at: $0) }
    }

    /// Works on a thread that draws nothing.
    private func aside<Result: Sendable>(_ work: @escaping @Sendable (URL) -> Result) async -> Result {
        await Task.detached { [file] in work(file) }.value
    }
}
