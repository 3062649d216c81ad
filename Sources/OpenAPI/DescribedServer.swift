// What the OpenAPI document must know of a server.

import Preparation
package import PublishedServices
import RouteAPI
import ServicePages

/// A server as one caller sees it, with names for its parts in the OpenAPI document.
package struct DescribedServer: Sendable {
    package let catalog: ServiceCatalog
    /// Whether the server has users, and so tokens.
    package var hasTokens = false
    /// Whether `sharing/rest` is served.
    package var answersSharing = false
    package var hasJobs = false
    /// Whether administrators may reload the services, on a server with users.
    package var hasReload = false
    /// The path in front of the server's own paths, behind a proxy: `/routing`, or empty.
    package var prefix = ""
    /// The layers, each with a name.
    package let layers: [NamedLayer]
    private let serviceNames: [String: String]

    /// A layer with the name that begins its operations and schemas.
    package struct NamedLayer: Sendable {
        package var layer: PublishedLayer
        package var name: String
    }

    package init(
        catalog: ServiceCatalog, hasTokens: Bool = false, answersSharing: Bool = false,
        hasJobs: Bool = false, hasReload: Bool = false, prefix: String = ""
    ) {
        self.catalog = catalog
        self.hasTokens = hasTokens
        self.answersSharing = answersSharing
        self.hasJobs = hasJobs
        self.hasReload = hasReload
        self.prefix = prefix
        var names = ComponentNames()
        layers = catalog.layers.map { layer in
            NamedLayer(
                layer: layer, name: names.next([layer.folder, layer.service, layer.layer]))
        }
        var services: [String: String] = [:]
        for folder in [""] + catalog.folders {
            for service in catalog.services(in: folder) {
                services["\(folder)/\(service)"] = names.next([folder, service])
            }
        }
        serviceNames = services
    }

    /// Returns the first part of the names of a layer's operations and schemas.
    package func name(of layer: PublishedLayer) -> String {
        layers.first { $0.layer === layer }?.name ?? layer.layer
    }

    /// Returns the first part of the names of a service's operations.
    package func name(ofService service: String, in folder: String) -> String {
        serviceNames["\(folder)/\(service)"] ?? service
    }

    /// Whether the network under a layer is described with it: the layer is the first over the
    /// network in its service.
    package func describesNetwork(of layer: PublishedLayer) -> Bool {
        ServiceResource(layers: catalog.layers(of: layer.service, in: layer.folder))
            .datasets.contains { $0 === layer }
    }
}

/// Makes names of components and operations, which have only letters, digits and `._-`.
private struct ComponentNames {
    private var uses: [String: Int] = [:]

    /// Returns a name for some words. Two may differ only in other signs, so the second gets a
    /// number.
    mutating func next(_ words: [String]) -> String {
        let plain = words.filter { !$0.isEmpty }.joined(separator: ".").unicodeScalars.map {
            scalar in
            scalar.isASCII
                && (scalar.properties.isAlphabetic
                    || "0123456789.-".unicodeScalars.contains(scalar))
                ? Character(scalar) : "_"
        }
        let name = String(plain)
        uses[name, default: 0] += 1
        let count = uses[name] ?? 1
        return count == 1 ? name : "\(name)_\(count)"
    }
}
