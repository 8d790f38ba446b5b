import TrueGHzKit

/// Makes JSON from the typed values that the core handed over, by the rules of the core's serialiser.
///
/// Field by field, by reflection: so a field that is missing, renamed or changed on its way through the
/// boundary shows, whatever type it is in.
enum Rebuild {
    /// The JSON form of any value of the core's types.
    static func json(_ value: Any) throws -> JSONValue {
        let mirror = Mirror(reflecting: value)
        switch (value, mirror.displayStyle) {
        case (let text as String, _): return .string(text)
        case (let flag as Bool, _): return .bool(flag)
        case (let number as Double, _): return .number(number)
        case (let number as any BinaryInteger, _): return .number(try exact(number))
        case (_, .optional): return try mirror.children.first.map { try json($0.value) } ?? .null
        case (_, .collection): return .array(try mirror.children.map { try json($0.value) })
        case (_, .struct): return .object(try fields(mirror))
        case (_, .enum): return try variant(value, mirror)
        default: throw NoForm(type: "\(type(of: value))")
        }
    }

    /// A type that these rules do not know.
    struct NoForm: Error {
        let type: String
    }

    private static func exact(_ number: some BinaryInteger) throws -> Double {
        guard let exact = Double(exactly: number) else { throw NoForm(type: "an integer above 2^53") }
        return exact
    }

    /// Fields that the core leaves out if they are empty.
    private static let leftOut: Set = [
        "measuredAt", "options", "atLeastHz", "states", "rateFrom", "counters", "perStep",
        "lowBecause",
    ]

    /// The fields of a record, or the arguments of a variant. `difference` is written into its parent.
    private static func fields(_ mirror: Mirror) throws -> [String: JSONValue] {
        var fields: [String: JSONValue] = [:]
        for (label, value) in mirror.children {
            guard let label else { throw NoForm(type: "a field without a name") }
            let form = try json(value)
            if leftOut.contains(label), form == .null || form == .array([]) { continue }
            if label == "difference", case .object(let inner) = form {
                fields.merge(inner) { first, _ in first }
            } else {
                fields[snakeCase(label)] = form
            }
        }
        return fields
    }

    /// A variant: its name alone, or next to its arguments under its type's tag, or around them.
    private static func variant(_ value: Any, _ mirror: Mirror) throws -> JSONValue {
        let payload = mirror.children.first
        let name = snakeCase(payload?.label ?? "\(value)")
        guard let tag = tag(of: value) else {
            guard let payload else { return .string(name) }
            return .object([name: try arguments(payload.value)])
        }
        var object: [String: JSONValue] = [tag: .string(name)]
        if let payload, case .object(let arguments) = try arguments(payload.value) {
            object.merge(arguments) { first, _ in first }
        }
        if let warning = value as? Warning {
            let words = warningWords(warning: warning)
            object["text"] = .string(words.text)
            object["advice"] = words.advice.map(JSONValue.string) ?? .null
        }
        return .object(object)
    }

    private static func arguments(_ payload: Any) throws -> JSONValue {
        let mirror = Mirror(reflecting: payload)
        return mirror.displayStyle == .tuple ? .object(try fields(mirror)) : try json(payload)
    }

    /// The key for the name of an enumeration's variant; `nil` if the name encloses the arguments.
    private static func tag(of value: Any) -> String? {
        let type = "\(type(of: value))"
        return switch type {
        case "Warning", "LowCause": "code"
        case "Agreement": "agreement"
        case "QualityRow": "row"
        case "WhyNoCounter": "kind"
        case _ where type.hasSuffix("Fact"): "state"
        default: nil
        }
    }

    /// A name as the core writes it. The generator drops the underscore before a digit, so one name is listed.
    static func snakeCase(_ name: String) -> String {
        if name == "loadAverage1Min" { return "load_average_1_min" }
        return name.reduce(into: "") { snake, letter in
            if letter.isUppercase { snake.append("_") }
            snake.append(contentsOf: letter.lowercased())
        }
    }
}
