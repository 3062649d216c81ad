// `…/NAServer/{network dataset layer}`: the network under a service's route layers.

import Preparation
import PublishedServices
import RouteAPI
import ServicePages

/// A network dataset layer.
struct NetworkDatasetResource: Resource {
    /// A route layer over the network.
    let layer: PublishedLayer

    func json(pretty: Bool) -> [UInt8] {
        LayerResourceWriter.networkDataset(
            layer.description, name: layer.datasetName, pretty: pretty)
    }

    func page() -> DirectoryPage {
        let description = layer.description
        var page = DirectoryPage(
            title: "\(layer.datasetName) (Network dataset layer)",
            trail: ServiceResource.trail(to: layer),
            lead: "The network of the route layers of this service.",
            jsonPath: ResourcePath.dataset(layer))
        page.section("operations", "Operations") { html in
            let operations =
                layer.answering.networkOperations.map { operation in
                    (operation.description.name, "\(operation.description.summary).")
                } + [
                    ("retrieveTravelModes", "The available travel modes, with all their settings.")
                ]
            html.cards(
                operations.map { ($0, "\(ResourcePath.dataset(layer))/\($0)", $1) })
        }
        page.section("network", "Network") { html in
            html.facts([
                ("Name", description.networkName),
                ("Source of edges", description.edgeSourceName),
                ("Fingerprint", description.fingerprint), ("Data", description.attribution),
            ])
        }
        return page
    }
}
