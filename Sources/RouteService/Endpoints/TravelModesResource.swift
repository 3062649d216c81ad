// `…/NAServer/{layer}/retrieveTravelModes`.

import Geo
import RouteAPI

/// The travel modes of a layer.
struct TravelModesResource: Resource {
    let layer: PublishedLayer

    func json(pretty: Bool) -> [UInt8] {
        LayerResourceWriter.travelModes(layer.description, pretty: pretty)
    }

    func page() -> DirectoryPage {
        var page = DirectoryPage(
            title: "Travel modes",
            trail: ServiceResource.trail(to: layer) + [
                DirectoryPage.Crumb(name: layer.layer, path: ResourcePath.layer(layer))
            ],
            jsonPath: "\(ResourcePath.layer(layer))/retrieveTravelModes")
        let configuration = layer.description.configuration
        if configuration.travelModes.isEmpty {
            page.content.element("p", "This layer has none; its defaults apply.")
        }
        for mode in configuration.travelModes {
            let mark = mode.id == configuration.defaultTravelMode ? " (default)" : ""
            page.content.element("h2", mode.name + mark)
            page.content.facts([
                ("Id", mode.id),
                ("Type", mode.type),
                ("Description", mode.summary),
                ("Minimizes", mode.impedanceAttributeName),
                ("Times in", mode.timeAttributeName),
                ("Lengths in", mode.distanceAttributeName),
                ("Restrictions", mode.restrictionAttributeNames.joined(separator: ", ")),
                (
                    "Parameters",
                    mode.attributeParameterValues
                        .map { "\($0.attributeName), \($0.parameterName) = \($0.value)" }
                        .joined(separator: "; ")
                ),
                ("U-turns", mode.uTurnPolicy.rawValue),
            ])
        }
        return page
    }
}
