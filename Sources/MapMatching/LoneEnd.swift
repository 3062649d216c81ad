// A lone point far off at an end of a trace: whether the vehicle can have been there.

import Geo

/// The step from the first point of a trace to the next, or from the last but one to the last.
///
/// Nothing lies beyond the point at the end, so that only its time can say that it is wrong: the
/// vehicle cannot have come so far in it, and moved in much shorter steps besides.
struct LoneEnd {
    /// The points besides the lone one whose distances from each other count.
    static let comparedPoints = 4
    /// The path takes so many times as long as the vehicle had.
    private static let leastHaste = 1.5
    /// The point lies so many times as far off as other points are apart.
    private static let leastJump = 2.0

    let lone: MatchStep
    /// The step that the lone one is left to or reached from.
    let beside: MatchStep
    /// Further steps, from that one on.
    let others: ArraySlice<MatchStep>
    /// The seconds of the path on streets that are free.
    let travelSeconds: Double

    /// The first step of some, if enough follow.
    init?(first steps: ArraySlice<MatchStep>, on world: MatchNetwork) {
        guard steps.count > Self.comparedPoints, let lone = steps.first else { return nil }
        let beside = steps[steps.startIndex + 1]
        self.lone = lone
        self.beside = beside
        others = steps.dropFirst()
        travelSeconds = Double(beside.travel(to: beside.best, from: lone, on: world).seconds)
    }

    /// The last step of some, if there are enough before.
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
