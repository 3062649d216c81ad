// The minimum rate of a request body, against clients that send slowly to hold resources.

/// The time that a request body may take.
struct BodyPace: Hashable, Sendable {
    /// Seconds that a whole body may take.
    var longestSeconds = 300.0
    /// Seconds before the minimum rate applies.
    var graceSeconds = 10.0
    /// The minimum bytes per second after that, on average since the body began.
    var leastBytesPerSecond = 1_024.0

    /// Whether `bytes` are enough after `seconds`.
    func admits(_ bytes: Int, after seconds: Double) -> Bool {
        guard seconds > graceSeconds else { return true }
        return seconds <= longestSeconds && Double(bytes) >= leastBytesPerSecond * seconds
    }
}
