// A service's search by name, at `…/{service}/GeocodeServer`.

import Geocoding
package import Preparation
import RouteAPI

/// The search over the network of a service's first layer that has one.
package struct GeocodeService: Sendable {
    /// The layer whose access rules and limits apply.
    package let layer: PublishedLayer
    package let network: NetworkLayer

    /// Returns the search of a service's layers; `nil` if none has a network.
    package init?(_ layers: [PublishedLayer]) {
        for layer in layers {
            guard let network = layer.answering as? NetworkLayer else { continue }
            (self.layer, self.network) = (layer, network)
            return
        }
        return nil
    }
}

extension PathPattern<GeocodeService> {
    /// `{folder}/{service}/GeocodeServer`, or without a folder.
    package static let geocodeService = PathPattern(
        read: { path, start, catalog in
            guard let (_, first) = PathPattern<Void>.services.read(path, start, catalog),
                let type = path.words[first...].firstIndex(of: "geocodeserver"),
                type == first + 1 || type == first + 2
            else { return nil }
            let folder = type == first + 2 ? path.segments[first] : ""
            return GeocodeService(catalog.layers(of: path.segments[type - 1], in: folder))
                .map { ($0, type + 1) }
        },
        write: { service in
            "\(PathPattern<String>.folder.path(of: service.layer.folder))/"
                + "\(ResourcePath.encoded(service.layer.service))/GeocodeServer"
        },
        all: { catalog in
            PathPattern<[PublishedLayer]>.service.all(catalog).compactMap { GeocodeService($0) }
        })
}

/// The operations of a geocode service.
package enum GeocodeOperation: String, CaseIterable, Sendable {
    case findAddressCandidates
    case suggest
    case geocodeAddresses
    case reverseGeocode

    /// What it does, as pages and the OpenAPI document say it.
    package var summary: String {
        switch self {
        case .findAddressCandidates: "Finds places, addresses, streets and crossings by name"
        case .suggest: "Completes what has been typed so far"
        case .geocodeAddresses: "Finds many addresses at once"
        case .reverseGeocode: "Finds the address or street nearest to a place"
        }
    }
}
