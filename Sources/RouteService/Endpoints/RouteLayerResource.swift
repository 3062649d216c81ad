// `…/NAServer/{layer}`: the defaults that a solve falls back to, and the network under it.

import Geo
import RouteAPI

/// One layer.
struct RouteLayerResource: Resource {
    let layer: PublishedLayer

    func json(pretty: Bool) -> [UInt8] {
        LayerResourceWriter.json(layer.description, pretty: pretty)
    }

    func page() -> DirectoryPage {
        let description = layer.description
        var page = DirectoryPage(
            title: "\(layer.layer) (Route layer)", trail: ServiceResource.trail(to: layer),
            jsonPath: ResourcePath.layer(layer))
        if !layer.summary.isEmpty { page.content.element("p", layer.summary) }
        page.content.element("h2", "Operations")
        page.content.list(["solve", "retrieveTravelModes"]) { html, operation in
            html.link(operation, to: "\(ResourcePath.layer(layer))/\(operation)")
        }
        page.content.element("h2", "Defaults")
        page.content.facts(Self.defaults(description.configuration))
        writeModes(description.configuration, to: &page.content)
        writeNetwork(description, to: &page.content)
        writeLimits(description.configuration.limits, to: &page.content)
        return page
    }

    private static func defaults(
        _ defaults: RouteLayerConfiguration
    ) -> [(name: String, value: String)] {
        let precision = defaults.outputGeometryPrecision
        let toleranceMeters = Int(defaults.locateSettings.toleranceMeters.rounded())
        return [
            ("impedanceAttributeName", defaults.impedanceAttributeName),
            ("restrictionAttributeNames", words(defaults.restrictionAttributeNames)),
            ("accumulateAttributeNames", words(defaults.accumulateAttributeNames)),
            ("restrictUTurns", defaults.restrictUTurns.rawValue),
            ("ignoreInvalidLocations", String(defaults.ignoreInvalidLocations)),
            ("locateSettings", "within \(toleranceMeters) m"),
            ("findBestSequence", String(defaults.findBestSequence)),
            ("preserveFirstStop", String(defaults.preserveFirstStop)),
            ("preserveLastStop", String(defaults.preserveLastStop)),
            ("useTimeWindows", String(defaults.useTimeWindows)),
            ("outSR", defaults.outputSpatialReference.wkid.map { String($0) } ?? "by text"),
            ("outputLines", defaults.outputLines.rawValue),
            (
                "outputGeometryPrecision",
                "\(precision) \(defaults.outputGeometryPrecisionUnits.rawValue)"
            ),
            ("returnDirections", String(defaults.returnDirections)),
            ("directionsLanguage", defaults.directionsLanguage),
            ("directionsLengthUnits", defaults.directionsLengthUnits.rawValue),
            ("directionsTimeAttributeName", defaults.directionsTimeAttributeName),
            ("Time zone of wall-clock times", defaults.timeZoneName),
        ]
    }

    private func writeModes(_ configuration: RouteLayerConfiguration, to html: inout HTML) {
        guard !configuration.travelModes.isEmpty else { return }
        html.table(
            caption: "Travel modes", columns: ["Name", "Type", "Minimizes", "Description"],
            rows: configuration.travelModes.map { mode in
                let mark = mode.id == configuration.defaultTravelMode ? " (default)" : ""
                return [mode.name + mark, mode.type, mode.impedanceAttributeName, mode.summary]
            })
    }

    private func writeNetwork(_ description: LayerDescription, to html: inout HTML) {
        html.element("h2", "Network")
        html.facts([
            ("Name", description.networkName),
            ("Fingerprint", description.fingerprint),
            ("Data", description.attribution),
        ])
        html.table(
            caption: "Network attributes", columns: ["Name", "Usage", "Unit", "Parameters"],
            rows: description.attributes.map { attribute in
                [
                    attribute.name, attribute.usage.rawValue,
                    attribute.usage == .cost ? attribute.units.rawValue : "",
                    Self.words(attribute.parameters.map(\.name)),
                ]
            })
    }

    private func writeLimits(_ limits: ServiceLimits, to html: inout HTML) {
        html.element("h2", "Limits of one request")
        html.facts([
            ("Stops", String(limits.maximumStops)),
            ("Stops in a route", String(limits.maximumStopsPerRoute)),
            ("Point barriers", String(limits.maximumPointBarriers)),
            ("Line barriers", String(limits.maximumLineBarriers)),
            ("Polygon barriers", String(limits.maximumPolygonBarriers)),
            ("Vertices of barriers", String(limits.maximumBarrierVertices)),
            ("Seconds of solving", String(limits.maximumSolveSeconds)),
            ("Bytes of a request", String(limits.maximumRequestBytes)),
        ])
    }

    private static func words(_ names: [String]) -> String {
        names.isEmpty ? "none" : names.joined(separator: ", ")
    }
}
