// Writes measurements in the text format of Prometheus.

/// Writes families of measurements: https://prometheus.io/docs/instrumenting/exposition_formats/.
struct PrometheusText {
    /// What a family measures.
    enum Kind: String {
        /// A count that only rises, until the server restarts.
        case counter
        /// A value that rises and falls.
        case gauge
        /// Times in classes.
        case histogram
    }

    static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    private(set) var text = ""

    /// Begins a family.
    mutating func family(_ name: String, _ kind: Kind, _ help: String) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
    }

    /// Adds a measurement to the family begun last.
    mutating func value(
        _ name: String, _ value: some Numeric, labels: [(name: String, value: String)] = []
    ) {
        text += name
        if !labels.isEmpty {
            let written = labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }
            text += "{\(written.joined(separator: ","))}"
        }
        text += " \(value)\n"
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text.unicodeScalars {
            switch character {
            case "\\": escaped += "\\\\"
            case "\"": escaped += "\\\""
            case "\n": escaped += "\\n"
            default: escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }
}
