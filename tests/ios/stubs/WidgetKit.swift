// swift-format-ignore-file
// Stands in for WidgetKit. See README.md.

import AppIntents
import SwiftUI

extension ControlWidgetConfiguration {
    public func displayName(_ displayName: LocalizedStringResource) -> some ControlWidgetConfiguration { _Control() }
}

public struct StaticControlConfiguration<Content: ControlWidgetTemplate>: ControlWidgetConfiguration {
    public init(kind: String, @ControlWidgetTemplateBuilder content: @escaping () -> Content) {}
}

public struct ControlWidgetButtonDefaultActionLabel: _Leaf {}
public struct ControlWidgetButton<Label: View, ActionLabel: View, Action>: ControlWidgetTemplate {}
extension ControlWidgetButton where ActionLabel == ControlWidgetButtonDefaultActionLabel, Action: AppIntent {
    public init(action: Action, @ViewBuilder label: @escaping () -> Label) {}
}
