// What every analysis of a layer works on.

import RoadNetwork
import RoutingEngine

/// A network with its engine, a layer's defaults, and what requests have left for later ones.
struct AnalysisLayer: Sendable {
    let engine: LegEngine
    let defaults: LayerDefaults
    /// Barriers that requests have sent, resolved.
    let barriers: BarrierCache
    /// Conditions on streets that requests have named.
    let selections: StreetSelections

    var network: NetworkDataset { engine.network }

    /// Reads requests to the layer.
    ///
    /// - Parameter conditions: The conditional restrictions that a request without a time of travel
    ///   is taken to be under.
    func reader(conditions: ConditionStates = .none) -> RequestReader {
        RequestReader(
            network: network, layer: defaults, selections: selections, conditions: conditions)
    }

    /// The same layer with no barriers kept, for barriers that will not be sent again.
    var withoutKeptBarriers: AnalysisLayer {
        AnalysisLayer(
            engine: engine, defaults: defaults, barriers: BarrierCache(), selections: selections)
    }
}
