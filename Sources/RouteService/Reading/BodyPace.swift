// How fast a body has to come, so that nobody holds a connection and its memory by trickling.

/// The time that a body may take.
struct BodyPace: Hashable, Sendable {
    /// Seconds that a whole body may take.
    var longestSeconds = 300.0
    /// Seconds in which nothing is asked of the rate.
    var graceSeconds = 10.0
    /// Bytes a second, on average since the body began, that are asked after that.
    var leastBytesPerSecond = 1_024.0

    /// Whether so many bytes are enough after so many seconds.
    func admits(_ bytes: Int, after seconds: Double) -> Bool {
        guard seconds > graceSeconds else { return true }
        return seconds <= longestSeconds && Double(bytes) >= leastBytesPerSecond * seconds
    }
}
