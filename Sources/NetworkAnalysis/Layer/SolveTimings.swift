// The durations of the stages of a solve.

/// The durations of the stages of a solve, and the mechanisms of the engine that found its legs.
public struct SolveTimings: Hashable, Sendable {
    /// The time for reading the request.
    public var reading = Duration.zero
    /// The time for resolving barriers.
    public var barriers = Duration.zero
    /// The time for locating stops.
    public var locating = Duration.zero
    /// The time for sequencing and for finding legs.
    public var routing = Duration.zero
    /// The time for directions, lines and rows.
    public var assembling = Duration.zero
    /// The number of legs that each mechanism found: `hierarchy`, `verifiedPath`, `guidedSearch`,
    /// `plainSearch`; and the number of metrics made for the request: `derivedMetric`.
    public var legMechanisms: [String: Int] = [:]

    /// The timings as the value of a `Server-Timing` header (W3C *Server Timing*), in milliseconds
    /// with three decimals.
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
