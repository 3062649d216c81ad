// Landmarks that are there before the request which is tested, as behind an earlier one.

package import RoutingEngine

extension LegEngine {
    /// Computes a key's landmarks and waits for them, if no hierarchy serves it.
    ///
    /// A router whose paths must not depend on the cache waits for them, on networks of up to a
    /// million states, and leaves them in the cache.
    package func prepareLandmarks(for key: MetricKey) {
        guard Hierarchy(network, family: key.family)?.serves(key) != true else { return }
        withRouter(
            RequestCosts(network: network, metric: metric(for: key)), by: .customized
        ) { _ in }
    }
}
