// JSON as a tree of values, for requests whose structure is not known beforehand.
//
// JSONParser makes the tree; JSONWriter writes trees, or streams of calls, as bytes. Neither uses
// Foundation.

/// A JSON value.
///
/// ```swift
/// let value = try JSONValue.parse(#"{"stops": ["Depot", "Customer"], "strict": true}"#)
/// let names = value["stops"]?.array?.compactMap(\.string)    // ["Depot", "Customer"]
/// let isStrict = value["strict"]?.bool                       // true
/// ```
public enum JSONValue: Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A finite number.
    case number(Double)
    /// Text.
    case string(String)
    /// A list.
    case array([JSONValue])
    /// An object, with its members in written order.
    case object(JSONObject)

    /// Parses JSON.
    ///
    /// - Throws: ``JSONParseError`` with the line, the column and what was expected there.
    /// - Complexity: O(*n*) in the bytes.
    public static func parse(
        _ bytes: some Sequence<UInt8>, limits: JSONLimits = JSONLimits()
    ) throws(JSONParseError) -> JSONValue {
        try JSONParser.parse(bytes, limits: limits)
    }

    /// Parses JSON text.
    ///
    /// - Throws: ``JSONParseError`` with the line, the column and what was expected there.
    public static func parse(
        _ text: String, limits: JSONLimits = JSONLimits()
    ) throws(JSONParseError) -> JSONValue {
        try JSONParser.parse(Array(text.utf8), limits: limits)
    }

    /// An object's member, or `nil` if it is missing or this is not an object.
    public subscript(key: String) -> JSONValue? { object?[key] }

    /// The text, or `nil` if this is not a string.
    public var string: String? { if case .string(let text) = self { text } else { nil } }

    /// The number, or `nil` if this is not a number.
    public var number: Double? { if case .number(let value) = self { value } else { nil } }

    /// The number if it is whole and at most 2⁵³ in magnitude, or `nil`.
    public var integer: Int? {
        guard case .number(let value) = self, value == value.rounded(.towardZero),
            value.magnitude <= 0x1p53
        else { return nil }
        return Int(value)
    }

    /// The truth value, or `nil` if this is not a boolean.
    public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

    /// The list, or `nil` if this is not an array.
    public var array: [JSONValue]? { if case .array(let list) = self { list } else { nil } }

    /// The object, or `nil` if this is not an object.
    public var object: JSONObject? { if case .object(let object) = self { object } else { nil } }

    /// Whether this is `null`.
    public var isNull: Bool { self == .null }

    /// The value as compact JSON text.
    public var text: String {
        JSONWriter.text { $0.value(self) }
    }

    /// The kind of value with its article, for messages: `a number`, `an object`.
    public var kindName: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }

    /// The value as JSON, shortened for messages.
    public var excerpt: String {
        switch self {
        case .array(let list) where list.count > 4: "an array of \(list.count) values"
        case .object(let object) where object.count > 4: "an object of \(object.count) members"
        default:
            text.utf8.count <= 60 ? text : kindName + " starting " + text.excerpt()
        }
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByFloatLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Makes a string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Makes a number.
    public init(floatLiteral value: Double) { self = .number(value) }
    /// Makes a number.
    public init(integerLiteral value: Int) { self = .number(Double(value)) }
    /// Makes a truth value.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// Makes `null`.
    public init(nilLiteral: ()) { self = .null }
    /// Makes a list.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// Makes an object.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(JSONObject(elements.map { (key: $0.0, value: $0.1) }))
    }
}
