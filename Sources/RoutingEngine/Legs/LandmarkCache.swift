// A network's landmarks, computed in the background when a request could use them.

import DataStructures
import Dispatch
import RoadNetwork
import Synchronization

/// A least-recently-used cache of landmarks by family and cost.
final class LandmarkCache: Sendable {
    /// The request properties that select its landmarks.
    private struct Key: Hashable {
        var family: Int
        var column: Int

        init(_ key: MetricKey) {
            family = key.family
            column = key.column
        }
    }

    private struct State {
        var held = BoundedCache<Key, Landmarks>(budget: LandmarkCache.capacity)
        var underway: Set<Key> = []
    }

    /// The most pairs of family and cost with landmarks at a time. Few requests ignore the
    /// direction rule.
    static let capacity = 2

    private let network: NetworkDataset
    private let state = Mutex(State())
    private let making = InterruptibleLock()
    private let background = DispatchQueue(label: "waypost.landmarks", qos: .utility)

    init(network: NetworkDataset) { self.network = network }

    var byteCount: Int { state.withLock { $0.held.all.reduce(0) { $0 + $1.value.byteCount } } }

    /// Returns the landmarks for a request, if they are cached.
    func held(for key: MetricKey) -> Landmarks? {
        state.withLock { $0.held.find(Key(key)) }
    }

    /// Returns the landmarks for a request, computing them now if they are not cached.
    ///
    /// - Returns: `nil` when the monitor stopped the computation, or the wait for another thread's.
    func landmarks(for key: MetricKey, monitor: some SearchMonitor) -> Landmarks? {
        if let held = held(for: key) { return held }
        return making.withLock(monitor) {
            if let held = held(for: key) { return held }
            guard let made = Landmarks(network, key, monitor: monitor) else { return nil }
            state.withLock { $0.held.keep(made, for: Key(key)) }
            return made
        }
    }

    /// Computes the landmarks for a request in the background. Further calls meanwhile do nothing.
    func makeInBackground(for key: MetricKey) {
        guard state.withLock({ $0.underway.insert(Key(key)).inserted }) else { return }
        background.async { [self] in
            _ = landmarks(for: key, monitor: NeverStops())
            _ = state.withLock { $0.underway.remove(Key(key)) }
        }
    }
}
