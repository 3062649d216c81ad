// `…/{service}/NAServer`: the names of a service's layers.

import Geo

/// One service.
struct ServiceResource: Resource {
    /// Its layers, at least one.
    let layers: [PublishedLayer]

    func json(pretty: Bool) -> [UInt8] {
        object(pretty: pretty) { writer in
            writer.member("currentVersion", ServerInfo.currentVersion)
            writer.member("cimVersion", ServerInfo.cimVersion)
            writer.member("serviceDescription", layers.first?.summary ?? "")
            writer.strings("routeLayers", layers.map(\.layer))
            // Clients read all of these; layers of these kinds come with later steps.
            for kind in [
                "serviceAreaLayers", "closestFacilityLayers", "odCostMatrixLayers",
                "locationAllocationLayers", "networkDatasetLayers",
            ] {
                writer.strings(kind, [])
            }
        }
    }

    func page() -> DirectoryPage {
        let service = layers.first
        var page = DirectoryPage(
            title: service.map { "\($0.service) (NAServer)" } ?? "NAServer",
            trail: Self.trail(to: service?.folder ?? ""),
            jsonPath: service.map { ResourcePath.service($0.service, in: $0.folder) })
        if let summary = service?.summary, !summary.isEmpty { page.content.element("p", summary) }
        page.content.element("h2", "Route layers")
        page.content.list(layers) { $0.link($1.layer, to: ResourcePath.layer($1)) }
        return page
    }

    /// The way to the services of a folder.
    static func trail(to folder: String) -> [DirectoryPage.Crumb] {
        let root = [ServicesListing.rootCrumb]
        guard !folder.isEmpty else { return root }
        return root + [DirectoryPage.Crumb(name: folder, path: ResourcePath.folder(folder))]
    }

    /// The way to a layer of a service.
    static func trail(to layer: PublishedLayer) -> [DirectoryPage.Crumb] {
        trail(to: layer.folder) + [
            DirectoryPage.Crumb(
                name: layer.service, path: ResourcePath.service(layer.service, in: layer.folder))
        ]
    }
}
