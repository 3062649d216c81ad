// The layers that a server publishes at the moment, replaced as a whole.

import Synchronization

/// The catalog of a running server.
///
/// A request reads ``current`` once and ends with that snapshot; the next request may have another
/// one. Layers of an earlier catalog live as long as a request or a job uses them.
final class PublishedCatalog: Sendable {
    private struct State {
        var current: ServiceCatalog
        /// Layers of earlier catalogs that may still be in use.
        var earlier: [EarlierLayer] = []
    }

    private struct EarlierLayer {
        weak var layer: PublishedLayer?
    }

    private let state: Mutex<State>

    /// Publishes layers.
    init(_ catalog: ServiceCatalog) { state = Mutex(State(current: catalog)) }

    /// The layers at the moment.
    var current: ServiceCatalog { state.withLock { $0.current } }

    /// Publishes other layers in place of all.
    func replace(with catalog: ServiceCatalog) {
        let old = state.withLock { state in
            state.earlier.removeAll { $0.layer == nil }
            state.earlier += state.current.layers.map { EarlierLayer(layer: $0) }
            defer { state.current = catalog }
            return state.current
        }
        // The last reference to a network is not dropped under the lock.
        withExtendedLifetime(old) {}
    }

    /// The layers of earlier catalogs that requests and jobs still use.
    var earlierInUse: [PublishedLayer] {
        state.withLock { $0.earlier.compactMap(\.layer) }
    }
}
