// Where inputs of a request are placed: the settings for each input, and the sources they may name.

import RoadNetwork
import RouteAPI

/// The locate settings of a request, each input's own before the request's default before the
/// layer's.
struct LocateRules {
    private let network: NetworkDataset
    private let layer: RouteLayerConfiguration
    private let asked: LocateSettingsByInput?

    init(network: NetworkDataset, layer: RouteLayerConfiguration, _ parameters: RouteParameters) {
        self.network = network
        self.layer = layer
        asked = parameters.locateSettings
    }

    /// For stops.
    var stops: LocateSettings { asked?.stops ?? asked?.fallback ?? layer.locateSettings }

    /// For point barriers.
    var barriers: LocateSettings { asked?.barriers ?? asked?.fallback ?? layer.locateSettings }

    /// Refuses sources that the network does not have, and conditions that it cannot judge.
    ///
    /// Lines and polygons are not placed but laid over the network, so that settings for them say
    /// nothing; what they name is checked all the same.
    func check() throws(RouteRequestError) {
        guard let asked else { return }
        let all = [
            asked.fallback, asked.stops, asked.barriers, asked.polylineBarriers,
            asked.polygonBarriers,
        ]
        for settings in all { try check(settings?.sources ?? []) }
    }

    private func check(_ sources: [LocateSource]) throws(RouteRequestError) {
        let edges = network.description.edgeSourceName
        let known = [edges, "\(network.description.name)_Junctions"]
        for source in sources {
            guard known.contains(where: { $0.lowercased() == source.name.lowercased() }) else {
                throw .invalidParameter(
                    "locateSettings",
                    "the network has no source \"\(source.name)\". "
                        + NearestName.sentences(for: source.name, among: known))
            }
            // A condition that is passed over in silence would place inputs where it forbids.
            if let condition = source.condition, condition.filter({ $0 != " " }) != "1=1" {
                throw .invalidParameter(
                    "locateSettings",
                    "the source \"\(source.name)\" has the condition \"\(condition)\"; conditions "
                        + "on network sources are not judged here, leave where out or send 1=1")
            }
        }
        guard
            sources.isEmpty
                || sources.contains(where: { $0.name.lowercased() == edges.lowercased() })
        else {
            throw .invalidParameter(
                "locateSettings",
                "names no source of edges, but inputs are placed on edges; add \"\(edges)\"")
        }
    }
}
