// swift-format-ignore-file
// What views draw here: elements of a page of HTML, which a browser lays out. Part of the module SwiftUI. See README.md.

/// An element of the page.
public struct _Node {
    public var name = "div"
    public var classes: [String] = []
    public var css: [(String, String)] = []
    public var attributes: [(String, String)] = []
    public var text: String?
    public var children: [_Node] = []
    /// A modifier's data for the view around it: the title, the buttons in the bar, a tab's label, a picker's value.
    public var title: String?
    public var barItems: [_Node] = []
    public var tab: [_Node] = []
    public var tag: AnyHashable?
    public var chart: _Plot?
    /// Whether it takes all of the width that there is.
    public var isWide = false

    public init(_ classes: String..., css: [(String, String)] = [], text: String? = nil, isWide: Bool = false) {
        (self.classes, self.css, self.text, self.isWide) = (classes, css, text, isWide)
    }

    /// This in an element of its own, which takes over the data for the views around it.
    public func wrapped(_ classes: String..., css: [(String, String)] = []) -> _Node {
        var (inner, outer) = (self, _Node())
        (outer.classes, outer.css, outer.isWide) = (classes, css, isWide)
        (outer.title, outer.barItems, outer.tab, outer.tag) = (title, barItems, tab, tag)
        (inner.title, inner.barItems, inner.tab) = (nil, [], [])
        outer.children = [inner]
        return outer
    }

    /// This around elements: as wide as it may be if one of them is.
    public func around(_ nodes: [_Node]) -> _Node {
        var node = self
        node.children = nodes
        node.isWide = isWide || nodes.contains { $0.isWide }
        return node
    }

    /// With a style that what is in it inherits, unless it has its own.
    public func beneath(_ style: (String, String)) -> _Node {
        var node = self
        if !node.css.contains(where: { $0.0 == style.0 }) { node.css.append(style) }
        return node
    }

    public func styled(_ name: String, _ value: String) -> _Node {
        var node = self
        node.css.append((name, value))
        return node
    }

    /// The first value of that kind in it or below it.
    func first<Value>(_ value: (_Node) -> Value?) -> Value? {
        if let found = value(self) { return found }
        for child in children { if let found = child.first(value) { return found } }
        return nil
    }

    public var html: String {
        var node = self
        if let chart { node.children = chart.drawn() }
        if isWide { node.classes.append("wide") }
        let style = node.css.map { "\($0): \($1)" }.joined(separator: "; ")
        var opened = "<\(node.name)"
        if !node.classes.isEmpty { opened += " class=\"\(node.classes.joined(separator: " "))\"" }
        if !style.isEmpty { opened += " style=\"\(_escaped(style))\"" }
        for (name, value) in node.attributes { opened += " \(name)=\"\(_escaped(value))\"" }
        return opened + ">" + _escaped(node.text ?? "") + node.children.map(\.html).joined() + "</\(node.name)>"
    }
}

extension _Node {
    /// The screen in lines, for a text that is compared: texts, buttons in brackets, and spoken texts.
    public var lines: [String] {
        var lines = classes.contains("bar") || classes.contains("section") ? [""] : []
        if let spoken = attributes.first(where: { $0.0 == "aria-label" })?.1 {
            let more = attributes.first { $0.0 == "aria-description" }.map { "; \($0.1)" } ?? ""
            lines.append("(spoken) \(spoken)\(more == "; " ? "" : more)")
        }
        if name == "svg" || classes.contains("picker-label") { return lines }
        if classes.contains("text") || children.isEmpty {
            let words = (text ?? "") + children.compactMap(\.text).joined()
            return lines + (words.isEmpty ? [] : [words])
        }
        let within = (chart?.drawn() ?? []) + children
        if classes.contains("button") {
            return lines + ["[\(within.flatMap(\.lines).joined(separator: " | "))]"]
        }
        if classes.contains("row") || classes.contains("label") || classes.contains("labeled") {
            let parts = within.map { $0.lines.joined(separator: " / ") }.filter { !$0.isEmpty }
            return lines + [parts.joined(separator: " | ")]
        }
        if classes.contains("switch") { return [classes.contains("on") ? "(on)" : "(off)"] }
        return lines + within.flatMap(\.lines)
    }
}

func _escaped(_ text: String) -> String {
    text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
        .replacingOccurrences(of: "\"", with: "&quot;")
}

/// The state of a drawing, on one thread.
public enum _Drawing {
    nonisolated(unsafe) public static var environment = EnvironmentValues()
    /// Actions of `task`, in order.
    nonisolated(unsafe) public static var tasks: [@Sendable () async -> Void] = []

    public static func within<Result>(_ change: (inout EnvironmentValues) -> Void, _ draw: () -> Result) -> Result {
        let before = environment
        change(&environment)
        defer { environment = before }
        return draw()
    }
}

/// A view with a modifier.
public struct _Modified: _Leaf {
    let content: any View
    let change: ([_Node]) -> [_Node]
    let setting: (inout EnvironmentValues) -> Void

    nonisolated public init(
        _ content: any View, setting: @escaping (inout EnvironmentValues) -> Void = { _ in },
        each change: @escaping (_Node) -> _Node = { $0 }
    ) {
        self.init(content, setting: setting) { $0.map(change) }
    }
    nonisolated public init(
        _ content: any View, setting: @escaping (inout EnvironmentValues) -> Void = { _ in },
        all change: @escaping ([_Node]) -> [_Node]
    ) {
        (self.content, self.change, self.setting) = (content, change, setting)
    }
    public func _draw() -> [_Node] {
        _Drawing.within(setting) { change(content._draw()) }
    }
}

/// Sizes of text in points with the usual setting and with the largest (Human Interface Guidelines, Typography).
enum _TextSize {
    case largeTitle, title2, headline, body, subheadline, footnote, caption

    init(_ style: Font.TextStyle) { self = style == .body ? .body : .largeTitle }

    private var sizes: (usual: Double, largest: Double) {
        switch self {
        case .largeTitle: (34, 60)
        case .title2: (22, 56)
        case .headline, .body: (17, 53)
        case .subheadline: (15, 49)
        case .footnote: (13, 44)
        case .caption: (12, 43)
        }
    }
    /// The size in points, as set in the environment.
    var size: Double { _Drawing.environment.dynamicTypeSize.isAccessibilitySize ? sizes.largest : sizes.usual }
    var scale: Double { size / sizes.usual }
}

/// Signs in place of Apple's symbols, which no other system has; some in a circle.
let _signs: [String: (sign: String, isCircled: Bool)] = [
    "checkmark.circle": ("✓", true), "checkmark.circle.fill": ("✓", true), "waveform.path.ecg": ("∿", false),
    "questionmark.circle": ("?", true), "nosign": ("×", true), "circle": (" ", true), "info.circle": ("i", true),
    "exclamationmark.triangle": ("⚠", false), "clock.arrow.circlepath": ("↺", false), "trash": ("×", false),
    "square.and.arrow.up": ("⇧", false), "arrow.left.arrow.right": ("⇄", false), "notequal.circle": ("≠", true),
    "folder": ("▭", false), "photo": ("▭", false), "text.alignleft": ("≡", false), "list.bullet.rectangle": ("≡", false),
    "list.number": ("≡", false), "gauge.with.needle": ("◷", false), "chart.bar.xaxis": ("▥", false),
    "thermometer.medium": ("°", false), "curlybraces": ("{}", false), "tablecells": ("▦", false),
]
