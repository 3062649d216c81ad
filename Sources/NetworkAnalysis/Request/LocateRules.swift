// Where inputs of a request are placed: the settings for each input, and the sources they may name.

import DataStructures
package import RoadNetwork
package import RouteAPI

/// The locate settings of a request, each input's own before the request's default before the
/// layer's.
package struct LocateRules {
    private let network: NetworkDataset
    private let layer: LayerDefaults
    private let asked: LocateSettingsByInput?
    private let selections: StreetSelections

    /// Prepares the rules.
    ///
    /// - Parameter selections: What is known of conditions; none where they are only checked.
    package init(
        network: NetworkDataset, layer: LayerDefaults, _ parameters: AnalysisParameters,
        selections: StreetSelections? = nil
    ) {
        self.network = network
        self.layer = layer
        self.selections = selections ?? StreetSelections(network: network)
        asked = parameters.locations.locateSettings
    }

    /// For an input of locations.
    package func settings(of location: String) -> LocateSettings {
        asked?.locations[location] ?? asked?.fallback ?? layer.locateSettings
    }

    /// For point barriers.
    package var barriers: LocateSettings {
        asked?.barriers.point ?? asked?.fallback ?? layer.locateSettings
    }

    /// The streets that inputs under some settings may be placed on, or `nil` for all.
    ///
    /// - Throws: For a condition that cannot be judged.
    package func streets(for settings: LocateSettings) throws(RouteRequestError) -> StreetSelection?
    {
        guard let text = settings.condition(on: network) else { return nil }
        return try selections.selection(of: text)
    }

    /// Bits of the restrictions whose streets take no stops of a family; none where the request
    /// asks for all streets.
    package func withoutStops(_ settings: LocateSettings, family: Int) -> UInt64 {
        guard !settings.asksForAllStreets(of: network) else { return 0 }
        let description = network.description
        return description.families[family].withoutStops
            .compactMap { description.restriction(named: $0)?.mask }.reduce(0, |)
    }

    /// Refuses tolerances beyond the service's, sources that the network does not have, and
    /// conditions that it cannot judge.
    ///
    /// Lines and polygons are not placed but laid over the network, so that settings for them say
    /// nothing; what they name is checked all the same.
    package func check() throws(RouteRequestError) {
        guard let asked else { return }
        let all =
            (asked.fallback.map { [(input: "default", settings: $0)] } ?? []) + asked.overrides
        for (input, settings) in all {
            try check(settings.toleranceMeters, of: input)
            try check(settings.sources ?? [])
        }
    }

    private func check(_ meters: Double, of input: String) throws(RouteRequestError) {
        let allowed = layer.maximumToleranceMeters
        guard meters > allowed else { return }
        throw RouteRequestError(
            .limitExceeded, extendedCode: .invalidInput,
            message: "Invalid or missing input parameters.", parameter: "locateSettings",
            "the tolerance of \"\(input)\" is \(meters.formattedForMessage) m; this service allows "
                + "\(allowed.formattedForMessage) m (maxSnapTolerance).")
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
                _ = try selections.selection(of: condition)
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

extension LocateSettings {
    /// The condition that all streets meet.
    package static let anyStreet = "1=1"

    /// The condition on streets, or `nil` where there is none or all meet it.
    package func condition(on network: NetworkDataset) -> String? {
        asksForAllStreets(of: network)
            ? nil : source(of: network).flatMap { sources?[$0].condition }
    }

    /// Whether the condition is one that says that all streets may be taken.
    package func asksForAllStreets(of network: NetworkDataset) -> Bool {
        let text = source(of: network).flatMap { sources?[$0].condition }
        return text?.filter { $0 != " " } == Self.anyStreet
    }

    /// The same without a condition on streets.
    package func withoutCondition(on network: NetworkDataset) -> LocateSettings {
        var copy = self
        if let source = source(of: network) { copy.sources?[source].condition = nil }
        return copy
    }

    /// The same with all streets asked for.
    package func withAllStreets(of network: NetworkDataset) -> LocateSettings {
        var copy = self
        let any = LocateSource(
            name: network.description.edgeSourceName, condition: Self.anyStreet)
        if let source = source(of: network) {
            copy.sources?[source] = any
        } else {
            copy.sources = [any] + (sources ?? [])
        }
        return copy
    }

    /// The position of the network's streets among the sources.
    private func source(of network: NetworkDataset) -> Int? {
        let edges = network.description.edgeSourceName.lowercased()
        return sources?.firstIndex { $0.name.lowercased() == edges }
    }
}
