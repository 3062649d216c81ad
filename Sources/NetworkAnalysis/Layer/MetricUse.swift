// How the metrics of a layer serve its requests.

/// Counts of a layer's metrics: the weights that requests with the same impedance, restrictions,
/// vehicle, U-turns and barriers share.
public struct MetricUse: Hashable, Sendable {
    /// How often a metric was at hand.
    public var hits = 0
    /// How often one had to be made.
    public var misses = 0
    /// How many were dropped to make room.
    public var evictions = 0
    /// What all metrics hold.
    public var bytes = 0
    /// What those hold of it that stay: of the layer's defaults and travel modes.
    public var pinnedBytes = 0

    /// Makes counts.
    public init(
        hits: Int = 0, misses: Int = 0, evictions: Int = 0, bytes: Int = 0, pinnedBytes: Int = 0
    ) {
        self.hits = hits
        self.misses = misses
        self.evictions = evictions
        self.bytes = bytes
        self.pinnedBytes = pinnedBytes
    }

    /// The counts of several layers together.
    public static func + (first: MetricUse, second: MetricUse) -> MetricUse {
        MetricUse(
            hits: first.hits + second.hits, misses: first.misses + second.misses,
            evictions: first.evictions + second.evictions, bytes: first.bytes + second.bytes,
            pinnedBytes: first.pinnedBytes + second.pinnedBytes)
    }
}
