// How long a search for a better order may take.

/// The limits of a search for a better order of many stops.
///
/// A search ends when it has found nothing better for long, usually before it reaches its limits.
/// If you limit rounds alone, the same problem has the same answer on every machine.
package struct TourEffort: Hashable, Sendable {
    /// The most changes that one search tries.
    package var rounds: Int
    /// The most searches, each with other random numbers. Used only without windows.
    package var searches: Int
    /// The most seconds; `nil` for no limit.
    package var seconds: Double?

    package init(rounds: Int, searches: Int = 1, seconds: Double? = nil) {
        self.rounds = rounds
        self.searches = searches
        self.seconds = seconds
    }

    package func scaled(by share: Double) -> TourEffort {
        TourEffort(
            rounds: max(1, Int(Double(rounds) * share)),
            searches: max(1, Int(Double(searches) * share)), seconds: seconds.map { $0 * share })
    }

    /// Returns the same effort, limited to some seconds.
    package func limited(toSeconds seconds: Double) -> TourEffort {
        TourEffort(
            rounds: rounds, searches: searches, seconds: min(seconds, self.seconds ?? seconds))
    }

    /// Returns the same effort, limited to a share of its seconds if it has any.
    func limited(toShareOfSeconds share: Double) -> TourEffort {
        TourEffort(rounds: rounds, searches: searches, seconds: seconds.map { $0 * share })
    }

    /// Returns the default limits: up to a second for up to a thousand stops, by rounds alone.
    package static func standard(for problem: TourProblem) -> TourEffort {
        let count = max(1, problem.stopCount)
        return problem.windows == nil && problem.isPlain
            ? TourEffort(rounds: max(1_000, min(20_000, 8_000_000 / count)), searches: 6)
            : TourEffort(
                rounds: max(2_000, min(400 * count, 3_500_000 / count)) / problem.nodes.width)
    }
}

/// Measures how much of an effort has been spent.
struct EffortMeter {
    private let effort: TourEffort
    private let begin = ContinuousClock.now

    init(_ effort: TourEffort) { self.effort = effort }

    /// Whether the effort's seconds are over; false without a limit.
    var areSecondsSpent: Bool {
        guard let seconds = effort.seconds else { return false }
        return ContinuousClock.now - begin >= .seconds(seconds)
    }

    /// Returns the share spent after some rounds; 1 or more when nothing is left.
    func share(after rounds: Int) -> Double {
        let ofRounds = Double(rounds) / Double(max(1, effort.rounds))
        guard let seconds = effort.seconds, seconds > 0 else { return ofRounds }
        let ofTime = (ContinuousClock.now - begin) / .seconds(1) / seconds
        return max(ofRounds, ofTime)
    }
}
