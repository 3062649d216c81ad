// The barriers of a request after reading.

import RoadNetwork
import RouteAPI

/// The barriers of a request before they are resolved on the network.
struct BarrierInputs: Sendable {
    var rows = ByBarrierClass<[BarrierInput]> { _ in [] }
    /// The messages of reading them.
    var messages: [Message] = []
}

extension BarrierReader {
    /// Reads all barriers of a request.
    func read(_ parameters: LocationParameters) throws(RouteRequestError) -> BarrierInputs {
        var inputs = BarrierInputs()
        for kind in BarrierClass.allCases {
            inputs.rows[kind] = try read(
                parameters.barriers[kind]?.features, kind, messages: &inputs.messages)
        }
        return inputs
    }
}
