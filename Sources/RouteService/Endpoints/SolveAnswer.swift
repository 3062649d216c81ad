// A solve's answer in its three forms.

import Geo
import RouteAPI

/// What a solve found.
struct SolveAnswer: Resource {
    let layer: PublishedLayer
    /// What was asked, for the form that goes with the page.
    let fields: FormParameters
    let result: RouteResult

    /// The greatest JSON that a page shows in full.
    private static let maximumShownBytes = 200_000

    var isCacheable: Bool { false }

    func json(pretty: Bool) -> [UInt8] {
        RouteResultWriter.json(result, pretty: pretty)
    }

    func geoJSON() -> [UInt8]? {
        RouteResultWriter.geoJSON(result)
    }

    func page() -> DirectoryPage {
        var page = DirectoryPage(
            title: "Route",
            trail: ServiceResource.trail(to: layer) + [
                DirectoryPage.Crumb(name: layer.layer, path: ResourcePath.layer(layer)),
                DirectoryPage.Crumb(name: "Solve", path: "\(ResourcePath.layer(layer))/solve"),
            ])
        for message in result.messages {
            page.content.element(
                "p", ["class": message.type == .informative ? "message" : "warning"], message.text)
        }
        if let routes = result.routes { writeRoutes(routes, to: &page.content) }
        for directions in result.directions ?? [] { write(directions, to: &page.content) }
        if !result.attribution.isEmpty { page.content.element("p", result.attribution) }
        writeJSON(to: &page.content)
        page.content.element("h2", "Change and solve again")
        page.content.append(SolveForm(layer: layer, fields: fields).html)
        return page
    }

    private func writeRoutes(_ routes: FeatureSet, to html: inout HTML) {
        for feature in routes.features {
            let values = zip(routes.fields.map(\.name), feature.values).compactMap { name, value in
                shown(value).map { (name: name, value: $0) }
            }
            html.element("h2", values.first { $0.name == "Name" }?.value ?? "Route")
            html.facts(values.filter { $0.name != "Name" })
        }
    }

    private func write(_ directions: RouteDirections, to html: inout HTML) {
        html.table(
            caption: "Directions for \(directions.routeName)",
            columns: ["", "What to do", "Length", "Minutes"],
            rows: directions.steps.enumerated().map { place, step in
                [String(place + 1), step.text, shown(step.length), shown(step.timeMinutes)]
            } + [["", "Total", shown(directions.totalLength), shown(directions.totalTimeMinutes)]])
    }

    private func writeJSON(to html: inout HTML) {
        let bytes = json(pretty: true)
        html.element("details") { html in
            html.element("summary", "The answer as JSON")
            if bytes.count > Self.maximumShownBytes {
                html.element("p", "\(bytes.count) bytes; ask for the format json to see them.")
            } else {
                html.element("pre", String(decoding: bytes, as: UTF8.self))
            }
        }
    }

    private func shown(_ value: AttributeValue) -> String? {
        switch value {
        case .null: nil
        case .integer(let number): String(number)
        case .double(let number): shown(number)
        case .string(let text): text
        case .date(let milliseconds): "\(milliseconds) ms"
        }
    }

    private func shown(_ number: Double) -> String {
        let thousandths = (number * 1_000).rounded()
        let isWhole = thousandths.magnitude < 1e15 && Int(thousandths) % 1_000 == 0
        return isWhole ? String(Int(thousandths) / 1_000) : String(thousandths / 1_000)
    }
}
