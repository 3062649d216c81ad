// The barriers of a request on the network.

import RouteAPI
import RoutingEngine

/// The barriers of a request after resolving.
struct ResolvedBarriers: Sendable {
    var points: [ResolvedBarrier] = []
    var lines: [ResolvedBarrier] = []
    var polygons: [ResolvedBarrier] = []
    var effects = BarrierSet()
    /// What reading the rows had to say.
    var readingMessages: [Message] = []
    /// What holding them against the network had to say.
    var messages: [Message] = []

    /// All barriers that touch the network.
    var all: [ResolvedBarrier] { points + lines + polygons }
}
