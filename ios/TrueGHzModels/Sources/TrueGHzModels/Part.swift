/// A library of others that is in the app, with the licence that its author chose.
public struct Part: Sendable, Hashable, Identifiable {
    /// The library's name.
    public let name: String
    /// The licence's identifier, as SPDX has it.
    public let licence: String

    /// The name: each once.
    public var id: String { name }

    init(_ name: String, _ licence: String) {
        self.name = name
        self.licence = licence
    }
}
