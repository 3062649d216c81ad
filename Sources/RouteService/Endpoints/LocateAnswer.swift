// `…/locate`: where places lie on the network, without solving. A locate is a solve that is only
// checked; its places go by another name.

import Geo
import RouteAPI

/// Where places were located.
struct LocateAnswer: Resource {
    let layer: PublishedLayer
    let result: RouteResult

    /// The name that the places of a locate come under.
    static let input = "inputLocations"
    /// The key of the places in the answer; it is read as ``input`` too.
    static let output = "locations"
    /// What a solve calls them.
    static let solveInput = "stops"

    /// The fields of a locate as a solve reads them.
    static func solveFields(_ fields: FormParameters) -> FormParameters {
        FormParameters(
            fields.fields.map { field in
                let name = field.name.lowercased()
                let isInput = name == input.lowercased() || name == output
                return (name: isInput ? solveInput : field.name, value: field.value)
            })
    }

    var isCacheable: Bool { false }

    func json(pretty: Bool) -> [UInt8] {
        RouteResultWriter.json(result, pretty: pretty, stopsKey: Self.output)
    }

    func geoJSON() -> [UInt8]? { RouteResultWriter.geoJSON(result) }

    func page() -> DirectoryPage {
        var page = DirectoryPage(
            title: "Locate", trail: SolveFormResource.trail(to: layer),
            lead: "Where places lie on the streets. Nothing is solved.")
        for message in result.messages {
            page.content.element(
                "p", ["class": message.type == .informative ? "message" : "warning"], message.text)
        }
        page.section("form", "Places", writeForm)
        if let places = result.stops, !places.features.isEmpty {
            page.section("places", "On the network") { Self.write(places, to: &$0) }
        }
        return page
    }

    private func writeForm(_ html: inout HTML) {
        let action = "\(ResourcePath.layer(layer))/locate"
        html.element("form", ["action": action, "method": "get"]) { html in
            html.element("p") { html in
                html.element("label", ["for": Self.input], "Places")
                html.void(
                    "input",
                    [
                        "id": Self.input, "name": Self.input, "type": "text",
                        "placeholder": "7.4189,43.7311;7.4246,43.7394",
                    ])
                html.void("input", ["name": "f", "type": "hidden", "value": "html"])
            }
            html.element("p") { $0.element("button", ["type": "submit"], "Locate") }
        }
    }

    private static func write(_ places: FeatureSet, to html: inout HTML) {
        let columns = [
            "Name", "Status", "SourceOID", "PosAlong", "SideOfEdge", "SnapX", "SnapY",
            "DistanceToNetworkInMeters",
        ]
        html.table(
            caption: "Each place as the fields that a solve reads", id: "table-places",
            columns: columns,
            rows: places.features.map { place in
                columns.map { HTML(shown(places.value($0, of: place))) }
            })
    }

    private static func shown(_ value: AttributeValue?) -> String {
        switch value {
        case .integer(let number)?: String(number)
        case .double(let number)?: JSONValue.number(number).text
        case .string(let text)?: text
        case .date(let milliseconds)?: String(milliseconds)
        case .null?, nil: ""
        }
    }
}
