import Foundation
import Testing

/// The recorded windows and reports that all languages share: tests/vectors at the repository's root.
struct Vector: Sendable, CustomTestStringConvertible {
    /// The part of the files' names after `raw-` and `report-`.
    let name: String

    var testDescription: String { name }

    /// The recorded windows.
    func windowsJSON() throws -> String {
        try String(contentsOf: Self.folder.appendingPathComponent("raw-\(name).json"), encoding: .utf8)
    }

    /// The report that they make.
    func report() throws -> Data {
        try Data(contentsOf: Self.folder.appendingPathComponent("report-\(name).json"))
    }

    /// All that there are.
    static let all: [Vector] = {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        let names = files.filter { $0.hasPrefix("raw-") && $0.hasSuffix(".json") }
            .map { String($0.dropFirst("raw-".count).dropLast(".json".count)) }
        return names.sorted().map(Vector.init)
    }()

    /// The one that every checkout has.
    static let twoCores = Vector(name: "two-cores-100ms")

    /// One core's reading with a warning of each code.
    static let everyWarning = Vector(name: "every-warning")
    /// A refused reading for each reason.
    static let everyReason = Vector(name: "every-reason")

    static let folder = repository.appendingPathComponent("tests/vectors")
}

/// The repository's root, four folders above this one's files; on a device, where it is not, what
/// tools/ios-test-files.sh has put of it into the tests' bundle.
let repository: URL = {
    #if canImport(Darwin)
    if let copy = Bundle(for: InBundle.self).url(forResource: "repository", withExtension: nil) {
        return copy
    }
    #endif
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 1...5 { folder.deleteLastPathComponent() }
    return folder
}()

#if canImport(Darwin)
private final class InBundle {}
#endif
