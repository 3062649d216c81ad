// How much a layer's metrics are used.

/// Counts the use of a layer's metrics: the weights shared by requests with the same impedance,
/// restrictions, vehicle and U-turns.
public struct MetricUse: Hashable, Sendable {
    /// How many metrics were found in the cache.
    public var hits = 0
    /// How many metrics had to be made.
    public var misses = 0
    /// How many metrics were evicted from the cache to make room.
    public var evictions = 0
    /// The size of all metrics in bytes.
    public var bytes = 0
    /// The part of ``bytes`` that is never evicted: metrics for the layer's defaults and travel
    /// modes.
    public var pinnedBytes = 0

    /// Makes a record of counts.
    public init(
        hits: Int = 0, misses: Int = 0, evictions: Int = 0, bytes: Int = 0, pinnedBytes: Int = 0
    ) {
        self.hits = hits
        self.misses = misses
        self.evictions = evictions
        self.bytes = bytes
        self.pinnedBytes = pinnedBytes
    }

    /// Adds the counts of two layers.
    public static func + (first: MetricUse, second: MetricUse) -> MetricUse {
        MetricUse(
            hits: first.hits + second.hits, misses: first.misses + second.misses,
            evictions: first.evictions + second.evictions, bytes: first.bytes + second.bytes,
            pinnedBytes: first.pinnedBytes + second.pinnedBytes)
    }
}
