// A part of one output, and how its parts become its JSON.

import Geo
import RouteAPI

/// A part of an output: a whole value, or some of its rows.
package struct OutputPart: Hashable, Sendable {
    /// The value's form.
    enum Form: String, Sendable {
        /// A value without rows; the last part has it.
        case whole
        /// A feature set.
        case features
        /// A JSON array as text.
        case list
        /// How many results there are.
        case usage
    }

    package var name: String
    var form: Form
    /// A whole value, or whatever comes before the rows.
    var head: [UInt8]
    /// The rows, separated by commas.
    var rows: [UInt8]
    /// How many rows, or results, it has.
    package var count: Int

    /// Whether it counts results.
    package var isUsage: Bool { form == .usage }

    package init(_ output: GPOutput) {
        name = output.name
        (head, rows, count) = ([], [], 0)
        var writer = JSONWriter()
        switch output.value {
        case .null:
            form = .whole
            writer.null()
            head = writer.bytes
        case .truth(let value):
            form = .whole
            writer.bool(value)
            head = writer.bytes
        case .text(let text):
            form = .whole
            writer.string(text)
            head = writer.bytes
        case .file(let file):
            form = .whole
            head = file.value
        case .usage(let objects):
            form = .usage
            count = objects
        case .features(let set, let decimals, let measureDecimals):
            form = .features
            count = set.features.count
            writer.beginEsriFeatureSet(set) { $0.member("displayFieldName", "") }
            head = writer.takeBytes()
            writer.esriFeatures(of: set, decimals: decimals, measureDecimals: measureDecimals)
            rows = writer.takeBytes()
        case .list(let elements):
            form = .list
            count = elements.count
            rows = Array(elements.joined(separator: [UInt8(ascii: ",")]))
        }
    }

    init(name: String, form: Form, head: [UInt8], rows: [UInt8], count: Int) {
        self.name = name
        self.form = form
        self.head = head
        self.rows = rows
        self.count = count
    }
}

extension Message {
    /// Returns the message as JSON, in the words for job messages.
    func json(about route: String, _ reason: Reason?) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("routeName", route)
        let word =
            switch type {
            case .informative: "Informative"
            case .warning: "Warning"
            case .error: "Error"
            }
        writer.member("type", "esriJobMessageType\(word)")
        writer.member("description", text)
        if let reason {
            writer.key("reason")
            writer.reason(reason)
        }
        writer.endObject()
        return writer.bytes
    }
}

/// Joins the parts of one output into its JSON, piece by piece.
package struct OutputMerger: Sendable {
    private var form: OutputPart.Form?
    private var whole: [UInt8] = []
    private var count = 0
    private var hasRows = false

    /// Begins with nothing joined.
    package init() {}

    /// Adds the next part.
    ///
    /// - Returns: The bytes to append to those returned before.
    package mutating func add(_ part: OutputPart) -> [UInt8] {
        switch part.form {
        case .whole:
            // If some parts lack an output, it is made from the others.
            if form == nil || form == .whole { whole = part.head }
            if form == nil, part.head != Self.null { form = .whole }
            return []
        case .usage:
            form = .usage
            count += part.count
            return []
        case .features:
            var bytes: [UInt8] = form == .features ? [] : part.head
            form = .features
            guard part.count > 0 else { return bytes }
            if hasRows { bytes.append(UInt8(ascii: ",")) }
            hasRows = true
            return bytes + part.rows
        case .list:
            var bytes: [UInt8] = form == .list ? [] : Array("\"[".utf8)
            form = .list
            guard part.count > 0 else { return bytes }
            if hasRows { bytes.append(UInt8(ascii: ",")) }
            hasRows = true
            return bytes + Self.escaped(part.rows)
        }
    }

    /// Returns the last bytes.
    package func end() -> [UInt8] {
        switch form {
        case nil: Self.null
        case .whole: whole
        case .usage:
            // The value is JSON in a text.
            Array(#""{\"numObjects\":\#(count),\"credits\":0}""#.utf8)
        case .features: Array(#"],"exceededTransferLimit":false}"#.utf8)
        case .list: Array("]\"".utf8)
        }
    }

    private static let null = Array("null".utf8)

    /// Escapes JSON for use inside a JSON string.
    private static func escaped(_ json: [UInt8]) -> [UInt8] {
        var writer = JSONWriter()
        writer.string(String(decoding: json, as: UTF8.self))
        return Array(writer.bytes.dropFirst().dropLast())
    }
}
