// A URL of the OpenAPI description, with its parameters and an example.

import Geo
import RouteAPI
import ServicePages

/// A path of the description, with what GET and POST take there.
struct APIOperation: Sendable {
    /// A parameter in the query or the form.
    struct Parameter: Hashable, Sendable {
        var name: String
        var isRequired: Bool
        /// Whether it is a part of the path.
        var isInPath: Bool
        var explanation: String
        var form: String
        var defaultText: String
        var example: String
    }

    let path: String
    let id: String
    let title: String
    /// `GET`, `POST` or both.
    let methods: [String]
    let parameters: [Parameter]
    /// The answers by HTTP status.
    let answers: [(status: String, explanation: String)]

    /// Reads a path of a description.
    ///
    /// - Returns: `nil` if nothing at the path has the tag.
    init?(at path: String, _ item: JSONValue, tag: String, in document: JSONValue) {
        let found = ["get", "post"].compactMap { method in item[method].map { (method, $0) } }
            .filter { $0.1["tags"]?.array?.contains(.string(tag)) ?? false }
        guard let first = found.first?.1 else { return nil }
        self.path = path
        id = first["operationId"]?.string ?? path
        title = first["summary"]?.string ?? path
        methods = found.map { $0.0.uppercased() }
        var parameters: [Parameter] = []
        let declared =
            found.flatMap { $0.1["parameters"]?.array ?? [] } + (item["parameters"]?.array ?? [])
        for reference in declared {
            let value = Self.resolved(reference, in: document)
            parameters.append(
                Parameter(
                    value["name"]?.string ?? "", value["schema"] ?? .null,
                    isRequired: value["required"]?.bool ?? false,
                    isInPath: value["in"] == "path", explanation: value["description"]?.string))
        }
        for (_, operation) in found {
            let forms = operation["requestBody"]?["content"]?.object?.members ?? []
            for form in forms {
                let required = form.value["schema"]?["required"]?.array ?? []
                for field in form.value["schema"]?["properties"]?.object?.members ?? [] {
                    parameters.append(
                        Parameter(
                            field.key, field.value,
                            isRequired: required.contains(.string(field.key)), isInPath: false,
                            explanation: field.value["description"]?.string))
                }
            }
        }
        var names: Set<String> = []
        self.parameters = parameters.filter { names.insert($0.name).inserted }
        answers = (first["responses"]?.object?.members ?? []).map {
            ($0.key, $0.value["description"]?.string ?? "")
        }
    }

    private static func resolved(_ value: JSONValue, in document: JSONValue) -> JSONValue {
        guard let name = value["$ref"]?.string?.split(separator: "/").last else { return value }
        return document["components"]?["parameters"]?[String(name)] ?? value
    }

    /// Whether a reader learns nothing else from another operation than its path.
    func says(asMuchAs other: APIOperation) -> Bool {
        title == other.title && methods == other.methods && parameters == other.parameters
            && answers.elementsEqual(other.answers, by: ==)
    }

    /// Writes the operation's part of a page.
    ///
    /// - Parameter others: Paths where the same is asked of other services or tasks.
    func write(to html: inout HTML, tableID: String, others: [String]) {
        html.element("p") { html in
            html.text(methods.joined(separator: " or ") + " ")
            html.code(path)
        }
        if !others.isEmpty {
            html.element("details") { html in
                let paths = others.count == 1 ? "another path" : "\(others.count) other paths"
                html.element("summary", "The same at \(paths)")
                html.list(others) { $0.code($1) }
            }
        }
        if !parameters.isEmpty {
            html.table(
                caption: "Parameters", id: tableID,
                columns: ["Name", "Meaning", "Form", "Default", "Example"],
                rows: parameters.map { parameter in
                    var name = HTML(code: parameter.name)
                    if parameter.isRequired {
                        name.element("span", ["class": "tag"], "required")
                    }
                    var meaning = HTML()
                    if !parameter.explanation.isEmpty {
                        meaning.element("p", parameter.explanation)
                    }
                    var example = HTML()
                    if !parameter.example.isEmpty {
                        // Long texts need a paragraph's width.
                        example.element("p") { $0.append(HTML(value: parameter.example)) }
                    }
                    return [
                        name, meaning, HTML(parameter.form), HTML(value: parameter.defaultText),
                        example,
                    ]
                })
        }
        html.facts(answers.map { (name: $0.status, value: $0.explanation) })
        html.element("p", "For example, from the folder of the server's root:")
        html.block(example)
    }

    /// A request with the parameters that must be sent; if none must, with the first that has an
    /// example.
    var example: String {
        let fields = parameters.filter { !$0.isInPath && !["f", "callback"].contains($0.name) }
        var sent = fields.filter { $0.isRequired && !$0.example.isEmpty }
        if sent.isEmpty, let first = fields.first(where: { !$0.example.isEmpty }) {
            sent = [first]
        }
        var command = "curl"
        if !methods.contains("GET") || !sent.isEmpty {
            if methods.contains("GET") { command += " -G" }
            if sent.isEmpty { command += " -X POST" }
        }
        command += " \"$SERVER\(path)\""
        if parameters.contains(where: { $0.name == "f" }) { command += " -d f=json" }
        for field in sent {
            let text = field.example.split(separator: "'", omittingEmptySubsequences: false)
                .joined(separator: "'\\''")
            command += " \\\n    --data-urlencode '\(field.name)=\(text)'"
        }
        return command
    }
}

extension APIOperation.Parameter {
    fileprivate init(
        _ name: String, _ schema: JSONValue, isRequired: Bool, isInPath: Bool, explanation: String?
    ) {
        self.name = name
        self.isRequired = isRequired
        self.isInPath = isInPath
        self.explanation = explanation ?? ""
        form = SchemaWords.words(for: schema)
        defaultText = schema["default"].map(SchemaWords.plain) ?? ""
        example = (schema["examples"]?.array?.first).map(SchemaWords.plain) ?? ""
    }
}

/// Says in words what a schema admits.
enum SchemaWords {
    /// Longer lists of values are cut.
    private static let mostValues = 12
    private static let greatestDepth = 3

    /// Texts without their quotes, other values as in JSON.
    static func plain(_ value: JSONValue) -> String { value.string ?? value.text }

    static func words(for schema: JSONValue, depth: Int = 0) -> String {
        guard depth < greatestDepth else { return "a value" }
        if let name = schema["$ref"]?.string?.split(separator: "/").last { return String(name) }
        for key in ["anyOf", "oneOf"] {
            guard let choices = schema[key]?.array else { continue }
            var texts: [String] = []
            for choice in choices {
                let text = words(for: choice, depth: depth + 1)
                if !texts.contains(text) { texts.append(text) }
            }
            return texts.joined(separator: " or ")
        }
        if let value = schema["const"] { return plain(value) }
        if let values = schema["enum"]?.array {
            let shown = values.prefix(mostValues).map(plain).joined(separator: ", ")
            return values.count > mostValues ? "\(shown) …" : shown
        }
        if let inner = schema["contentSchema"] {
            return "JSON: \(words(for: inner, depth: depth + 1))"
        }
        switch schema["type"]?.string {
        case "array":
            return "a list of \(words(for: schema["items"] ?? .null, depth: depth + 1))"
        case "integer", "number":
            let kind = schema["type"]?.string ?? ""
            guard let least = schema["minimum"] else { return kind }
            return schema["maximum"].map { "\(kind) from \(least.text) to \($0.text)" }
                ?? "\(kind), at least \(least.text)"
        case "boolean": return "true or false"
        case "string": return "text"
        case let type?: return type
        case nil: return "a value"
        }
    }
}
