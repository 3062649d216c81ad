// All barriers of a request, read.

import RoadNetwork
import RouteAPI

/// The barriers of a request before they are held against the network.
struct BarrierInputs: Sendable {
    var points: [BarrierInput] = []
    var lines: [BarrierInput] = []
    var polygons: [BarrierInput] = []
    /// What reading had to say.
    var messages: [Message] = []
}

extension BarrierReader {
    /// Reads all barriers of a request.
    func read(_ parameters: RouteParameters) throws(RouteRequestError) -> BarrierInputs {
        var inputs = BarrierInputs()
        inputs.points = try read(parameters.barriers?.features, .point, messages: &inputs.messages)
        inputs.lines = try read(parameters.polylineBarriers, .line, messages: &inputs.messages)
        inputs.polygons = try read(
            parameters.polygonBarriers, .polygon, messages: &inputs.messages)
        return inputs
    }
}
