// Where the time of a solve goes.

/// How long the parts of a solve took, and by which mechanisms of the engine its legs were found.
public struct SolveTimings: Hashable, Sendable {
    /// Reading the request.
    public var reading = Duration.zero
    /// Bringing barriers onto the network.
    public var barriers = Duration.zero
    /// Locating stops.
    public var locating = Duration.zero
    /// Sequencing and finding legs.
    public var routing = Duration.zero
    /// Directions, lines and rows.
    public var assembling = Duration.zero
    /// How many legs each mechanism found: `hierarchy`, `verifiedPath`, `guidedSearch`,
    /// `plainSearch`; and how often a metric was made for the request: `derivedMetric`.
    public var legMechanisms: [String: Int] = [:]

    /// The timings as the value of a `Server-Timing` header (W3C *Server Timing*), milliseconds
    /// with three digits.
    public var serverTiming: String {
        let mechanisms = legMechanisms.sorted { $0.key < $1.key }
            .map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        let parts: [(String, Duration, String)] = [
            ("read", reading, ""), ("barriers", barriers, ""), ("locate", locating, ""),
            ("route", routing, mechanisms), ("assemble", assembling, ""),
        ]
        return parts.map { name, duration, note in
            let microseconds = Int((duration / .microseconds(1)).rounded())
            let digits = String(microseconds % 1_000)
            let fraction = String(repeating: "0", count: 3 - digits.count) + digits
            let description = note.isEmpty ? "" : ";desc=\"\(note)\""
            return "\(name);dur=\(microseconds / 1_000).\(fraction)\(description)"
        }.joined(separator: ", ")
    }
}
