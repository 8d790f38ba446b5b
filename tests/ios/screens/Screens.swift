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

    /// The time in which a model reads its files. Where the text of the screen is known it may take far longer, as on a machine
    /// that does much else.
    private static let (usual, longest) = (Duration.milliseconds(500), Duration.seconds(30))

    /// Arguments: the folder of pages, the folder of the texts to write, and the folder of the texts to expect.
    @MainActor static func main() async throws {
        let folders = CommandLine.arguments.dropFirst().map { URL(fileURLWithPath: $0) }
        let (texts, expected) = (folders.dropFirst().first, folders.dropFirst(2).first)
        let catalog = try Catalog.app.get()
        for look in looks where look.isSnapshot || expected == nil {
            // A preview of a look is one for Xcode: each screen is drawn in each look here.
            for (place, preview) in previews.filter({ !$0.name.contains(",") }).enumerated() {
                let language = catalog.language(look.language, timeZone: .gmt)
                Samples.style = language.style
                let screen = within(look, language, preview.screen())
                let slug = preview.name.lowercased().replacingOccurrences(of: " ", with: "-")
                let kept = "\(slug).\(look.language).txt"
                let known = expected.flatMap { try? String(contentsOf: $0.appendingPathComponent(kept), encoding: .utf8) }
                let nodes = try await drawn(screen) { known == nil ? nil : text(of: preview, $0) == known }
                let name = "\(String(format: "%02d", place + 1))-\(look.name)"
                let file = folders[0].appendingPathComponent("\(name).html")
                let body = nodes.map(\.html).joined(separator: "\n")
                try page(preview.name, look, body).write(to: file, atomically: true, encoding: .utf8)
                // The list of instructions depends on this machine's processor.
                guard look.isSnapshot, preview.name != "Instructions", let texts else { continue }
                let snapshot = texts.appendingPathComponent(kept)
                try text(of: preview, nodes).write(to: snapshot, atomically: true, encoding: .utf8)
            }
        }
    }

    /// Draws a screen, which starts its tasks, as its appearance does; and once more after the usual time, or as soon as it is
    /// as expected, if that is known.
    @MainActor private static func drawn(_ screen: any View, isExpected: ([_Node]) -> Bool?) async throws -> [_Node] {
        _Drawing.tasks = []
        var nodes = screen._draw()
        let tasks = _Drawing.tasks
        for task in tasks { Task { await task() } }
        let begin = ContinuousClock.now
        repeat {
            try await Task.sleep(for: .milliseconds(50))
            nodes = screen._draw()
        } while isExpected(nodes).map { !$0 && begin.duration(to: .now) < longest } ?? (begin.duration(to: .now) < usual)
        return nodes
    }

    private static func text(of preview: Preview, _ nodes: [_Node]) -> String {
        ([preview.name] + nodes.flatMap(\.lines)).joined(separator: "\n") + "\n"
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
