import Foundation

/// A JSON value. Objects know no order, and a number is what it is, whichever way it is written.
enum JSONValue: Equatable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// The first place in which two values differ, with both; `nil` if they are equal.
    func difference(from other: JSONValue, at place: String = "") -> String? {
        switch (self, other) {
        case (.object(let ours), .object(let theirs)):
            let keys = Set(ours.keys).union(theirs.keys).sorted()
            return keys.lazy.compactMap { key in
                switch (ours[key], theirs[key]) {
                case (let our?, let their?): our.difference(from: their, at: "\(place)/\(key)")
                case (nil, _): "\(place)/\(key) is missing on the left"
                case (_, nil): "\(place)/\(key) is missing on the right"
                }
            }.first
        case (.array(let ours), .array(let theirs)) where ours.count == theirs.count:
            return zip(ours, theirs).enumerated().lazy.compactMap { index, pair in
                pair.0.difference(from: pair.1, at: "\(place)/\(index)")
            }.first
        default:
            return self == other ? nil : "\(place): \(self) is not \(other)"
        }
    }
}

extension JSONValue: Decodable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }
}
