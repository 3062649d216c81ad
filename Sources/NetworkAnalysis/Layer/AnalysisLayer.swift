// What every analysis of a layer works on.

package import RoadNetwork
package import RoutingEngine

/// A network with its engine, a layer's defaults, and what requests have left for later ones.
package struct AnalysisLayer: Sendable {
    package let engine: LegEngine
    package let defaults: LayerDefaults
    /// Barriers that requests have sent, resolved.
    package let barriers: BarrierCache
    /// Conditions on streets that requests have named.
    package let selections: StreetSelections

    package var network: NetworkDataset { engine.network }

    /// Reads requests to the layer.
    ///
    /// - Parameter conditions: The conditional restrictions that a request without a time of travel
    ///   is taken to be under.
    package func reader(conditions: ConditionStates = .none) -> RequestReader {
        RequestReader(
            network: network, layer: defaults, selections: selections, conditions: conditions)
    }

    /// The same layer with no barriers kept, for barriers that will not be sent again.
    package var withoutKeptBarriers: AnalysisLayer {
        AnalysisLayer(
            engine: engine, defaults: defaults, barriers: BarrierCache(), selections: selections)
    }
}
