// Golden files: requests as they are sent, and the bytes that answer them.

import Foundation
import Geo

/// One request with its answer.
///
/// `Golden/<operation>/<name>.request.form` has one field on each line, `name=value`, not encoded.
/// A first line that begins with `#` says what the case shows; a line `# layer: Name` asks another
/// layer than `Route`. `<name>.response.json` has the bytes of the answer.
struct GoldenCase: Hashable, CustomStringConvertible, Sendable {
    let operation: String
    let name: String
    /// What the request file says.
    let fields: [Field]
    /// The layer that is asked.
    let layer: String

    struct Field: Hashable, Sendable {
        let name: String
        let value: String
    }

    var description: String { "\(operation)/\(name)" }

    /// Where the golden files lie.
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Golden")

    static let requestSuffix = ".request.form"
    static let responseSuffix = ".response.json"

    /// Whether answers are to be rewritten rather than compared.
    static let isUpdating = ProcessInfo.processInfo.environment["UPDATE"] == "1"

    var responseURL: URL {
        Self.folder.appendingPathComponent("\(operation)/\(name)\(Self.responseSuffix)")
    }

    init(operation: String, name: String, text: String) {
        self.operation = operation
        self.name = name
        var fields: [Field] = []
        var layer = "Route"
        for line in text.split(separator: "\n") {
            if line.hasPrefix("# layer: ") { layer = String(line.dropFirst(9)) }
            guard !line.hasPrefix("#"), let equals = line.firstIndex(of: "=") else { continue }
            fields.append(
                Field(
                    name: String(line[..<equals]),
                    value: String(line[line.index(after: equals)...])))
        }
        self.fields = fields
        self.layer = layer
    }

    /// The names of the files of an operation with a suffix, without it.
    private static func names(in operation: String, with suffix: String) throws -> [String] {
        let path = folder.appendingPathComponent(operation).path
        return try FileManager.default.contentsOfDirectory(atPath: path)
            .filter { $0.hasSuffix(suffix) }.map { String($0.dropLast(suffix.count)) }.sorted()
    }

    /// The operations that have golden files.
    static func operations() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { !$0.hasPrefix(".") }.sorted()
    }

    /// Every request, by operation and name.
    static func all() throws -> [GoldenCase] {
        try operations().flatMap { operation in
            try names(in: operation, with: requestSuffix).map { name in
                let url = folder.appendingPathComponent("\(operation)/\(name)\(requestSuffix)")
                return GoldenCase(
                    operation: operation, name: name,
                    text: try String(contentsOf: url, encoding: .utf8))
            }
        }
    }

    /// The names of all answers, as `operation/name`.
    static func answers() throws -> Set<String> {
        Set(
            try operations().flatMap { operation in
                try names(in: operation, with: responseSuffix).map { "\(operation)/\($0)" }
            })
    }

    /// The answer as it stands in its file.
    func response() throws -> JSONValue {
        try JSONValue.parse(Array(Data(contentsOf: responseURL)))
    }

    /// The path that the request goes to.
    var path: String {
        let root = "/arcgis/rest"
        return switch operation {
        case "info": "\(root)/info"
        case "services": "\(root)/services"
        case "service": "\(root)/services/Town/NAServer"
        case "layer": "\(root)/services/Town/NAServer/\(layer)"
        default: "\(root)/services/Town/NAServer/\(layer)/\(operation)"
        }
    }

    /// The fields as a form's body.
    var form: String {
        fields.map { field in
            "\(Self.encoded(field.name))=\(Self.encoded(field.value))"
        }.joined(separator: "&")
    }

    private static func encoded(_ text: String) -> String {
        let plain = CharacterSet(charactersIn: "-._~").union(.alphanumerics)
        return text.addingPercentEncoding(withAllowedCharacters: plain) ?? text
    }
}
