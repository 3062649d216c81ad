// What a check of a configuration finds, for `waypost serve --check`.

import Preparation
import PublishedServices
import ServiceDefinitions

/// What a server would serve, and what it would wait for.
public struct ServiceCheck: Hashable, Sendable {
    /// The layers' paths in the services directory.
    public let layers: [String]
    /// Sentences about files that are not there yet, without which the layers are served.
    public let lacks: [String]

    init(_ catalog: ServiceCatalog) {
        layers = catalog.layers.map(ResourcePath.layer)
        var missing: [String] = []
        for layer in catalog.layers {
            guard case .file(let path)? = layer.traffic?.source, !missing.contains(path),
                NetworkFileVersion(path: path) == nil
            else { continue }
            missing.append(path)
        }
        lacks = missing.map {
            "there is no file \($0) with live traffic; until there is one, routes have none"
        }
    }
}
