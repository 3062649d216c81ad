// How fast request bodies must arrive. A client could otherwise send slowly to hold resources.

/// The time a request body may take.
package struct BodyPace: Hashable, Sendable {
    /// How many seconds a whole body may take.
    var longestSeconds = 300.0
    /// How many seconds pass before the minimum rate applies.
    var graceSeconds = 10.0
    /// The minimum bytes per second after that, on average since the body began.
    var leastBytesPerSecond = 1_024.0

    /// Creates a pace; by default, as a server asks for it.
    package init(
        longestSeconds: Double = 300.0, graceSeconds: Double = 10.0,
        leastBytesPerSecond: Double = 1_024.0
    ) {
        self.longestSeconds = longestSeconds
        self.graceSeconds = graceSeconds
        self.leastBytesPerSecond = leastBytesPerSecond
    }

    /// Returns whether `bytes` are enough after `seconds`.
    func admits(_ bytes: Int, after seconds: Double) -> Bool {
        guard seconds > graceSeconds else { return true }
        return seconds <= longestSeconds && Double(bytes) >= leastBytesPerSecond * seconds
    }
}
