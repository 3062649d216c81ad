// Reads and prepares a route request without solving it.

package import Preparation
package import RouteAPI

extension NetworkLayer {
    /// A route request's metric, barriers, costs and places, however few stops it has.
    ///
    /// - Parameter last: A preparation whose parts may be reused.
    package func prepared(
        _ parameters: RouteParameters, reusing last: PreparedAnalysis? = nil
    ) throws(RouteRequestError) -> PreparedAnalysis {
        try RequestPreparation(layer: layer, control: SolveControl()).prepare(
            layer.reader().read(parameters, minimumStops: 0), reusing: last)
    }
}
