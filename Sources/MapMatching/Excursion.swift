// Decides whether a vehicle can have been at a lone point far off its path.

import Geo
import RoadNetwork

/// The detour to a lone point and back.
///
/// Receivers sometimes report a position some houses away, on another street or on none. If the
/// vehicle had really been there, it would have left more than one point, or had the time for it,
/// or moved in steps as long before. ``MatchRun`` asks after every step whether the step before it
/// should be left out.
struct Excursion {
    /// Steps kept between two points that are left out. So at most one point in five is.
    private static let keptSteps = 4
    /// How many points before the lone one are compared by their distances, at least and at most.
    private static let comparedPoints = 4...5
    /// No receiver is more accurate than this, in meters. Points nearer to streets were drawn.
    private static let leastAccuracy = 1.0

    /// In a trace without times, a path that is this many times longer than usual steps winds.
    private static let windingSteps = 5.0
    /// Beyond this distance between points, in meters, the length of a path says nothing.
    private static let farthestSteps = 200.0
    /// Beyond this distance between points, in meters, few of them lie near a point far off.
    private static let sparseSteps = 60.0

    let before: MatchStep
    let lone: MatchStep
    let after: MatchStep
    private let world: MatchNetwork
    /// The last steps, including the lone one.
    private let recent: ArraySlice<MatchStep>
    /// Straight distances in meters: to the lone point, back from it, and past it.
    private let there: Double
    private let back: Double
    private let past: Double

    /// Makes the detour over a chain's last point to the next point; `nil` if the chain has only
    /// one step.
    init?(_ chain: StepChain, to after: MatchStep, on world: MatchNetwork) {
        guard chain.steps.count > 1 else { return nil }
        self.world = world
        recent = chain.steps.suffix(Self.keptSteps + 1)
        before = chain.steps[chain.steps.count - 2]
        lone = chain.steps[chain.steps.count - 1]
        self.after = after
        there = before.point.meters(to: lone.point)
        back = lone.point.meters(to: after.point)
        past = before.point.meters(to: after.point)
    }

    /// Whether the path leads away and straight back, and both are unlikely.
    ///
    /// - Parameter verdict: How the next point follows.
    func isUnlikely(_ verdict: StepVerdict) -> Bool {
        guard case .plausible = verdict else { return false }
        let least = world.model.excursion
        return lone.stepNats + after.stepNats > least
            && min(lone.stepNats, after.stepNats) > least / 4 && min(there, back) > 2 * past
    }

    /// Whether the path past the point is much likelier, even if the vehicle drove about.
    func isUnlikely(besides joined: MatchStep) -> Bool {
        let seconds = StepLink.seconds(before.point, after.point)
        return lone.stepNats + after.stepNats - joined.stepNats
            > world.model.excursion + StepLink.drivingAbout(seconds, world.model)
    }

    /// Meters from the point to the straight line past it.
    private var offset: Double {
        guard past > 0 else { return min(there, back) }
        let along = (there * there - back * back + past * past) / (2 * past)
        if along <= 0 { return there }
        return along >= past ? back : max(0, there * there - along * along).squareRoot()
    }

    /// Positions no farther off than this are errors of any receiver, in meters.
    private var far: Double {
        max(world.model.leastRadius, world.model.radiusDeviations * lone.point.sigma)
    }

    /// Whether the point lies alone and far from its neighbors, and the vehicle cannot have been
    /// there.
    ///
    /// - Parameter verdict: How the next point follows it.
    /// - Complexity: O(1) unless the point lies far off.
    func isImpossible(_ verdict: StepVerdict) -> Bool {
        guard offset > max(far, past / 5), offset > past / 2 || isSparse,
            !after.passed.contains(where: { $0.status == .interpolated || $0.status == .outlier }),
            // The steps to keep must all lie between this point and the one left out before.
            !recent.suffix(Self.keptSteps).contains(where: {
                $0.passed.contains { $0.status == .outlier }
            })
        else { return false }
        guard let seconds = StepLink.seconds(before.point, after.point) else {
            // A line drawn into a street and back stays on streets and returns to where it was.
            let nearest = lone.candidates.map(\.meters).min() ?? 0
            return (lone.point.sigma >= Self.leastAccuracy || nearest > far)
                && isJump(verdict, hasTime: false)
        }
        switch verdict {
        case .noPathInTime: return true
        case .implausible, .noPath, .tooFarApart: return isJump(verdict, hasTime: true)
        case .plausible:
            let needed = Double(travel.seconds)
            // A vehicle that turns round out there takes twice the time of a free street.
            return needed > 1.5 * seconds || needed > seconds / 2 && isJump(verdict, hasTime: true)
        }
    }

    /// The last points before the lone one, newest first.
    private var pointsBefore: [ModelPoint] {
        var points: [ModelPoint] = []
        for step in recent.reversed() where points.count < Self.comparedPoints.upperBound {
            if step !== lone { points.append(step.point) }
            points += step.passed.reversed().lazy.filter { $0.status == .interpolated }
                .map(\.point)
        }
        return Array(points.dropLast(max(0, points.count - Self.comparedPoints.upperBound)))
    }

    /// Whether the points before lie far apart. Where they are near each other, the neighbors of a
    /// point far off lie off the line to it as well, and would seem to be the odd ones.
    private var isSparse: Bool {
        let points = pointsBefore
        return zip(points, points.dropFirst())
            .contains { $0.meters(to: $1) > Self.sparseSteps }
    }

    /// Whether the point lies twice as far off as the points before are apart. Without times, the
    /// trace must also continue past it; then a winding path over the point is enough, too.
    ///
    /// - Parameters:
    ///   - verdict: How the next point follows it.
    ///   - hasTime: Whether the points have times, which judge the path.
    private func isJump(_ verdict: StepVerdict, hasTime: Bool) -> Bool {
        let points = pointsBefore
        let distances = zip(points, points.dropFirst()).map { $0.meters(to: $1) }
        guard points.count >= Self.comparedPoints.lowerBound, let usual = distances.max(),
            let last = points.first
        else { return false }
        guard hasTime || last.meters(to: after.point) >= usual / 2 else { return false }
        if min(there, back) > max(past, 2 * usual) { return true }
        guard !hasTime, usual < Self.farthestSteps, case .plausible = verdict else { return false }
        return (offset > usual || usual > Self.sparseSteps)
            && Double(travel.meters) > Self.windingSteps * usual
    }

    /// The length and time of the path over the point.
    private var travel: (meters: Float, seconds: Float) {
        let back = after.travel(to: after.best, from: lone, on: world)
        let there = lone.travel(to: max(0, after.before[after.best]), from: before, on: world)
        return (there.meters + back.meters, there.seconds + back.seconds)
    }

    /// How many times longer than the straight line a path is that goes straight on.
    private static let straightPath = 1.2

    /// Whether the detour is longer than the path past the point by more than the point is off.
    ///
    /// If the point lies less far off, the path past it must also go straight on. Otherwise a good
    /// point before a bad one would seem to be the odd one, since the path past it leads astray.
    ///
    /// - Parameter joined: The next point, linked to the one before the lone point.
    func isLonger(than joined: MatchStep, _ verdict: StepVerdict) -> Bool {
        let direct = joined.travel(to: joined.best, from: before, on: world)
        guard offset > past / 2 || Double(direct.meters) < Self.straightPath * past else {
            return false
        }
        guard case .plausible = verdict else { return true }
        return Double(travel.meters - direct.meters) > offset
    }
}

extension MatchStep {
    /// Returns the meters and free-flow seconds of the likeliest path to a candidate from the step
    /// before.
    func travel(
        to candidate: Int, from origin: MatchStep, on world: MatchNetwork
    ) -> (meters: Float, seconds: Float) {
        guard before[candidate] >= 0 else { return (0, 0) }
        let (source, target) = (origin.candidates[before[candidate]], candidates[candidate])
        func part(_ candidate: Candidate, _ from: Double, _ to: Double) -> (Float, Float) {
            (
                candidate.edgeMeters * Float(to - from),
                Float(candidate.milliseconds(from: from, to: to)) / 1_000
            )
        }
        var parts: [(Float, Float)]
        switch transitions[candidate] {
        case .standing: parts = []
        case .ahead: parts = [part(target, source.share, target.share)]
        case .turning:
            let farthest = max(source.share, 1 - target.share)
            parts = [
                part(source, source.share, farthest), part(target, 1 - farthest, target.share),
            ]
        case .path:
            parts = [part(source, source.share, 1), part(target, 0, target.share)]
            for edge in path(to: candidate).dropLast() {
                parts.append(
                    (world.meters(edge), Float(world.price(of: edge).milliseconds) / 1_000))
            }
        }
        return parts.reduce((0, 0)) { ($0.0 + $1.0, $0.1 + $1.1) }
    }
}
