// Decides whether a vehicle can have been at a lone point at either end of a trace.

import Geo

/// The step from a trace's first point to the next, or from the last but one to the last.
///
/// No point lies beyond an end, so only time can prove it wrong: the vehicle had too little time to
/// come so far, and its other steps are much shorter.
struct LoneEnd {
    /// How many other points are compared by their distances.
    static let comparedPoints = 4
    /// The path must take this many times longer than the vehicle had.
    private static let leastHaste = 1.5
    /// The point must lie this many times farther off than other points are apart.
    private static let leastJump = 2.0

    let lone: MatchStep
    /// The step after the lone one at the start of a trace, or before it at the end.
    let beside: MatchStep
    /// That step and those beyond it.
    let others: ArraySlice<MatchStep>
    /// The path's seconds on free streets.
    let travelSeconds: Double

    /// Makes the end of the first step; `nil` if too few follow.
    init?(first steps: ArraySlice<MatchStep>, on world: MatchNetwork) {
        guard steps.count > Self.comparedPoints, let lone = steps.first else { return nil }
        let beside = steps[steps.startIndex + 1]
        self.lone = lone
        self.beside = beside
        others = steps.dropFirst()
        travelSeconds = Double(beside.travel(to: beside.best, from: lone, on: world).seconds)
    }

    /// Makes the end of the last step; `nil` if there are too few before it.
    init?(last steps: ArraySlice<MatchStep>, on world: MatchNetwork) {
        guard steps.count > Self.comparedPoints, let lone = steps.last else { return nil }
        let before = steps.suffix(Self.comparedPoints + 1).dropLast()
        let beside = before[before.endIndex - 1]
        self.lone = lone
        self.beside = beside
        others = before
        travelSeconds = Double(lone.travel(to: lone.best, from: beside, on: world).seconds)
    }

    /// Whether the vehicle cannot have been there.
    var isImpossible: Bool {
        let (first, second) = (beside.point, lone.point)
        guard
            let seconds = StepLink.seconds(first, second) ?? StepLink.seconds(second, first),
            travelSeconds > Self.leastHaste * seconds
        else { return false }
        let usual = zip(others, others.dropFirst()).map { $0.point.meters(to: $1.point) }.max() ?? 0
        return first.meters(to: second) > Self.leastJump * usual
    }
}
