// The parts of a layer that every analysis uses.

package import Geocoding
package import RoadNetwork
package import RouteAPI
package import RoutingEngine
package import VectorTiles

/// A network with its engine, a layer's defaults, and the caches that requests share.
///
/// Solvers receive it by value, and copies share everything. ``NetworkLayer`` is its public face;
/// several layers over one network differ only in `defaults`. A solve reads it in this order:
/// ``reader(conditions:traffic:)`` reads the request, ``Preparation`` resolves barriers and places
/// stops with the caches, and `engine` finds legs. All caches are bounded and safe to use from many
/// threads.
package struct AnalysisLayer: Sendable {
    package let engine: LegEngine
    package let defaults: LayerDefaults
    /// Resolved barriers from earlier requests.
    package let barriers: BarrierCache
    /// Places of locations in earlier requests.
    package let places: PlaceCache
    /// Locations read in earlier requests.
    package let knownStops: KnownStops
    /// Street conditions evaluated for earlier requests.
    package let selections: StreetSelections
    /// The traffic snapshots.
    package let traffic: TrafficBoard
    /// Vector tiles of the network's streets.
    package let tiles: StreetTiles
    /// Finds the network's places, addresses and streets by name.
    package let geocoder: Geocoder

    package var network: NetworkDataset { engine.network }

    /// Makes a reader for requests to the layer.
    ///
    /// - Parameters:
    ///   - conditions: The conditional restrictions in force for a request without a time of
    ///     travel.
    ///   - source: Where traffic comes from; by default the network's snapshots.
    package func reader(
        conditions: ConditionStates = .none, traffic source: TrafficSource? = nil
    ) -> RequestReader {
        RequestReader(
            network: network, layer: defaults, selections: selections, knownStops: knownStops,
            conditions: conditions, traffic: source ?? .board(traffic), now: traffic.now)
    }

    /// Fills in every layer default, but not the travel mode's settings. Use it for parameters that
    /// travel modes do not have.
    package func resolved<Parameters: OperationParameters>(
        _ parameters: Parameters
    ) -> ResolvedParameters<Parameters> {
        ResolvedParameters(parameters, mode: nil, defaults: defaults.parameterDefaults())
    }

    /// The same layer with an empty barrier cache. Use it for barriers that will not be sent again.
    package var withoutKeptBarriers: AnalysisLayer {
        AnalysisLayer(
            engine: engine, defaults: defaults, barriers: BarrierCache(), places: places,
            knownStops: knownStops, selections: selections, traffic: traffic, tiles: tiles,
            geocoder: geocoder)
    }
}
