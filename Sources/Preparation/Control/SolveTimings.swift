// How long each stage of a solve took.

/// How long each stage of a solve took, and which engine mechanisms found its legs.
public struct SolveTimings: Hashable, Sendable {
    /// The time spent reading the request.
    public var reading = Duration.zero
    /// The time spent resolving barriers.
    public var barriers = Duration.zero
    /// The time spent locating stops.
    public var locating = Duration.zero
    /// The time spent sequencing stops and finding legs.
    public var routing = Duration.zero
    /// The time spent on directions, lines and rows.
    public var assembling = Duration.zero
    /// The part of `assembling` in which sentences of directions were written. Finding the
    /// maneuvers is not in it.
    public var wording = Duration.zero
    /// How many legs each mechanism found: `hierarchy`, `verifiedPath`, `guidedSearch`,
    /// `plainSearch`; and how many metrics were made for the request: `derivedMetric`.
    public var legMechanisms: [String: Int] = [:]

    /// The timings as a `Server-Timing` header value (W3C *Server Timing*), in milliseconds with
    /// three decimals.
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
        if wording > .zero { add("words", wording) }
        return text
    }
}
