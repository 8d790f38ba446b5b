// swift-format-ignore-file
// Stands in for Accessibility. See README.md.

import Foundation

public protocol AXDataAxisDescriptor {}

public class AXNumericDataAxisDescriptor: AXDataAxisDescriptor {
    public convenience init(
        title: String, range: ClosedRange<Double>, gridlinePositions: [Double],
        valueDescriptionProvider: @escaping (Double) -> String
    ) { self.init() }
}

public class AXDataPoint {
    public struct Value {}
    public convenience init(x: Double, y: Double?, additionalValues: [Value] = [], label: String? = nil) {
        self.init()
    }
}

public class AXDataSeriesDescriptor {
    public init(name: String, isContinuous: Bool, dataPoints: [AXDataPoint]) {}
}

public class AXChartDescriptor {
    public var title: String?
    public var summary: String?
    public var xAxis: any AXDataAxisDescriptor
    public var yAxis: AXNumericDataAxisDescriptor?
    public var series: [AXDataSeriesDescriptor]

    public init(
        title: String?, summary: String?, xAxis: any AXDataAxisDescriptor,
        yAxis: AXNumericDataAxisDescriptor? = nil, additionalAxes: [any AXDataAxisDescriptor] = [],
        series: [AXDataSeriesDescriptor]
    ) {
        (self.title, self.summary, self.xAxis, self.yAxis, self.series) = (title, summary, xAxis, yAxis, series)
    }
}

public enum AccessibilityNotification {
    public struct Announcement {
        public init(_ announcement: String) {}
        public func post() {}
    }
}
