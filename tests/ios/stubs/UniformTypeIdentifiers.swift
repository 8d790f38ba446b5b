// swift-format-ignore-file
// Stands in for UniformTypeIdentifiers. See README.md.

public struct UTType: Sendable {
    public static let data = UTType()
    public static let json = UTType()
    public static let commaSeparatedText = UTType()
}
