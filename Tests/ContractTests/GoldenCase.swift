// Golden files: requests as sent, and the exact bytes of their answers.

import Foundation
import Geo

/// One request with its answer.
///
/// `Golden/<operation>/<name>.request.form` has one field on each line, `name=value`, not encoded.
/// The first line begins with `#` and says what the case shows. Further `#` lines may say how to
/// send the request:
///
///     # layer: Name           another layer than the operation's own
///     # service: Folder/Name  another service than `Town`
///     # path: /arcgis/…       another path than the operation's
///     # method: GET           fields go into the query
///     # status: 405           the status of the answer, when it is not 200
///     # server: secured       the server with users (``ContractNetwork/securedServer()``)
///     # header: Name: value   one more header
///     # handle: solve/name    the case whose first route's handle is sent
///
/// On the secured server, `{token}` in a header or value stands for ann's token. `{handle}` in a
/// value stands for a handle, whose text changes with the stored network. `<name>.response.json`
/// has the answer's bytes.
struct GoldenCase: Hashable, CustomStringConvertible, Sendable {
    let operation: String
    let name: String
    /// The fields in the request file.
    let fields: [Field]
    /// The lines that begin with `#`, by the word before the colon.
    private let directives: [Directive]

    private struct Directive: Hashable, Sendable {
        let word: String
        let value: String
    }

    struct Field: Hashable, Sendable {
        let name: String
        let value: String
    }

    var description: String { "\(operation)/\(name)" }

    /// The folder with the golden files.
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Golden")

    static let requestSuffix = ".request.form"
    static let responseSuffix = ".response.json"

    /// Whether to rewrite answers instead of comparing them.
    static let isUpdating = ProcessInfo.processInfo.environment["UPDATE"] == "1"

    var responseURL: URL {
        Self.folder.appendingPathComponent("\(operation)/\(name)\(Self.responseSuffix)")
    }

    init(operation: String, name: String, text: String) {
        self.operation = operation
        self.name = name
        var fields: [Field] = []
        var directives: [Directive] = []
        for line in text.split(separator: "\n") {
            if let match = line.wholeMatch(of: /# ([a-z]+): (.+)/) {
                directives.append(
                    Directive(word: String(match.output.1), value: String(match.output.2)))
            }
            guard !line.hasPrefix("#"), let equals = line.firstIndex(of: "=") else { continue }
            fields.append(
                Field(
                    name: String(line[..<equals]),
                    value: String(line[line.index(after: equals)...])))
        }
        self.fields = fields
        self.directives = directives
    }

    private func directive(_ word: String) -> String? {
        directives.first { $0.word == word }?.value
    }

    /// Whether the case asks the server with users.
    var isSecured: Bool { directive("server") == "secured" }

    /// The method, by default `POST`.
    var method: String { directive("method") ?? "POST" }

    /// The answer's status, by default 200.
    var status: Int { directive("status").flatMap { Int($0) } ?? 200 }

    /// Headers beside the form's.
    var headers: [(name: String, value: String)] {
        directives.filter { $0.word == "header" }.compactMap { directive in
            directive.value.wholeMatch(of: /([^:]+): (.+)/).map {
                (String($0.output.1), String($0.output.2))
            }
        }
    }

    /// Whether the request contains a token.
    var wantsToken: Bool {
        (headers.map(\.value) + fields.map(\.value)).contains { $0.contains("{token}") }
    }

    /// The case whose first route's handle this request sends.
    var handleSource: String? { directive("handle") }

    /// An operation's files with a suffix, by name without the suffix.
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

    /// All answers' names, as `operation/name`.
    static func answers() throws -> Set<String> {
        Set(
            try operations().flatMap { operation in
                try names(in: operation, with: responseSuffix).map { "\(operation)/\($0)" }
            })
    }

    /// The answer in the file.
    func response() throws -> JSONValue {
        try JSONValue.parse(Array(Data(contentsOf: responseURL)))
    }

    /// The request's path.
    var path: String {
        if let path = directive("path") { return path }
        let root = "/arcgis/rest"
        let service = "\(root)/services/\(directive("service") ?? "Town")/NAServer"
        let layer = "\(service)/\(directive("layer") ?? ownLayer)"
        return switch operation {
        case "info": "\(root)/info"
        case "services": "\(root)/services"
        case "service": service
        case "layer": layer
        default: "\(layer)/\(operation)"
        }
    }

    /// The town's layer that has the operation.
    private var ownLayer: String {
        switch operation {
        case "solveClosestFacility": "ClosestFacility"
        case "solveODCostMatrix": "ODCostMatrix"
        default: "Route"
        }
    }

    /// The fields as a form's body.
    func form(token: String = "", handle: String = "") -> String {
        fields.map { field in
            let value = field.value.replacingOccurrences(of: "{token}", with: token)
                .replacingOccurrences(of: "{handle}", with: handle)
            return "\(Self.encoded(field.name))=\(Self.encoded(value))"
        }.joined(separator: "&")
    }

    private static func encoded(_ text: String) -> String {
        let plain = CharacterSet(charactersIn: "-._~").union(.alphanumerics)
        return text.addingPercentEncoding(withAllowedCharacters: plain) ?? text
    }
}
