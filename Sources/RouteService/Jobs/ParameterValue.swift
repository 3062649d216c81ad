// The value of a job's parameter, as clients read it.

import Geo
import Geoprocessing

/// A parameter whose value is sent.
struct ParameterValue: Hashable, Sendable {
    let name: String
    let type: GPDataType

    /// The bytes before the value.
    var head: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("paramName", name)
        writer.member("dataType", type.rawValue)
        writer.key("value")
        return writer.bytes
    }

    /// The bytes after the value.
    static let tail = [UInt8(ascii: "}")]

    /// The most bytes of an empty value: a table without rows still has its fields.
    static let mostBytesOfNothing = 1 << 14

    /// Returns whether a value's JSON is empty: no value, no text, no rows, no elements.
    static func isNothing(_ content: [UInt8]) -> Bool {
        guard content.count <= mostBytesOfNothing else { return false }
        do throws(JSONParseError) {
            let value = try JSONValue.parse(content)
            if let rows = value["features"] { return rows.array?.isEmpty == true }
            return switch value {
            case .null: true
            case .string(let text): text.isEmpty || text == "[]"
            case .array(let elements): elements.isEmpty
            case .object(let object): object.keys.isEmpty
            case .bool, .number: false
            }
        } catch {
            return false
        }
    }

    /// Converts an input's text to JSON of its type; if it does not fit the type, to a string.
    static func json(of text: String?, _ type: GPDataType) -> [UInt8] {
        guard let text else { return Array("null".utf8) }
        let value: JSONValue =
            switch type {
            case .boolean: .bool(["true", "1"].contains(text.lowercased()))
            case .long, .double, .date: Double(text).map(JSONValue.number) ?? .string(text)
            case .features, .records, .linearUnit, .strings, .file: parsed(text)
            case .string: .string(text)
            }
        return JSONWriter.bytes { $0.value(value) }
    }

    private static func parsed(_ text: String) -> JSONValue {
        guard text.first == "{" || text.first == "[" else { return .string(text) }
        do throws(JSONParseError) { return try JSONValue.parse(text) } catch {
            return .string(text)
        }
    }
}
