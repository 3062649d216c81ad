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

    /// The streets that inputs under some settings may be placed on, or `nil` for all.
    ///
    /// - Throws: For a condition that cannot be judged.
    func streets(for settings: LocateSettings) throws(RouteRequestError) -> StreetCondition? {
        let edges = network.description.edgeSourceName.lowercased()
        let source = settings.sources?.first { $0.name.lowercased() == edges }
        guard let text = source?.condition, text.filter({ $0 != " " }) != "1=1" else { return nil }
        return try StreetCondition(text, on: network)
    }

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
            if let condition = source.condition {
                _ = try StreetCondition(condition, on: network)
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
