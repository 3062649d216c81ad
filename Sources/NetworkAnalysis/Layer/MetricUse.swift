// Counts of the use of a layer's metrics.

/// The use of a layer's metrics: the weights that requests with the same impedance, restrictions,
/// vehicle and U-turns share.
public struct MetricUse: Hashable, Sendable {
    /// The number of metrics that were found in the cache.
    public var hits = 0
    /// The number of metrics that had to be made.
    public var misses = 0
    /// The number of metrics that were removed from the cache to make room.
    public var evictions = 0
    /// The bytes of all metrics.
    public var bytes = 0
    /// The part of ``bytes`` that stays in the cache: the metrics of the layer's defaults and
    /// travel modes.
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

    /// The sums of the counts of two layers.
    public static func + (first: MetricUse, second: MetricUse) -> MetricUse {
        MetricUse(
            hits: first.hits + second.hits, misses: first.misses + second.misses,
            evictions: first.evictions + second.evictions, bytes: first.bytes + second.bytes,
            pinnedBytes: first.pinnedBytes + second.pinnedBytes)
    }
}
