// How to place a request's inputs: settings for each input, and their sources.

import DataStructures
package import RoadNetwork
package import RouteAPI

/// A request's locate settings. Settings for an input take precedence over the request's default,
/// which takes precedence over the layer's.
package struct LocateRules {
    private let network: NetworkDataset
    private let layer: LayerDefaults
    private let requested: LocateSettingsByInput?
    private let selections: StreetSelections

    /// Prepares the rules.
    ///
    /// - Parameter selections: The cached conditions; `nil` to check conditions only.
    package init(
        network: NetworkDataset, layer: LayerDefaults, _ parameters: AnalysisParameters,
        selections: StreetSelections? = nil
    ) {
        self.network = network
        self.layer = layer
        self.selections = selections ?? StreetSelections(network: network)
        requested = parameters.locations.locateSettings
    }

    /// Returns the settings for a location input.
    package func settings(of location: String) -> LocateSettings {
        requested?.locations[location] ?? requested?.fallback ?? layer.locateSettings
    }

    /// The settings for point barriers.
    package var barriers: LocateSettings {
        requested?.barriers.point ?? requested?.fallback ?? layer.locateSettings
    }

    /// Returns the streets on which inputs may be placed under some settings, or `nil` for all.
    ///
    /// - Throws: If the condition cannot be evaluated.
    package func streets(for settings: LocateSettings) throws(RouteRequestError) -> StreetSelection?
    {
        guard let text = settings.condition(on: network) else { return nil }
        return try selections.selection(of: text)
    }

    /// Returns the rule that says which streets take a family's stops.
    package func withoutStops(_ settings: LocateSettings, family: Int) -> StopRule {
        settings.allowsAllStreets(of: network)
            ? .allStreets : network.stopRules[family]
    }

    /// Checks the tolerances, sources and conditions in all settings.
    ///
    /// Line and polygon barriers are intersected with the network instead of placed, so their
    /// settings have no effect; they are checked too.
    ///
    /// - Throws: For a tolerance beyond the service's limit, a source the network does not have, or
    ///   a condition that cannot be evaluated.
    package func check() throws(RouteRequestError) {
        guard let requested else { return }
        let all =
            (requested.fallback.map { [(input: "default", settings: $0)] } ?? [])
            + requested.overrides
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
        let known = [edges, network.description.junctionSourceName]
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
    /// A condition that all streets meet.
    package static let anyStreet = "1=1"

    /// Returns the street condition; `nil` if there is none or all streets meet it.
    package func condition(on network: NetworkDataset) -> String? {
        allowsAllStreets(of: network)
            ? nil : source(of: network).flatMap { sources?[$0].condition }
    }

    /// Whether the condition is ``anyStreet``, which allows all streets.
    package func allowsAllStreets(of network: NetworkDataset) -> Bool {
        let text = source(of: network).flatMap { sources?[$0].condition }
        return text?.filter { $0 != " " } == Self.anyStreet
    }

    /// Returns the same settings without a street condition.
    package func withoutCondition(on network: NetworkDataset) -> LocateSettings {
        var copy = self
        if let source = source(of: network) { copy.sources?[source].condition = nil }
        return copy
    }

    /// Returns the same settings with the condition ``anyStreet``.
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

    /// Returns the index of the network's edge source among the sources.
    private func source(of network: NetworkDataset) -> Int? {
        let edges = network.description.edgeSourceName.lowercased()
        return sources?.firstIndex { $0.name.lowercased() == edges }
    }
}
