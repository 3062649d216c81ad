// Prepares standing barriers while requests run.

public import RouteAPI
import RoutingEngine

extension NetworkLayer {
    /// Resolves standing barriers and computes the costs under them, for the layer's default
    /// parameters and every travel mode. The first request that uses them then finds everything in
    /// the caches.
    ///
    /// The call blocks its thread; requests may run meanwhile. Settings that cannot be used are
    /// skipped; requests with them fail with an error.
    ///
    /// - Complexity: O(*m* log *m*) for *m* affected streets, for each mode.
    public func prepare(_ standing: StandingBarriers) {
        var parameters = [RouteParameters()]
        for mode in configuration.travelModes {
            var named = RouteParameters()
            named.travelMode = .settings(mode)
            parameters.append(named)
        }
        for var parameters in parameters {
            parameters.analysis.standing = standing
            do throws(RouteRequestError) {
                let request = try layer.reader().read(parameters, minimumStops: 0)
                _ = try RequestPreparation(layer: layer, control: SolveControl()).prepare(request)
            } catch {
                continue
            }
        }
    }

    /// The id of the traffic snapshot in force; `nil` without traffic.
    public var trafficID: String? { traffic.current?.id }
}
