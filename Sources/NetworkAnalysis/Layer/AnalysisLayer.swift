// The parts of a layer that every analysis uses.

package import RoadNetwork
package import RouteAPI
package import RoutingEngine

/// A network with its engine, the defaults of a layer, and caches that requests share.
package struct AnalysisLayer: Sendable {
    package let engine: LegEngine
    package let defaults: LayerDefaults
    /// Resolved barriers of earlier requests.
    package let barriers: BarrierCache
    /// Places of locations of earlier requests.
    package let places: PlaceCache
    /// Locations of earlier requests.
    package let knownStops: KnownStops
    /// The conditions on streets of earlier requests.
    package let selections: StreetSelections
    /// The snapshots of traffic.
    package let traffic: TrafficBoard

    package var network: NetworkDataset { engine.network }

    /// A reader of requests to the layer.
    ///
    /// - Parameters:
    ///   - conditions: The conditional restrictions that apply to a request without a time of
    ///     travel.
    ///   - source: The source of traffic; by default the snapshots of the network.
    package func reader(
        conditions: ConditionStates = .none, traffic source: TrafficSource? = nil
    ) -> RequestReader {
        RequestReader(
            network: network, layer: defaults, selections: selections, knownStops: knownStops,
            conditions: conditions, traffic: source ?? .board(traffic), now: traffic.now)
    }

    /// A request with every default of the layer filled in, but without the settings of its travel
    /// mode: for parameters that travel modes do not have.
    package func resolved<Parameters: OperationParameters>(
        _ parameters: Parameters
    ) -> ResolvedParameters<Parameters> {
        ResolvedParameters(parameters, mode: nil, defaults: defaults.parameterDefaults())
    }

    /// The same layer with an empty cache of barriers, for barriers that will not be sent again.
    package var withoutKeptBarriers: AnalysisLayer {
        AnalysisLayer(
            engine: engine, defaults: defaults, barriers: BarrierCache(), places: places,
            knownStops: knownStops, selections: selections, traffic: traffic)
    }
}
