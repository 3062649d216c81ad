// A request's barriers after they are resolved on the network.

package import RouteAPI
package import RoutingEngine

/// A request's barriers with their effects on the network.
package struct ResolvedBarriers: Sendable {
    private var byClass = ByBarrierClass<[ResolvedBarrier]> { _ in [] }
    package var effects = BarrierSet()
    /// Messages from reading the rows.
    package var readingMessages: [Message] = []
    package var messages: [Message] = []

    package init() {}

    /// The barriers in a class, in row order.
    package subscript(_ kind: BarrierClass) -> [ResolvedBarrier] {
        get { byClass[kind] }
        set { byClass[kind] = newValue }
    }

    package var all: [ResolvedBarrier] { byClass.all.flatMap(\.self) }
}
