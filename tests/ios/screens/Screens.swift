import Foundation
import SwiftUI
import TrueGHzKit
import TrueGHzModels

/// Writes each of the app's previews as a page: `make app-screens`. The views are the app's own; the stand-ins of
/// SwiftUI draw them (../stubs), not Apple's.
@main struct Screens {
    /// How a screen may look.
    private struct Look {
        let name: String
        var language = "en"
        var scheme = ColorScheme.light
        var size = DynamicTypeSize.large
        var direction = "ltr"
        /// Whether its texts are kept: other looks have the same.
        var isSnapshot: Bool { name == language }
    }

    private static let looks = [
        Look(name: "en"), Look(name: "de", language: "de"), Look(name: "night", scheme: .dark),
        Look(name: "largest", size: .accessibility5), Look(name: "right-to-left", direction: "rtl"),
    ]

    /// Longer than a model takes to read its files.
    private static let patience = Duration.milliseconds(300)

    @MainActor static func main() async throws {
        let repository = URL(fileURLWithPath: CommandLine.arguments[1])
        let folder = URL(fileURLWithPath: CommandLine.arguments[2])
        let snapshots = CommandLine.arguments.dropFirst(3).first.map { URL(fileURLWithPath: $0) }
        let words = try JSONDecoder().decode(
            Catalog.self, from: Data(contentsOf: repository.appendingPathComponent("ios/TrueGHz/Localizable.xcstrings")))
        for look in looks {
            // A preview of a look is one for Xcode: each screen is drawn in each look here.
            for (place, preview) in previews.filter({ !$0.name.contains(",") }).enumerated() {
                Samples.style = words.language(look.language).style
                let screen = within(look, words.language(look.language), preview.screen())
                // Drawing a screen starts its tasks, as its appearance does; what they load is drawn then.
                _ = screen._draw()
                let tasks = _Drawing.tasks
                _Drawing.tasks = []
                for task in tasks { Task { await task() } }
                try await Task.sleep(for: patience)
                let nodes = screen._draw()
                let name = "\(String(format: "%02d", place + 1))-\(look.name)"
                let file = folder.appendingPathComponent("\(name).html")
                let body = nodes.map(\.html).joined(separator: "\n")
                try page(preview.name, look, body).write(to: file, atomically: true, encoding: .utf8)
                // The list of instructions depends on this machine's processor.
                guard look.isSnapshot, preview.name != "Instructions", let snapshots else { continue }
                let text = ([preview.name] + nodes.flatMap(\.lines)).joined(separator: "\n") + "\n"
                let slug = preview.name.lowercased().replacingOccurrences(of: " ", with: "-")
                let snapshot = snapshots.appendingPathComponent("\(slug).\(look.language).txt")
                try text.write(to: snapshot, atomically: true, encoding: .utf8)
            }
        }
    }

    @MainActor private static func within(_ look: Look, _ language: Language, _ screen: some View) -> any View {
        screen
            .environment(\.language, language)
            .environment(\.colorScheme, look.scheme)
            .environment(\.dynamicTypeSize, look.size)
    }

    private static func page(_ title: String, _ look: Look, _ body: String) -> String {
        """
        <!doctype html>
        <html lang="\(look.language)" dir="\(look.direction)">
        <meta charset="utf-8">
        <title>\(title)</title>
        <link rel="stylesheet" href="screens.css">
        <p class="about">\(title), \(look.name): not Apple's drawing</p>
        \(body)
        <script src="fit.js"></script>
        """
    }
}

/// A preview of Previews.swift: tools/app-screens.sh lists them.
struct Preview {
    let name: String
    let screen: @MainActor () -> any View
}

/// The app's words, as Xcode keeps them.
private struct Catalog: Decodable {
    struct Entry: Decodable {
        struct Localization: Decodable {
            struct Unit: Decodable { let value: String }
            let stringUnit: Unit
        }
        let localizations: [String: Localization]
    }
    let strings: [String: Entry]

    func language(_ code: String) -> Language {
        let words = strings.compactMapValues { $0.localizations[code]?.stringUnit.value }
        return Language(code: code, locale: Locale(identifier: code), timeZone: .gmt) { words[$0] }
    }
}
