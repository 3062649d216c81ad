// `…/NAServer/{layer}/retrieveTravelModes`.

import Geo
import PublishedServices
import RouteAPI
import ServicePages

/// A layer's travel modes.
struct TravelModesResource: Resource {
    let layer: PublishedLayer

    func json(pretty: Bool) -> [UInt8] {
        LayerResourceWriter.travelModes(layer.description, pretty: pretty)
    }

    func page() -> DirectoryPage {
        let configuration = layer.description.configuration
        let isEmpty = configuration.travelModes.isEmpty
        var page = DirectoryPage(
            title: "Travel modes", trail: OperationFormResource.trail(to: layer),
            lead: isEmpty
                ? "This layer has none; its defaults apply."
                : "Sets of travel settings, which requests name by id or by name.",
            jsonPath: "\(ResourcePath.layer(layer))/retrieveTravelModes")
        for (row, mode) in configuration.travelModes.enumerated() {
            let mark = mode.id == configuration.defaultTravelMode ? " (preselected)" : ""
            page.section("mode-\(row)", mode.name + mark) { $0.facts(Self.facts(of: mode)) }
        }
        return page
    }

    private static func facts(of mode: TravelMode) -> [(name: String, value: String)] {
        let parameters = mode.attributeParameterValues
            .map { "\($0.attributeName), \($0.parameterName) = \($0.value)" }
            .joined(separator: "; ")
        let generalization = mode.simplificationTolerance.map {
            "\(ShownNumber.text($0)) \(mode.simplificationToleranceUnits.rawValue)"
        }
        return [
            ("Id", mode.id), ("Type", mode.type), ("Description", mode.summary),
            ("Minimizes", mode.impedanceAttributeName), ("Times in", mode.timeAttributeName),
            ("Lengths in", mode.distanceAttributeName),
            ("Restrictions", mode.restrictionAttributeNames.joined(separator: ", ")),
            ("Parameters", parameters.isEmpty ? "as the network has them" : parameters),
            ("U-turns", mode.uTurnPolicy.rawValue), ("Generalization", generalization ?? "none"),
        ].filter { !$0.1.isEmpty }
    }
}
