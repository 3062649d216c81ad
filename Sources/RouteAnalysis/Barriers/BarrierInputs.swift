// All barriers of a request: read, or known from before.

import RoadNetwork
import RouteAPI
import RoutingEngine

/// The barriers of a request before they are held against the network.
struct BarrierInputs: Sendable {
    var points: [BarrierInput] = []
    var lines: [BarrierInput] = []
    var polygons: [BarrierInput] = []
    /// What becomes of them depends on this alone; `nil` without barriers.
    var key: BarrierKey?
    /// What became of the same barriers before. The rows are not read then.
    var kept: ResolvedBarriers?
    /// What reading had to say.
    var messages: [Message] = []
    /// The conditions that points are placed under, those in force when the routes start; `nil`
    /// for the request's own.
    var conditions: ConditionStates?
}

extension BarrierReader {
    /// Reads all barriers of a request, or finds what became of them when they came before.
    func read(
        _ parameters: RouteParameters, key: BarrierKey?, in cache: BarrierCache?
    ) throws(RouteRequestError) -> BarrierInputs {
        guard let key else { return BarrierInputs() }
        if let known = cache?.find(key) {
            return BarrierInputs(key: key, kept: known.resolved, messages: known.readMessages)
        }
        var inputs = BarrierInputs(key: key)
        inputs.points = try read(parameters.barriers?.features, .point, messages: &inputs.messages)
        inputs.lines = try read(parameters.polylineBarriers, .line, messages: &inputs.messages)
        inputs.polygons = try read(
            parameters.polygonBarriers, .polygon, messages: &inputs.messages)
        return inputs
    }
}
