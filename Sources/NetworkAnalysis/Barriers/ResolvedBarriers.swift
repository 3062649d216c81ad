// The barriers of a request after they are resolved on the network.

package import RouteAPI
package import RoutingEngine

/// The barriers of a request with their effects on the network.
package struct ResolvedBarriers: Sendable {
    private var byClass = ByBarrierClass<[ResolvedBarrier]> { _ in [] }
    package var effects = BarrierSet()
    /// The messages of reading the rows.
    package var readingMessages: [Message] = []
    /// The messages of resolving the barriers.
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
