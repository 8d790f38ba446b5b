/// A JSON document that a test changes before core reads it.
indirect enum JSON: Codable {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([JSON])
    case object([String: JSON])

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let bool = try? value.decode(Bool.self) {
            self = .bool(bool)
        } else if let integer = try? value.decode(Int64.self) {
            self = .integer(integer)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let string = try? value.decode(String.self) {
            self = .string(string)
        } else if let array = try? value.decode([JSON].self) {
            self = .array(array)
        } else {
            self = .object(try value.decode([String: JSON].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .null: try value.encodeNil()
        case .bool(let bool): try value.encode(bool)
        case .integer(let integer): try value.encode(integer)
        case .number(let number): try value.encode(number)
        case .string(let string): try value.encode(string)
        case .array(let array): try value.encode(array)
        case .object(let object): try value.encode(object)
        }
    }

    /// A member of an object.
    subscript(key: String) -> JSON {
        get {
            guard case .object(let object) = self else { return .null }
            return object[key] ?? .null
        }
        set {
            guard case .object(var object) = self else { return }
            object[key] = newValue
            self = .object(object)
        }
    }

    /// The elements of an array.
    var elements: [JSON] {
        get {
            guard case .array(let array) = self else { return [] }
            return array
        }
        set { self = .array(newValue) }
    }

    /// A fact as core writes one.
    static func known(_ value: String) -> JSON {
        .object(["state": .string("known"), "value": .string(value), "source": .string("test")])
    }

    /// A fact that is not known.
    static var unknown: JSON {
        .object(["state": .string("unknown"), "reason": .string("test")])
    }
}
