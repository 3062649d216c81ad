// A network with its defaults, ready to answer. RouteSolver does the work.

package import RoadNetwork
public import RouteAPI

/// A route layer: an open network and the configuration requests fall back to.
///
/// Safe to share between threads; every solve has its own state.
public final class RouteLayer: Sendable {
    /// The layer's defaults, travel modes and limits.
    public let configuration: RouteLayerConfiguration
    package let network: NetworkDataset

    package init(network: NetworkDataset, configuration: RouteLayerConfiguration) {
        self.network = network
        self.configuration = configuration
    }

    /// Answers a solve request.
    ///
    /// - Throws: ``RouteRequestError`` naming the input, the cause and what would work.
    public func solve(
        _ parameters: RouteParameters, control: SolveControl = SolveControl()
    ) throws(RouteRequestError) -> RouteResult {
        throw RouteRequestError(.noSolution, details: ["solver is being laid"])
    }
}
