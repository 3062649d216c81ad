// Reads a trace point by point: which points become steps, which are passed, where the trace is
// split.

import Geo
import RoadNetwork
import RoutingEngine

/// The matching of one trace.
///
/// Points arrive through ``add(_:)``; ``finish()`` ends the trace. A point becomes a *step* of the
/// model if it has candidates and lies far enough from the last step. All others are *passed*:
/// dense points, points far from streets, and invalid ones.
///
/// A step that plausibly follows the chain is appended to it. A step that does not is *held*. As
/// soon as three held steps follow each other, the chain ends and they begin a new part: the trace
/// has a gap. If instead a later step fits the chain again, the held points were outliers. Before a
/// step is appended, ``Excursion`` is asked whether the step before it should go, and ``LoneEnd``
/// checks both ends of the trace.
///
/// Memory stays bounded: after 64 dense points the next one becomes a step, and after 256 points
/// without a place the chain ends.
struct MatchRun {
    /// Passed points between two steps. After `mostPassed` a point is made a step, after `mostLost`
    /// the chain ends, so that memory stays bounded.
    private static let mostPassed = 64
    private static let mostLost = 256
    /// If this many steps fit each other but not the chain, the trace is split.
    private static let splittingSteps = 3

    private let world: MatchNetwork
    private let finder: CandidateFinder
    private let link: StepLink
    private let options: MatchOptions
    private let monitor: any SearchMonitor
    private var chain = StepChain()
    /// Steps that follow each other but not the chain.
    private var held: [MatchStep] = []
    /// Why the first held step does not follow.
    private var cause = StepVerdict.implausible
    /// The points since the last held step, or since the chain's last if none is held.
    private var passed: [PassedPoint] = []
    private var writer: PartWriter
    /// Set when a part has ended and the gap after it is not yet written.
    private var openGap: (after: Int?, cause: GapCause)?

    init(
        _ world: MatchNetwork, _ search: TransitionSearch, _ options: MatchOptions,
        monitor: any SearchMonitor
    ) {
        self.world = world
        self.options = options
        self.monitor = monitor
        finder = CandidateFinder(world, options)
        link = StepLink(world: world, search: search, greatestStep: options.greatestStep)
        writer = PartWriter(finder.streets)
    }

    /// Estimates the accuracy of points that state none.
    func estimatedAccuracy(_ points: [TracePoint]) -> Double {
        AccuracyEstimate(streets: finder.streets).meters(points)
    }

    /// Returns the events since the last call.
    mutating func takeEvents() -> [MatchEvent] { writer.takeEvents() }

    /// Reads the next point.
    mutating func add(_ point: ModelPoint) throws(MatchStopped) {
        guard Self.isValid(point) else {
            pass(point, .invalid, meters: .infinity)
            return
        }
        if isDense(point) {
            passed.append(PassedPoint(point: point, status: .interpolated, meters: 0))
            return
        }
        try addStep(point)
    }

    /// Reads the end of the trace.
    mutating func finish() throws(MatchStopped) {
        if let last = passed.last, last.status == .interpolated {
            passed.removeLast()
            try addStep(last.point)
        }
        if held.count > 1 {
            split()
        } else if let lone = held.first {
            passed = lone.passed + [outlier(lone)] + passed
            held = []
        } else {
            try leaveOutLast()
        }
        endChain(trailing: passed)
        if openGap == nil, passed.contains(where: { $0.status == .tooFar }) {
            openGap = (
                writer.lastPlaced, .farFromStreets(meters: Self.leastMeters(passed))
            )
        }
        passed = []
        if let openGap {
            writer.write(TraceGap(after: openGap.after, before: nil, cause: openGap.cause))
        }
    }

    private static func isValid(_ point: ModelPoint) -> Bool {
        point.coordinate.isFinite && abs(point.coordinate.x) <= 180.5
            && abs(point.coordinate.y) <= 89.5
    }

    /// Whether a point is so near the last step that it adds nothing.
    private func isDense(_ point: ModelPoint) -> Bool {
        guard options.interpolatesDensePoints, passed.count < Self.mostPassed,
            let step = held.last ?? chain.last
        else { return false }
        let near = min(
            world.model.skippedMeters, world.model.skippedDeviations * point.sigma)
        return step.point.meters(to: point) < near
    }

    private mutating func addStep(_ point: ModelPoint) throws(MatchStopped) {
        let step = MatchStep(point)
        guard finder.find(point, into: &step.candidates) else {
            pass(point, .tooFar, meters: distance(of: point))
            return
        }
        step.passed = passed
        passed = []
        try add(step)
    }

    /// Returns the meters from a point without candidates to the nearest street. Only the first
    /// such point in a row and every sixteenth after it are measured; the others get infinity.
    private func distance(of point: ModelPoint) -> Double {
        let far = passed.reversed().prefix { $0.status == .tooFar }.count
        guard far % 16 == 0 else { return .infinity }
        var radius = options.searchRadius
        while radius < 20_000 {
            radius *= 3
            finder.streets.find(around: point.coordinate, within: radius, scale: point.scale)
            if let nearest = finder.streets.hits.first { return nearest.meters }
        }
        return .infinity
    }

    /// Passes a point that has no place.
    private mutating func pass(_ point: ModelPoint, _ status: PointStatus, meters: Double) {
        passed.append(PassedPoint(point: point, status: status, meters: meters))
        guard passed.count >= Self.mostLost else { return }
        // No path is searched across so many lost points, so write what is known.
        if held.count > 1 { split() }
        if let lone = held.first {
            passed = lone.passed + [outlier(lone)] + passed
            held = []
        }
        let cause = GapCause.farFromStreets(meters: Self.leastMeters(passed))
        let wasOpen = writer.isOpen || !chain.isEmpty
        endChain(trailing: passed)
        passed = []
        if wasOpen || openGap == nil { openGap = (writer.lastPlaced, cause) }
    }

    private mutating func add(_ step: MatchStep) throws(MatchStopped) {
        guard let last = chain.last else {
            step.begin(world.model)
            if openGap == nil, step.passed.contains(where: { $0.status == .tooFar }) {
                openGap = (nil, .farFromStreets(meters: Self.leastMeters(step.passed)))
            }
            if let gap = openGap {
                writer.write(
                    TraceGap(after: gap.after, before: step.point.index, cause: gap.cause))
                openGap = nil
            }
            chain = StepChain([step])
            return
        }
        let verdict = try follow(last, step)
        if case .plausible = verdict {
            if let (kept, next) = try keepingHeld(before: step) {
                // Nothing is decided between the two: that could close a path to the first, on
                // which the second's sums stand.
                chain.append(kept)
                try append(next)
                return
            }
            dropHeld(into: step)
            try append(try withoutExcursion(to: step, verdict) ?? step)
            return
        }
        if held.isEmpty, let joined = try withoutExcursion(to: step, verdict) {
            try append(joined)
            return
        }
        if let end = held.last {
            if case .plausible = try follow(end, step) {
                held.append(step)
                if held.count >= Self.splittingSteps { split() }
                return
            }
            dropHeld(into: step)
        }
        cause = verdict
        step.begin(world.model)
        held = [step]
        if step.passed.count >= Self.mostLost { split() }
    }

    private mutating func append(_ step: MatchStep) throws(MatchStopped) {
        chain.append(step)
        try leaveOutFirst()
        write(chain.takeDecided(on: world))
    }

    /// Leaves out the last step if the vehicle cannot have visited it: the path past it is much
    /// likelier than the detour, or shorter while there was no time for the detour.
    ///
    /// - Parameter verdict: How the next step follows the last.
    /// - Returns: The next step, joined to the step before the last; `nil` if the last step stays.
    private mutating func withoutExcursion(
        to step: MatchStep, _ verdict: StepVerdict
    ) throws(MatchStopped) -> MatchStep? {
        guard let excursion = Excursion(chain, to: step, on: world) else { return nil }
        let isUnlikely = excursion.isUnlikely(verdict)
        let isImpossible = excursion.isImpossible(verdict)
        guard isUnlikely || isImpossible else { return nil }
        let joined = MatchStep(step.point)
        joined.candidates = step.candidates
        guard case .plausible = try follow(excursion.before, joined),
            isUnlikely && excursion.isUnlikely(besides: joined)
                || isImpossible && excursion.isLonger(than: joined, verdict)
        else { return nil }
        let lone = excursion.lone
        joined.passed = lone.passed + [outlier(lone)] + step.passed.map(Self.outlier)
        chain.removeLast()
        return joined
    }

    /// Leaves out the chain's last step instead of the only held one, if that is likelier: of two
    /// neighbors that do not fit each other, the first may be the one far off.
    ///
    /// - Parameter step: The next step, which follows the chain.
    /// - Returns: The held step and the next one, joined to the step before the last; `nil` if the
    ///   last step stays.
    private mutating func keepingHeld(
        before step: MatchStep
    ) throws(MatchStopped) -> (kept: MatchStep, next: MatchStep)? {
        guard held.count == 1, chain.steps.count > 1, let lone = chain.last else { return nil }
        let (kept, next) = (MatchStep(held[0].point), MatchStep(step.point))
        kept.candidates = held[0].candidates
        next.candidates = step.candidates
        guard case .plausible = try follow(chain.steps[chain.steps.count - 2], kept),
            case .plausible = try follow(kept, next),
            kept.stepNats + next.stepNats < lone.stepNats + step.stepNats
        else { return nil }
        kept.passed = lone.passed + [outlier(lone)] + held[0].passed.map(Self.outlier)
        next.passed = step.passed
        chain.removeLast()
        held = []
        return (kept, next)
    }

    /// Leaves out the trace's first step, once enough follow, if the vehicle cannot have begun
    /// there.
    private mutating func leaveOutFirst() throws(MatchStopped) {
        guard chain.steps.count == LoneEnd.comparedPoints + 1, !chain.isContinued,
            writer.lastPlaced == nil, openGap == nil,
            let end = LoneEnd(first: chain.steps[...], on: world), end.isImpossible,
            end.beside.passed.isEmpty,
            end.lone.passed.allSatisfy({ $0.status == .invalid })
        else { return }
        let rest = Array(chain.steps.dropFirst())
        rest[0].begin(world.model)
        for (step, next) in zip(rest, rest.dropFirst()) {
            // Without its neighbor a point may fit worse. In that case all steps stay.
            guard case .plausible = try follow(step, next) else {
                for (step, next) in zip(chain.steps, rest) { _ = try follow(step, next) }
                return
            }
        }
        rest[0].passed = end.lone.passed + [outlier(end.lone)]
        chain = StepChain(rest)
    }

    /// Leaves out the trace's last step if the vehicle cannot have come so far.
    private mutating func leaveOutLast() throws(MatchStopped) {
        guard !passed.contains(where: { $0.status == .interpolated }),
            let end = LoneEnd(last: chain.steps[...], on: world), end.isImpossible
        else { return }
        chain.removeLast()
        let rest = passed
        passed = end.lone.passed
        if let last = passed.last, last.status == .interpolated {
            passed.removeLast()
            try addStep(last.point)
        }
        passed += [outlier(end.lone)] + rest
    }

    private func follow(_ origin: MatchStep, _ step: MatchStep) throws(MatchStopped) -> StepVerdict
    {
        guard let verdict = link.link(origin, to: step, monitor: monitor) else {
            throw MatchStopped()
        }
        return verdict
    }

    /// Turns held steps into outliers that precede another step.
    private mutating func dropHeld(into step: MatchStep) {
        guard !held.isEmpty else { return }
        var dropped: [PassedPoint] = []
        for (index, lost) in held.enumerated() {
            dropped += index == 0 ? lost.passed : lost.passed.map(Self.outlier)
            dropped.append(outlier(lost))
        }
        step.passed = dropped + step.passed.map(Self.outlier)
        held = []
    }

    private func outlier(_ step: MatchStep) -> PassedPoint {
        PassedPoint(
            point: step.point, status: .outlier,
            meters: step.candidates.map(\.meters).min() ?? .infinity)
    }

    private static func outlier(_ passed: PassedPoint) -> PassedPoint {
        guard passed.status == .interpolated else { return passed }
        return PassedPoint(point: passed.point, status: .outlier, meters: passed.meters)
    }

    /// Ends the chain and continues with the held steps.
    private mutating func split() {
        guard let first = held.first else { return }
        let lost = first.passed
        first.passed = []
        if chain.steps.count == 1, !chain.isContinued, let lone = chain.last {
            // A single point that nothing confirms is not a part.
            first.passed = lone.passed + [outlier(lone)] + lost.map(Self.outlier)
            chain = StepChain(held)
            held = []
            return
        }
        let cause = gapCause(lost)
        endChain(trailing: lost)
        writer.write(
            TraceGap(after: writer.lastPlaced, before: first.point.index, cause: cause))
        chain = StepChain(held)
        held = []
    }

    private func gapCause(_ lost: [PassedPoint]) -> GapCause {
        if lost.contains(where: { $0.status == .tooFar }) {
            return .farFromStreets(meters: Self.leastMeters(lost))
        }
        if lost.count(where: { $0.status == .outlier }) >= 8 { return .outliers }
        return switch cause {
        case .plausible, .implausible, .noPath: .noPath
        case .tooFarApart(let meters): .tooFarApart(meters: meters)
        case .noPathInTime(let available, let needed):
            .noPathInTime(available: available, needed: needed)
        }
    }

    private static func leastMeters(_ points: [PassedPoint]) -> Double? {
        let least = points.filter { $0.status == .tooFar }.map(\.meters).min()
        return least.flatMap { $0.isFinite ? $0 : nil }
    }

    private mutating func write(_ decoded: [DecodedStep]) {
        for step in decoded { writer.write(step) }
    }

    /// Writes the rest of the chain and ends its part.
    private mutating func endChain(trailing: [PassedPoint]) {
        write(chain.takeAll(on: world))
        chain = StepChain()
        writer.writeTrailing(trailing)
        writer.end()
    }
}
