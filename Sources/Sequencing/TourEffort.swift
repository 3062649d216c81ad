// How long a search for a better order may take.

/// The limits of a search for a better order of many stops.
///
/// A search ends when it has found nothing better for long, mostly before it reaches its limits.
/// With a limit of rounds alone the same problem has the same answer on every machine.
package struct TourEffort: Hashable, Sendable {
    /// The most perturbations of the best order so far.
    package var rounds: Int
    /// The most seconds; none when `nil`.
    package var seconds: Double?

    /// Makes an effort.
    package init(rounds: Int, seconds: Double? = nil) {
        self.rounds = rounds
        self.seconds = seconds
    }

    /// The same effort, but no longer than some seconds.
    package func limited(toSeconds seconds: Double) -> TourEffort {
        TourEffort(rounds: rounds, seconds: min(seconds, self.seconds ?? seconds))
    }

    /// The default limits: up to a second for up to a thousand stops, by rounds alone.
    package static func standard(for problem: TourProblem) -> TourEffort {
        let count = max(1, problem.stopCount)
        return problem.windows == nil
            ? TourEffort(rounds: max(1_000, min(20_000, 8_000_000 / count)))
            : TourEffort(rounds: max(2_000, min(400 * count, 3_500_000 / count)))
    }
}

/// Measures how much of an effort has been spent.
struct EffortMeter {
    private let effort: TourEffort
    private let begin = ContinuousClock.now

    init(_ effort: TourEffort) { self.effort = effort }

    /// The share that has been spent after some rounds; 1 and more when it is all.
    func share(after rounds: Int) -> Double {
        let ofRounds = Double(rounds) / Double(max(1, effort.rounds))
        guard let seconds = effort.seconds, seconds > 0 else { return ofRounds }
        let ofTime = (ContinuousClock.now - begin) / .seconds(1) / seconds
        return max(ofRounds, ofTime)
    }
}
