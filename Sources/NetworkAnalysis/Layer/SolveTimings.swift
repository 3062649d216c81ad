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
        var text = ""
        func add(_ name: String, _ duration: Duration) {
            let microseconds = Int((duration / .microseconds(1)).rounded())
            let (whole, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000)
            text += text.isEmpty ? "\(name);dur=" : ", \(name);dur="
            text += "\(whole)."
            text += rest < 10 ? "00" : rest < 100 ? "0" : ""
            text += "\(rest)"
        }
        add("read", reading)
        add("barriers", barriers)
        add("locate", locating)
        add("route", routing)
        if !legMechanisms.isEmpty {
            let mechanisms = legMechanisms.sorted { $0.key < $1.key }
                .map { "\($0.key) \($0.value)" }.joined(separator: ", ")
            text += ";desc=\"\(mechanisms)\""
        }
        add("assemble", assembling)
        return text
    }
}
