import Foundation
import Testing

@testable import TrueGHzKit

/// Contents of the package.
@Suite struct PackageTests {
    @Test func thePrivacyManifestIsPartOfThePackage() throws {
        let url = try #require(Bundle.module.url(forResource: "PrivacyInfo", withExtension: "xcprivacy"))
        let manifest = try PropertyListDecoder().decode(PrivacyManifest.self, from: Data(contentsOf: url))
        #expect(!manifest.NSPrivacyTracking)
        #expect(manifest.NSPrivacyTrackingDomains.isEmpty)
        #expect(manifest.NSPrivacyCollectedDataTypes.isEmpty)
        let reasons = manifest.NSPrivacyAccessedAPITypes.map {
            [$0.NSPrivacyAccessedAPIType] + $0.NSPrivacyAccessedAPITypeReasons
        }
        #expect(
            reasons == [
                ["NSPrivacyAccessedAPICategorySystemBootTime", "35F9.1"],
                ["NSPrivacyAccessedAPICategoryFileTimestamp", "C617.1"],
            ])
    }

    /// Apple's keys, by their names.
    private struct PrivacyManifest: Decodable {
        struct Accessed: Decodable {
            let NSPrivacyAccessedAPIType: String
            let NSPrivacyAccessedAPITypeReasons: [String]
        }
        let NSPrivacyTracking: Bool
        let NSPrivacyTrackingDomains: [String]
        let NSPrivacyCollectedDataTypes: [String]
        let NSPrivacyAccessedAPITypes: [Accessed]
    }

    /// Every function that the core exports is called by a test, directly or through the layer above it.
    @Test(arguments: try exportedFunctions())
    func everyExportedFunctionIsTested(function: String) throws {
        let kit = repository.appendingPathComponent("ios/TrueGHzKit")
        let layer = try Self.source(in: kit.appendingPathComponent("Sources/TrueGHzKit"))
        let tests = try Self.source(in: kit.appendingPathComponent("Tests/TrueGHzKitTests"))
        #expect((layer + tests).contains("\(function)("), "no test calls \(function)")
    }

    static func exportedFunctions() throws -> [String] {
        let generated = repository.appendingPathComponent(
            "ios/TrueGHzKit/Sources/TrueGHzKit/Generated/TrueGHzKit.swift")
        let text = try String(contentsOf: generated, encoding: .utf8)
        return text.matches(of: /\n(?:public|open) func (?!FfiConverter|uniffi)(\w+)\(/).map { String($0.1) }
    }

    private static func source(in folder: URL) throws -> String {
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return try files.filter { $0.pathExtension == "swift" }
            .map { try String(contentsOf: $0, encoding: .utf8) }.joined()
    }
}
