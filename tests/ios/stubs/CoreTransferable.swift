// swift-format-ignore-file
// Stands in for CoreTransferable. See README.md.

@_exported import Foundation
import UniformTypeIdentifiers

public protocol TransferRepresentation<Item>: Sendable {
    associatedtype Item: Transferable
}

public protocol Transferable: Sendable {
    associatedtype Representation: TransferRepresentation
    @TransferRepresentationBuilder<Self> static var transferRepresentation: Representation { get }
}

public struct _Representation<Item: Transferable>: TransferRepresentation { public init() {} }

@resultBuilder public struct TransferRepresentationBuilder<Item: Transferable> {
    public static func buildExpression<R: TransferRepresentation>(_ part: R) -> R where R.Item == Item {
        part
    }
    public static func buildPartialBlock<R: TransferRepresentation>(first: R) -> _Representation<Item> {
        _Representation<Item>()
    }
    public static func buildPartialBlock<A: TransferRepresentation, R: TransferRepresentation>(
        accumulated: A, next: R
    ) -> _Representation<Item> { _Representation<Item>() }
}

public struct ProxyRepresentation<Item: Transferable, Proxy: Transferable>: TransferRepresentation {
    public init(exporting: @escaping @Sendable (Item) throws -> Proxy) {}
}

public struct DataRepresentation<Item: Transferable>: TransferRepresentation {
    public init(exportedContentType: UTType, exporting: @escaping @Sendable (Item) async throws -> Data) {}
}

extension TransferRepresentation {
    public func suggestedFileName(_ fileName: @escaping @Sendable (Item) -> String?) -> _Representation<Item>
    { _Representation<Item>() }
    public func exportingCondition(_ condition: @escaping @Sendable (Item) -> Bool) -> _Representation<Item> {
        _Representation<Item>()
    }
}

extension String: Transferable {
    public static var transferRepresentation: _Representation<String> { _Representation<String>() }
}
