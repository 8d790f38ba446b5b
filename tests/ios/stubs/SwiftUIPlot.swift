// swift-format-ignore-file
// A plot of Swift Charts as elements of a page. Part of the module SwiftUI, whose modifiers carry it. See README.md.

/// A mark of a chart.
public struct _Mark {
    public enum Kind {
        case point(x: Double, y: Double, series: String)
        case rule(x: Double?, y: Double?)
        /// From edge to edge, if it has no `x`.
        case rectangle(x: (Double, Double)?, y: (Double, Double))
    }
    public var kind: Kind
    public var color = "var(--accent)"
    /// Name of the legend's entry that gives its colour.
    public var series: String?
    public var line: StrokeStyle?
    public var annotation: [_Node] = []
    public var isTrailing = false
    public init(kind: Kind) { self.kind = kind }
    public func with<Value>(_ path: WritableKeyPath<_Mark, Value>, _ value: Value) -> _Mark {
        var mark = self
        mark[keyPath: path] = value
        return mark
    }
}

/// Marks, scales and axes.
public struct _Plot {
    public var marks: [_Mark]
    public var x: (Double, Double)?
    public var y: (Double, Double)?
    public var xTicks: [(at: Double, label: [_Node])] = []
    public var yTicks: [(at: Double, label: [_Node])]?
    public var xTitle: [_Node] = []
    public var yTitle: [_Node] = []
    public var colors: [(String, String)] = []
    public init(marks: [_Mark]) { self.marks = marks }

    /// The drawing scales with its element; labels are elements of their own at a part of its width or height.
    func drawn() -> [_Node] {
        let area = _Node("area").around([drawing] + gridLines + annotations + titles)
        let legend = colors.map { name, color in
            _Node("key").around([_Node("dot", css: [("background", color)]), _Node("text", text: name)])
        }
        return [area] + (legend.isEmpty ? [] : [_Node("legend").around(legend)])
    }

    private var values: [(Double, Double)] {
        marks.flatMap { mark -> [(Double, Double)] in
            switch mark.kind {
            case .point(let x, let y, _): [(x, y)]
            case .rule: []
            case .rectangle(let x, let y): x.map { [($0.0, y.0), ($0.1, y.1)] } ?? []
            }
        }
    }
    private var xEnds: (Double, Double) { x ?? (values.map(\.0).min() ?? 0, values.map(\.0).max() ?? 1) }
    private var yEnds: (Double, Double) { y ?? (values.map(\.1).min() ?? 0, values.map(\.1).max() ?? 1) }
    private func part(_ value: Double, _ ends: (Double, Double)) -> Double { (value - ends.0) / (ends.1 - ends.0) * 100 }
    private func left(_ value: Double) -> Double { part(value, xEnds) }
    private func top(_ value: Double) -> Double { 100 - part(value, yEnds) }

    private var drawing: _Node {
        var node = _Node("drawing")
        node.name = "svg"
        node.attributes = [("viewBox", "0 0 100 100"), ("preserveAspectRatio", "none")]
        node.children = shapes
        return node
    }

    private var shapes: [_Node] {
        var shapes: [_Node] = []
        var series: [(name: String, color: String, points: [String])] = []
        for mark in marks {
            let color = mark.series.flatMap { name in colors.first { $0.0 == name }?.1 } ?? mark.color
            switch mark.kind {
            case .point(let x, let y, let name):
                if series.last?.name != name { series.append((name, color, [])) }
                series[series.count - 1].points.append("\(left(x)),\(top(y))")
            case .rule(let x, let y):
                let dash = (mark.line?._dash ?? []).map { "\($0)" }.joined(separator: " ")
                let ends = x.map { (left($0), 0.0, left($0), 100.0) } ?? (0, top(y ?? 0), 100, top(y ?? 0))
                let width = Double(mark.line?._width ?? 1)
                shapes.append(shape("line", [
                    ("x1", "\(ends.0)"), ("y1", "\(ends.1)"), ("x2", "\(ends.2)"), ("y2", "\(ends.3)"),
                    ("stroke", color), ("stroke-width", "\(width)"), ("stroke-dasharray", dash),
                ]))
            case .rectangle(let x, let y):
                let (from, to) = x.map { (left($0.0), left($0.1)) } ?? (0, 100)
                shapes.append(shape("rect", [
                    ("x", "\(from)"), ("y", "\(top(y.1))"), ("width", "\(max(0, to - from))"),
                    ("height", "\(max(0, top(y.0) - top(y.1)))"), ("fill", color),
                ]))
            }
        }
        for line in series {
            shapes.append(shape("polyline", [
                ("points", line.points.joined(separator: " ")), ("fill", "none"), ("stroke", line.color),
                ("stroke-width", "2"), ("stroke-linejoin", "round"),
            ]))
        }
        return shapes
    }

    private func shape(_ name: String, _ attributes: [(String, String)]) -> _Node {
        var node = _Node()
        (node.name, node.attributes) = (name, attributes + [("vector-effect", "non-scaling-stroke")])
        return node
    }

    private var gridLines: [_Node] {
        let across = (yTicks ?? []).flatMap { tick -> [_Node] in
            let place = ("top", "\(top(tick.at))%")
            return [_Node("grid-across", css: [place]), _Node("tick-y", css: [place]).around(tick.label)]
        }
        let down = xTicks.flatMap { tick -> [_Node] in
            let place = ("left", "\(left(tick.at))%")
            return [_Node("grid-down", css: [place]), _Node("tick-x", css: [place]).around(tick.label)]
        }
        return (across + down).filter { $0.classes[0].hasPrefix("grid") || !$0.children.isEmpty }
    }

    private var annotations: [_Node] {
        marks.filter { !$0.annotation.isEmpty }.map { mark in
            let css: [(String, String)]
            switch mark.kind {
            case .rule(let x?, _): css = [("left", "\(left(x))%"), ("top", "0")]
            case .rule(_, let y): css = [("right", "0"), ("top", "\(top(y ?? 0))%")]
            case .rectangle(let x, _): css = [("left", "\(x.map { left($0.0) } ?? 0)%"), ("top", "0")]
            case .point(let x, let y, _): css = [("left", "\(left(x))%"), ("top", "\(top(y))%")]
            }
            return _Node("annotation", css: css).around(mark.annotation)
        }
    }

    private var titles: [_Node] {
        [_Node("title-x").around(xTitle), _Node("title-y").around(yTitle)].filter { !$0.children.isEmpty }
    }
}
