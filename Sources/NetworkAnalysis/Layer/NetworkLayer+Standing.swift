// Barriers of the service, prepared beside requests.

public import RouteAPI
import RoutingEngine

extension NetworkLayer {
    /// Resolves barriers of the service, and computes the costs under them for the layer's default
    /// parameters and every travel mode, beside running requests: the first request with them finds
    /// all of it in the caches.
    ///
    /// It blocks the thread. Settings that cannot be used are left out; requests with them fail
    /// with an error.
    ///
    /// - Complexity: O(*m* log *m*) in the streets that the barriers concern, for each mode.
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
                _ = try Preparation(layer: layer, control: SolveControl()).prepare(request)
            } catch {
                continue
            }
        }
    }

    /// The id of the snapshot of traffic in force; `nil` without traffic.
    public var trafficID: String? { traffic.current?.id }
}
