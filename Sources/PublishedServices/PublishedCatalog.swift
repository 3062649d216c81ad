// The layers a server publishes now, replaced as a whole.

import Synchronization

/// A running server's catalog.
///
/// A request reads ``current`` once and keeps that snapshot to its end; the next request may see
/// another. Replaced layers live as long as a request or a job uses them. The catalog keeps weak
/// references to them, so that ``NetworkWatch`` can protect their networks, too.
package final class PublishedCatalog: Sendable {
    private struct State {
        var current: ServiceCatalog
        /// Replaced layers that may still be in use.
        var earlier: [EarlierLayer] = []
    }

    private struct EarlierLayer {
        weak var layer: PublishedLayer?
    }

    private let state: Mutex<State>

    package init(_ catalog: ServiceCatalog) { state = Mutex(State(current: catalog)) }

    /// The layers published now.
    package var current: ServiceCatalog { state.withLock { $0.current } }

    package func replace(with catalog: ServiceCatalog) {
        let old = state.withLock { state in
            state.earlier.removeAll { $0.layer == nil }
            state.earlier += state.current.layers.map { EarlierLayer(layer: $0) }
            defer { state.current = catalog }
            return state.current
        }
        // Keep the last reference until the lock is released: freeing a network takes time.
        withExtendedLifetime(old) {}
    }

    /// The replaced layers that requests and jobs still use.
    package var earlierInUse: [PublishedLayer] {
        state.withLock { $0.earlier.compactMap(\.layer) }
    }
}
