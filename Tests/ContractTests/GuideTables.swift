// The pages of the guide that list every field, from the declarations.

import Geo
import RouteAPI

/// Writes `Documentation/Inputs.md` and `Documentation/Answer.md`.
///
/// Their tables repeat what the declarations of parameters and columns say, so no field is missing
/// or means something else than in the service.
enum GuideTables {
    private static let origin = """
        This page is made from the declarations that read requests and write answers:
        `GuideTableTests` writes it with `UPDATE=1`, and fails if it is out of date.
        """

    /// A network whose costs and restrictions stand for all of their kind.
    private static let attributes = [
        NetworkAttributeDescription(
            name: "<cost>", usage: .cost, units: .minutes, parameters: [], followsSpeeds: true),
        NetworkAttributeDescription(
            name: "<restriction>", usage: .restriction, units: .unknown, parameters: []),
    ]

    /// A layer for the defaults that all layers have in common.
    private static let layer = RouteLayerConfiguration(
        impedanceAttributeName: "TravelTime", restrictionAttributeNames: [],
        accumulateAttributeNames: [], directionsTimeAttributeName: "TravelTime")

    // MARK: - Inputs

    static var inputs: String {
        var lines = ["# Inputs, field by field", ""]
        lines += [
            """
            You send an operation's parameters in the query of a GET or in the form of a POST.
            Names are read in any case, and a parameter with an empty value counts as absent. If
            you misspell a name, a message says so and names the nearest one.

            \(origin)

            ## Forms of values

            | kind | what you may send |
            | --- | --- |
            """
        ]
        lines += forms.map { "| \($0) | \($1) |" }
        lines += [
            "", "Places, lines and areas take these forms:", "", "| form | example |",
            "| --- | --- |",
        ]
        lines += placeForms.map { "| \($0) | `\($1)` |" }
        var known: [String: String] = [:]
        for operation in LayerOperation.all {
            let own = operation.parameters.filter { known[$0.name] != $0.explanation }
            for parameter in own { known[parameter.name] = parameter.explanation }
            guard !own.isEmpty else { continue }
            lines += ["", "## Parameters for `\(operation.name)`", ""]
            let isFirst = own.count == operation.parameters.count
            lines.append(
                "\(operation.summary)."
                    + (isFirst ? "" : " It takes all parameters above, too."))
            for group in ParameterDeclaration.Group.allCases {
                let parameters = own.filter { $0.group == group }
                guard !parameters.isEmpty else { continue }
                lines += [
                    "", "### \(group.rawValue) (`\(operation.name)`)", "",
                    "| parameter | accepts | default | meaning |", "| --- | --- | --- | --- |",
                ]
                lines += parameters.map(row)
            }
        }
        var named: Set<String> = []
        for found in classes where found.parameter != nil && named.insert(found.name).inserted {
            let fields = found.fields.filter { $0.direction != .output }
            lines += [
                "", "## Fields of \(found.name)", "",
                "Send them as `\(found.parameter ?? "")`. If the answer has your rows, other "
                    + "columns come back as you sent them.",
                "", "| field | type | default | meaning |", "| --- | --- | --- | --- |",
            ]
            lines += fields.map { field in
                let values =
                    field.values.isEmpty
                    ? "" : " One of \(field.values.map(code).joined(separator: ", "))."
                return "| \(code(field.name)) | \(word(field.type)) "
                    + "| \(field.defaultValue.isEmpty ? "–" : code(field.defaultValue)) "
                    + "| \(cell(field.explanation + values)) |"
            }
        }
        lines += settings
        return lines.joined(separator: "\n") + "\n"
    }

    private static let forms: [(String, String)] = [
        ("true or false", "`true`, `false`, `1`, `0`, in any case"),
        ("number", "a number such as `0.5` or `2e3`, 0 or more unless its meaning says otherwise"),
        (
            "integer",
            "a whole number within the range; in a field such as `CurbApproach` also its words, as "
                + "`Right side of vehicle`"
        ),
        ("time", "milliseconds since 1970-01-01 00:00, or `now`"),
        ("word", "one of the words, in any case"),
        ("name", "a name that the layer's page lists"),
        ("names", "names with commas between them, a JSON array of names, or `none`"),
        ("text", "text of any kind"),
        ("JSON", "a JSON value as described"),
    ]

    private static let placeForms: [(String, String)] = [
        ("coordinates, for points", "7.42,43.73;7.43,43.74"),
        (
            "a feature set",
            #"{"features":[{"geometry":{"x":7.42,"y":43.73},"attributes":{"Name":"A"}}]}"#
        ),
        (
            "a feature set in another coordinate system",
            #"{"spatialReference":{"wkid":3857},"features":[…]}"#
        ),
        ("one feature or shape, in Esri JSON or GeoJSON", #"{"x":7.42,"y":43.73}"#),
        (
            "a stored layer of the service",
            #"{"type":"layer","layerName":"deliveries","where":"driver = 'ann'"}"#
        ),
        (
            "rows at a URL, if the server may fetch from it",
            #"{"url":"https://HOST/FeatureServer/0/query?where=1=1&f=json"}"#
        ),
        ("nothing, even where the layer has rows of its own", "{}"),
    ]

    private static func row(_ parameter: ParameterDeclaration) -> String {
        var meaning = parameter.explanation
        switch parameter.travelModeEffect {
        case .overrides: meaning += " A travel mode's setting takes precedence over it."
        case .supplies: meaning += " A travel mode's setting applies where it is absent."
        case nil: break
        }
        if !parameter.aliases.isEmpty {
            meaning += " Also read as \(parameter.aliases.map(code).joined(separator: ", "))."
        }
        let standard =
            switch parameter.defaultOrigin {
            case .absence: "–"
            case .fixed: parameter.defaultText(of: layer).map(code) ?? "–"
            case .layer(let key): "the layer's \(code(key))"
            }
        return "| \(code(parameter.name)) | \(cell(words(for: parameter.kind))) | \(standard) "
            + "| \(cell(meaning)) |"
    }

    private static func words(for kind: ParameterKind) -> String {
        switch kind {
        case .truth: "true or false"
        case .number: "number"
        case .integer(let range) where range.upperBound > 1 << 40: "milliseconds since 1970"
        case .integer(let range): "integer from \(range.lowerBound) to \(range.upperBound)"
        case .time: "time"
        case .text: "text"
        case .handle: "a route's handle, as an answer gave it"
        case .word(let words): words.map(code).joined(separator: ", ")
        case .name(let list): "name of \(words(for: list, isOne: true))"
        case .names(let list): "names of \(words(for: list, isOne: false))"
        case .json(let shape): words(for: shape)
        }
    }

    private static func words(for list: ParameterKind.NameList, isOne: Bool) -> String {
        switch list {
        case .costs: isOne ? "a cost" : "costs"
        case .timeCosts: isOne ? "a cost in time" : "costs in time"
        case .restrictions: isOne ? "a restriction" : "restrictions"
        case .languages: isOne ? "a language" : "languages"
        case .styles: isOne ? "a style" : "styles"
        }
    }

    private static func words(for shape: ParameterKind.JSONShape) -> String {
        switch shape {
        case .points: "points"
        case .lines: "lines"
        case .polygons: "areas"
        case .travelMode: "a travel mode's name or id, or JSON with its settings"
        case .attributeParameterValues: "JSON: a list of attributes' parameters with values"
        case .spatialReference: "a WKID, or JSON with one"
        case .locateSettings: "JSON: how places are found, for all inputs or for single ones"
        case .context: "JSON with `outSR`"
        case .traces: "positions as coordinates, a feature set, GeoJSON or GPX"
        case .encodedPolylines: "an encoded polyline, or a JSON array of several"
        case .legs: "JSON: a list of legs, each with points on it"
        }
    }

    // MARK: - Answers

    static var answer: String {
        var lines = ["# The answer, field by field", ""]
        lines += [
            """
            With `f=json` an answer is an object; each member below is a table of it: `fields`
            name the columns, `features` are the rows, each with `attributes` and a `geometry`.
            `f=pjson` is the same with line breaks, `f=geojson` has the rows as GeoJSON,
            `f=gpkg` is a GeoPackage with every table, and `f=html` is a page.

            Which members there are depends on what you ask for (`returnRoutes`, `returnStops`,
            `returnDirections` and so on). `messages` says what you should know about the answer:
            each has a `type` and a `description`. Where a field has `<cost>` in its name, there
            is one for each cost of the network that is minimized or totaled.

            \(origin)
            """
        ]
        var seen: Set<String> = []
        for found in classes {
            let fields = found.fields.filter { $0.direction != .input } + found.fieldsOnRequest
            let names = fields.map(\.name).joined(separator: ",")
            guard !fields.isEmpty, seen.insert("\(found.answerKey) \(names)").inserted else {
                continue
            }
            let others = seen.count { $0.hasPrefix("\(found.answerKey) ") }
            lines += [
                "", "## `\(found.answerKey)`\(others > 1 ? " (\(found.name))" : "")", "",
                found.geometryType.map { "Rows with \(word($0))." } ?? "Rows without shapes.",
                "", "| field | type | meaning |", "| --- | --- | --- |",
            ]
            let asked = Set(found.fieldsOnRequest.map(\.name))
            lines += fields.map { field in
                let note = asked.contains(field.name) ? " Only on request." : ""
                return "| \(code(field.name)) | \(word(field.type)) "
                    + "| \(cell(field.explanation + note)) |"
            }
        }
        lines += [
            "", "## Failures", "",
            """
            A failure has the HTTP status 200 and, in place of all other members, `error`: `code`,
            `message`, `details` (sentences that say what is wrong and what would work), and often
            an `extendedCode`. If a request does not reach an operation, its answer has another
            status, such as 400, 404, 413, 429 or 503; with the last two, `Retry-After` says when
            to try again.
            """, "", "| extended code | meaning |", "| --- | --- |",
        ]
        lines += ContractTables.extendedCodes.map { "| `\($0.code)` | \(cell($0.meaning)) |" }
        return lines.joined(separator: "\n") + "\n"
    }

    // MARK: - Words

    private static let classes: [AnalysisClass] =
        LayerType.allCases.flatMap { AnalysisClass.all(of: $0, over: attributes) }
        + LayerOperation.all.flatMap(\.ownClasses)

    private static func word(_ type: FieldType) -> String {
        switch type {
        case .objectID: "object id"
        case .integer: "integer"
        case .double: "number"
        case .string: "text"
        case .date: "time"
        }
    }

    private static func word(_ type: GeometryType) -> String {
        switch type {
        case .point: "points"
        case .multipoint: "sets of points"
        case .polyline: "lines"
        case .polygon: "areas"
        }
    }

    private static func code(_ text: String) -> String { "`\(cell(text))`" }

    /// Text in a table, whose cells end at bars.
    private static func cell(_ text: String) -> String {
        text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
            .split(separator: "\n").joined(separator: " ")
    }
}
