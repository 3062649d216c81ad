// `…/{service}/NAServer`: the names of a service's layers.

import Geo
package import PublishedServices
import RouteAPI

package struct ServiceResource: Resource {
    /// Its layers, at least one.
    package let layers: [PublishedLayer]

    package init(layers: [PublishedLayer]) {
        self.layers = layers
    }

    /// The keys under which layers are listed by type. Clients require all of ArcGIS's keys, even
    /// for types this server does not have.
    package static let layerKeys: [String] = {
        let required = [
            "routeLayers", "serviceAreaLayers", "closestFacilityLayers", "odCostMatrixLayers",
            "locationAllocationLayers",
        ]
        let own = LayerType.allCases.map(\.serviceKey)
        return required + own.filter { !required.contains($0) }
    }()
    package static let networkKey = "networkDatasetLayers"

    package func json(pretty: Bool) -> [UInt8] {
        object(pretty: pretty) { writer in
            writer.member("currentVersion", ServerInfo.currentVersion)
            writer.member("cimVersion", ServerInfo.cimVersion)
            writer.member("serviceDescription", layers.first?.summary ?? "")
            for key in Self.layerKeys {
                writer.strings(key, layers.filter { $0.type.serviceKey == key }.map(\.layer))
            }
            writer.strings(Self.networkKey, datasets.map(\.datasetName))
        }
    }

    /// The first layer over each network.
    package var datasets: [PublishedLayer] {
        var names: Set<String> = []
        return layers.filter { names.insert($0.datasetName).inserted }
    }

    package func page() -> DirectoryPage {
        let service = layers.first
        var page = DirectoryPage(
            title: service.map { "\($0.service) (NAServer)" } ?? "NAServer",
            trail: Self.trail(to: service?.folder ?? ""), lead: service?.summary ?? "",
            jsonPath: service.map { ResourcePath.service($0.service, in: $0.folder) })
        for type in LayerType.allCases {
            let layers = layers.filter { $0.type == type }
            guard !layers.isEmpty else { continue }
            page.section(type.serviceKey, "\(type.title)s") { html in
                html.cards(
                    layers.map { layer in
                        let modes = layer.description.configuration.travelModes.map(\.name)
                        return (
                            layer.layer, ResourcePath.layer(layer), modes.joined(separator: ", ")
                        )
                    })
            }
        }
        page.section("networks", "Network dataset layers") { html in
            html.cards(
                datasets.map { layer in
                    (
                        layer.datasetName, ResourcePath.dataset(layer),
                        "Places locations on the network (locate)."
                    )
                })
        }
        return page
    }

    /// Returns the pages from the root to a folder.
    package static func trail(to folder: String) -> [DirectoryPage.Crumb] {
        let root = [ServicesListing.rootCrumb]
        guard !folder.isEmpty else { return root }
        return root + [DirectoryPage.Crumb(name: folder, path: ResourcePath.folder(folder))]
    }

    /// Returns the pages from the root to a layer's service.
    package static func trail(to layer: PublishedLayer) -> [DirectoryPage.Crumb] {
        trail(to: layer.folder) + [
            DirectoryPage.Crumb(
                name: layer.service, path: ResourcePath.service(layer.service, in: layer.folder))
        ]
    }
}
