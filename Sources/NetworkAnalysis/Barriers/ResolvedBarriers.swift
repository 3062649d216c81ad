// The barriers of a request on the network.

package import RouteAPI
package import RoutingEngine

/// The barriers of a request after resolving.
package struct ResolvedBarriers: Sendable {
    private var byClass = ByBarrierClass<[ResolvedBarrier]> { _ in [] }
    package var effects = BarrierSet()
    /// What reading the rows had to say.
    package var readingMessages: [Message] = []
    /// What holding them against the network had to say.
    package var messages: [Message] = []

    package init() {}

    /// The barriers of a class, in the order of their rows.
    package subscript(_ kind: BarrierClass) -> [ResolvedBarrier] {
        get { byClass[kind] }
        set { byClass[kind] = newValue }
    }

    /// All barriers.
    package var all: [ResolvedBarrier] { byClass.all.flatMap(\.self) }
}
