// Bounds on JSON text.

/// Limits on what a JSON reader accepts, against hostile input.
public struct JSONLimits: Hashable, Sendable {
    /// The greatest number of bytes.
    public var maximumBytes: Int
    /// The deepest nesting of arrays and objects.
    public var maximumDepth: Int
    /// The greatest number of values on all levels together, to bound memory.
    public var maximumValues: Int
    /// Whether `NaN` and `Infinity`, which Python writes among numbers, are null.
    package var readsNotANumber = false

    /// Makes limits.
    public init(
        maximumBytes: Int = 256 << 20, maximumDepth: Int = 64, maximumValues: Int = 10_000_000
    ) {
        self.maximumBytes = maximumBytes
        self.maximumDepth = maximumDepth
        self.maximumValues = maximumValues
    }
}

extension JSONLimits {
    /// Returns limits for features, whose numbers may be `NaN`.
    package static func features(maximumBytes: Int = JSONLimits().maximumBytes) -> JSONLimits {
        var limits = JSONLimits(maximumBytes: maximumBytes)
        limits.readsNotANumber = true
        return limits
    }
}
