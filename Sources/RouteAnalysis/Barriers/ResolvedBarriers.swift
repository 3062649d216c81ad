// The barriers of a request on the network.

import RouteAPI
import RoutingEngine

/// The barriers of a request after resolving.
struct ResolvedBarriers: Sendable {
    private var byClass = ByBarrierClass<[ResolvedBarrier]> { _ in [] }
    var effects = BarrierSet()
    /// What reading the rows had to say.
    var readingMessages: [Message] = []
    /// What holding them against the network had to say.
    var messages: [Message] = []

    init() {}

    /// The barriers of a class, in the order of their rows.
    subscript(_ kind: BarrierClass) -> [ResolvedBarrier] {
        get { byClass[kind] }
        set { byClass[kind] = newValue }
    }

    /// All barriers.
    var all: [ResolvedBarrier] { byClass.all.flatMap(\.self) }
}
