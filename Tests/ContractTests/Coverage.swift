// Finds out which golden files show which contract row.

import Geo
import RouteAPI

/// A contract row with golden cases to show it.
struct CoverageRow: Hashable, Sendable {
    let name: String
    var shownBy: [String]
}

/// A contract table.
struct CoverageSection: Sendable {
    let title: String
    let rows: [CoverageRow]

    /// The row's key in the list of rows shown elsewhere or not yet.
    func key(_ row: CoverageRow) -> String { "\(title): \(row.name)" }
}

/// A golden case with its answer, read once.
struct ReadCase: Sendable {
    let golden: GoldenCase
    let answer: JSONValue

    init(_ golden: GoldenCase) throws {
        self.golden = golden
        answer = try golden.response()
    }

    /// A request field's value under any of its names.
    func field(_ names: [String]) -> String? {
        golden.fields.first { field in
            names.contains { $0.lowercased() == field.name.lowercased() }
        }?.value
    }

    /// The attributes in an input's rows, in lower case.
    func inputAttributes(of parameter: String) -> Set<String> {
        guard let text = field([parameter]), text.hasPrefix("{") else { return [] }
        do {
            let features = try JSONValue.parse(text)["features"]?.array ?? []
            return Set(
                features.flatMap { feature in
                    (feature["attributes"]?.object?.members ?? []).map { $0.key.lowercased() }
                })
        } catch {
            return []
        }
    }

    /// The fields of an answer's feature set that have a value in some row.
    func outputFields(of set: String) -> Set<String> {
        let features = answer[set]?["features"]?.array ?? []
        return Set(
            features.flatMap { feature in
                (feature["attributes"]?.object?.members ?? []).filter { !$0.value.isNull }
                    .map(\.key)
            })
    }

    /// Every step of the answer's directions.
    var steps: [JSONValue] {
        (answer["directions"]?.array ?? []).flatMap { $0["features"]?.array ?? [] }
    }

    /// Every sentence in the answer's messages and details.
    var sentences: [String] {
        (answer["messages"]?.array ?? []).compactMap { $0["description"]?.string }
            + (answer["error"]?["details"]?.array ?? []).compactMap(\.string)
    }
}

/// Finds out what the golden files show.
///
/// Each contract table (``ContractTables``, or declarations of parameters and classes)
/// becomes a ``CoverageSection``. A row is shown if some golden case satisfies its condition: it
/// sends the parameter, or its answer has the key. Rows that no golden file can show stand in
/// `ContractTables.elsewhere` with a test or a reason. `CoverageTests` fails if a row is in
/// neither, and writes the result to COVERAGE.md.
struct Coverage {
    let cases: [ReadCase]
    let layer: LayerDescription

    var sections: [CoverageSection] {
        protocolSections + [parameters, words, layerKeys] + inputFields + outputFields + [
            statuses, directionKeys, stringTypes, texts, codes,
        ] + valueSections + pairSections
    }

    /// A row with the cases that show it.
    func row(_ name: String, where shows: (ReadCase) -> Bool) -> CoverageRow {
        CoverageRow(
            name: name, shownBy: cases.filter(shows).map(\.golden.description))
    }

    private var parameters: CoverageSection {
        CoverageSection(
            title: "Request parameters",
            rows: RouteParameters.fields.map { parameter in
                row(parameter.name) { $0.field([parameter.name] + parameter.aliases) != nil }
            })
    }

    private var words: CoverageSection {
        CoverageSection(
            title: "Words of parameters",
            rows: RouteParameters.fields.flatMap { parameter -> [CoverageRow] in
                guard case .word(let words) = parameter.kind else { return [] }
                // Units have a separate list, which a few cases cover.
                guard !parameter.name.hasSuffix("Units") else { return [] }
                return words.map { word in
                    row("\(parameter.name)=\(word)") {
                        $0.field([parameter.name])?.lowercased() == word.lowercased()
                    }
                }
            })
    }

    private var layerKeys: CoverageSection {
        CoverageSection(
            title: "Layer resource",
            rows: ContractTables.layerKeys.map { key in
                row(key) { $0.golden.operation == "layer" && Self.has(key, $0.answer) }
            })
    }

    /// Whether a value has a key, given as a path; `[]` stands for any element.
    static func has(_ path: String, _ value: JSONValue) -> Bool {
        guard let dot = path.firstIndex(of: ".") else { return value[path] != nil }
        let (head, rest) = (String(path[..<dot]), String(path[path.index(after: dot)...]))
        guard head.hasSuffix("[]") else { return value[head].map { has(rest, $0) } ?? false }
        return value[String(head.dropLast(2))]?.array?.contains { has(rest, $0) } ?? false
    }

    private var classes: [AnalysisClass] { AnalysisClass.all(of: layer) }

    /// Field names, with one name for all costs and one for all restrictions.
    func names(_ fields: [Column]) -> [String] {
        var names: [String] = []
        for field in fields {
            let name = Self.collapsed(field.name, layer)
            if !names.contains(name) { names.append(name) }
        }
        return names
    }

    /// A field's name with `<cost>` or `<restriction>` for the attribute.
    static func collapsed(_ name: String, _ layer: LayerDescription) -> String {
        guard let mark = name.firstIndex(of: "_") else { return name }
        let (prefix, rest) = (name[...mark], name[name.index(after: mark)...])
        // A shape's length is no cost, whatever costs are called.
        guard prefix != "Shape_" else { return name }
        guard let attribute = layer.attributes.first(where: { $0.name == rest }) else {
            return name
        }
        return prefix + (attribute.usage == .cost ? "<cost>" : "<restriction>")
    }

    private var inputFields: [CoverageSection] {
        classes.compactMap { rows in
            guard let parameter = rows.parameter else { return nil }
            let fields = rows.fields.filter { $0.direction != .output }
            // Other classes carry the second window along.
            let others = rows.name == "Stops" ? ["TimeWindowStart2", "TimeWindowEnd2"] : []
            return CoverageSection(
                title: "\(rows.name), input",
                rows: (names(fields) + others).map { name in
                    row(name) { read in
                        let attributes = read.inputAttributes(of: parameter)
                        return attributes.contains(name.lowercased())
                            || fields.contains {
                                Self.collapsed($0.name, layer) == name
                                    && attributes.contains($0.name.lowercased())
                            }
                    }
                })
        }
    }

    private var outputFields: [CoverageSection] {
        classes.map { rows in
            CoverageSection(
                title: "\(rows.answerKey), output",
                rows: names(rows.fields.filter { $0.direction != .input }).map { name in
                    row(name) { read in
                        read.outputFields(of: rows.answerKey).contains {
                            Self.collapsed($0, layer) == name
                        }
                    }
                })
        }
    }

    private var statuses: CoverageSection {
        CoverageSection(
            title: "Status of stops",
            rows: LocationStatus.allCases.map { status in
                row("\(status.rawValue)") { read in
                    (read.answer["stops"]?["features"]?.array ?? []).contains {
                        $0["attributes"]?["Status"]?.integer == status.rawValue
                    }
                }
            })
    }

    private var directionKeys: CoverageSection {
        CoverageSection(
            title: "Directions",
            rows: ContractTables.directionKeys.map { key in
                row(key) { read in
                    (read.answer["directions"]?.array ?? []).contains { Self.has(key, $0) }
                }
            })
    }

    private var stringTypes: CoverageSection {
        CoverageSection(
            title: "Types of strings",
            rows: ContractTables.stringTypes.map { type in
                row(type) { read in
                    read.steps.contains { step in
                        (step["strings"]?.array ?? []).contains {
                            $0["stringType"]?.string == type
                        }
                    }
                }
            })
    }

    private var texts: CoverageSection {
        CoverageSection(
            title: "Texts that clients look for",
            rows: ContractTables.texts.map { text in
                row(text) { read in read.sentences.contains { Self.matches(text, $0) } }
            })
    }

    /// Whether a sentence contains a text in which `…` stands for anything.
    private static func matches(_ text: String, _ sentence: String) -> Bool {
        var rest = sentence[...]
        for part in text.split(separator: "…") {
            guard let range = rest.firstRange(of: part) else { return false }
            rest = rest[range.upperBound...]
        }
        return true
    }

    private var codes: CoverageSection {
        CoverageSection(
            title: "Extended codes",
            rows: ContractTables.extendedCodes.map { code, meaning in
                row("\(code) \(meaning)") {
                    $0.answer["error"]?["extendedCode"]?.integer == code
                }
            })
    }
}
