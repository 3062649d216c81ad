// An answer's page: a map, totals, directions, and links to the answer in other formats.

import Answers
import Geo
package import Preparation
package import PublishedServices
package import RouteAPI

package struct AnswerPage {
    package let layer: PublishedLayer
    /// The fields as sent, for the links and the page's form.
    package let fields: FormParameters
    /// The request as solved, with all rows fetched.
    package let solved: AnalysisRequest
    package let result: AnalysisResult

    package init(
        layer: PublishedLayer, fields: FormParameters, solved: AnalysisRequest,
        result: AnalysisResult
    ) {
        self.layer = layer
        self.fields = fields
        self.solved = solved
        self.result = result
    }

    private var operation: LayerOperation { solved.operation.description }

    package var page: DirectoryPage {
        let names = (result.routes?.features ?? []).compactMap {
            result.routes?.string("Name", of: $0)
        }
        var page = DirectoryPage(
            title: names.count == 1 ? names[0] : result.tables.first?.title ?? operation.title,
            trail: OperationFormResource.trail(to: layer, operation), lead: summary)
        writeMessages(to: &page.content)
        OtherForms(layer: layer, fields: fields, operation: operation).write(to: &page.content)
        SuggestedChanges(
            layer: layer, operation: solved.operation, fields: fields, solved: solved,
            reasons: result.reasons
        )
        .write(to: &page)
        if result.routes != nil || result.directions != nil {
            writeRoutes(to: &page)
        } else {
            page.content.map(of: result)
        }
        if let matrix = result.costMatrix {
            CostMatrixTable(matrix: matrix, result: result, unit: unit(of:)).write(to: &page)
        }
        for table in result.tables where table.key != "routes" && !table.rows.features.isEmpty {
            let (id, name, set) = (table.key, table.title, table.rows)
            page.section("rows-\(id)", name) { html in
                guard set.features.count > Self.fewRows else {
                    write(set, caption: name, id, to: &html)
                    return
                }
                html.element("details") { html in
                    html.element("summary", ShownNumber.rows(set.features.count))
                    write(set, caption: name, id, to: &html)
                }
            }
        }
        ConditionTables(routes: result.conditions ?? []).write(to: &page)
        writeSettings(to: &page)
        page.section("form", "Change the request") { html in
            html.append(OperationForm(layer: layer, operation: operation, fields: fields).html)
        }
        if !result.attribution.isEmpty {
            page.content.element("p", ["class": "quiet"], result.attribution)
        }
        return page
    }

    /// Writes the request's limits and parameters, if requested.
    private func writeSettings(to page: inout DirectoryPage) {
        if let limits = result.limits {
            page.section("limits", "Limits") { html in
                html.table(
                    caption: "How much of each limit the request uses", id: "table-limits",
                    columns: ["Limit", "Allowed", "Found"],
                    rows: limits.map { limit in
                        [
                            HTML(code: limit.name), HTML(ShownNumber.grouped(limit.allowed)),
                            HTML(ShownNumber.grouped(limit.found)),
                        ]
                    })
            }
        }
        if let parameters = result.effectiveParameters {
            page.section("parameters", "Parameters") { html in
                html.table(
                    caption: "Effective values and their sources", id: "table-parameters",
                    columns: ["Parameter", "Value", "Source", "Ignored value"],
                    rows: parameters.map { parameter in
                        [
                            HTML(code: parameter.name), HTML(value: parameter.value.shown),
                            HTML(parameter.origin.rawValue),
                            HTML(value: parameter.ignored?.shown ?? ""),
                        ]
                    })
            }
        }
    }

    /// All routes in one line. Of several alternatives only the first and best counts, since just
    /// one is traveled.
    private var summary: String {
        var routes = result.directions ?? []
        guard let unit = routes.first?.lengthUnits else { return "" }
        let choices = routes.count
        if result.routes?.fieldIndex("AlternativeRank") != nil { routes = [routes[0]] }
        let length = routes.reduce(0) { $0 + $1.totalLength }
        let minutes = routes.reduce(0) { $0 + $1.totalTimeMinutes }
        let measures = measures(of: routes[0])
        let total = "\(measures.length(length, unit)), \(measures.minutes(minutes))"
        if choices > routes.count { return "\(choices) routes to choose from, the best: \(total)" }
        return routes.count == 1 ? total : "\(routes.count) routes, together \(total)"
    }

    private func writeMessages(to html: inout HTML) {
        guard !result.messages.isEmpty else { return }
        html.element("div", ["class": "alert", "role": "status"]) { html in
            html.list(result.messages) { html, message in
                html.element("strong", message.type.word)
                html.text(": \(message.text)")
            }
        }
    }

    private func writeRoutes(to page: inout DirectoryPage) {
        page.section("routes", "Route and directions") { html in
            html.element("div", ["class": "split"]) { html in
                html.element("div") { html in
                    html.map(of: result)
                    if let routes = result.routes { writeTotals(of: routes, to: &html) }
                }
                html.element("div") { html in
                    if result.directions?.isEmpty ?? true {
                        html.element("p", "The request asks for no directions.")
                    }
                    for directions in result.directions ?? [] { write(directions, to: &html) }
                }
            }
        }
    }

    private func writeTotals(of routes: FeatureSet, to html: inout HTML) {
        for (row, feature) in routes.features.enumerated() {
            let values = zip(routes.fields, feature.values).compactMap { field, value in
                shown(value, of: field.name).map { (field.name, $0) }
            }.filter { Self.isTotal($0.0) }
            html.table(
                caption: routes.string("Name", of: feature) ?? "Route", id: "totals-\(row)",
                columns: ["Total", "Value"],
                rows: values.map { [HTML(code: $0.0), HTML($0.1)] })
        }
    }

    /// Returns whether a route's field is a total rather than an attribute.
    private static func isTotal(_ field: String) -> Bool {
        field == "StopCount" || ["Total", "Start", "End"].contains { field.hasPrefix($0) }
    }

    private func write(_ directions: RouteDirections, to html: inout HTML) {
        let (unit, measures) = (directions.lengthUnits, measures(of: directions))
        html.element("h3", directions.routeName)
        let language = directions.language ?? "en"
        html.element("ol", ["class": "steps", "lang": language, "dir": "auto"]) { html in
            for step in directions.steps {
                html.element("li") { html in
                    html.element(
                        "span", ["class": "sign", "aria-hidden": "true"],
                        ManeuverSign.sign(of: step.maneuverType))
                    html.element(
                        "span",
                        ["class": ManeuverSign.isVisit(step.maneuverType) ? "visit" : "turn"],
                        step.text)
                    html.element(
                        "span", ["class": "span"], Self.span(of: step, unit, measures))
                }
            }
        }
        let length = measures.length(directions.totalLength, unit)
        html.element(
            "p", ["class": "total"],
            "\(length), \(measures.minutes(directions.totalTimeMinutes))")
    }

    /// Returns lengths and times in the language of some directions.
    private func measures(of directions: RouteDirections) -> LocalMeasures {
        LocalMeasures(layer.description.configuration, language: directions.language)
    }

    private static func span(
        of step: DirectionStep, _ unit: NetworkUnit?, _ measures: LocalMeasures
    ) -> String {
        var words: [String] = []
        if step.length > 0 { words.append(measures.length(step.length, unit)) }
        if step.timeMinutes > 0 { words.append(measures.minutes(step.timeMinutes)) }
        if let time = step.eta { words.append(measures.clock(time)) }
        return words.joined(separator: " · ")
    }

    /// Longer tables are collapsed.
    private static let fewRows = 20
    /// The most rows in a table.
    private static let mostRows = 200

    /// Writes a set's rows, leaving out columns without any value.
    private func write(_ set: FeatureSet, caption: String, _ id: String, to html: inout HTML) {
        var columns = set.fields.indices.filter { column in
            set.features.contains { $0.values[column] != .null }
        }
        // A row's heading is its name.
        if let name = columns.firstIndex(where: { set.fields[$0].name == "Name" }) {
            columns.insert(columns.remove(at: name), at: 0)
        }
        let count = set.features.count
        let caption =
            count > Self.mostRows ? "\(caption): the first \(Self.mostRows) of \(count)" : caption
        html.table(
            caption: caption, id: "table-\(id)", columns: columns.map { set.fields[$0].name },
            rows: set.features.prefix(Self.mostRows).map { feature in
                columns.map { HTML(shown(feature.values[$0], of: set.fields[$0].name) ?? "") }
            })
    }

    private func shown(_ value: AttributeValue, of field: String) -> String? {
        switch value {
        case .null: nil
        case .integer(let number): String(number)
        case .double(let number): ShownNumber.text(number) + unit(of: field)
        case .string(let text): text
        case .date(let milliseconds):
            ShownNumber.time(milliseconds, isUTC: field.hasSuffix("UTC"))
        }
    }

    /// Returns the unit for a field that ends in a cost's name.
    private func unit(of field: String) -> String {
        // Lengths and areas of shapes are in the output's units.
        if field.hasPrefix("Shape_") { return "" }
        let cost = layer.description.attributes.first {
            $0.usage == .cost && field.hasSuffix("_\($0.name)")
        }
        let name = cost?.units.shortName ?? ""
        return name.isEmpty ? "" : " \(name)"
    }
}

extension JSONValue {
    /// A value as in a request.
    fileprivate var shown: String { isNull ? "" : string ?? text }
}

extension MessageType {
    /// A message's severity, in a word.
    fileprivate var word: String {
        switch self {
        case .informative: "Note"
        case .warning: "Warning"
        case .error: "Error"
        }
    }
}
