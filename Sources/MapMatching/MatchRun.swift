// Reads a trace point by point: which points are steps, which are passed, where the trace is split.

import Geo
import RoadNetwork
import RoutingEngine

/// The matching of one trace.
struct MatchRun {
    /// Points between two steps, after which one is made a step or the chain is ended, so that
    /// memory stays bounded.
    private static let mostPassed = 64
    private static let mostLost = 256
    /// Steps that fit each other and not the chain, after which the trace is split.
    private static let splittingSteps = 3

    private let world: MatchNetwork
    private let finder: CandidateFinder
    private let link: StepLink
    private let options: MatchOptions
    private let monitor: any SearchMonitor
    private var chain = StepChain()
    /// Steps that do not follow from the chain, and follow from each other.
    private var held: [MatchStep] = []
    /// Why the first of them does not follow.
    private var cause = StepVerdict.implausible
    /// The points since the last step of the chain or, if there are any, of those held.
    private var passed: [PassedPoint] = []
    private var writer: PartWriter
    /// Whether a part has ended, and the gap behind it has not been written.
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

    /// The accuracy of points that state none.
    func estimatedAccuracy(_ points: [TracePoint]) -> Double {
        AccuracyEstimate(streets: finder.streets).meters(points)
    }

    /// The events since the last call.
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

    /// Meters from a point without candidates to the nearest street: of the first such point in a
    /// row, and of every sixteenth.
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
        // No path is looked for across so many; what is known so far is written.
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

    /// Leaves out the last step where it is a point far off that the vehicle cannot have visited:
    /// the path past it is much likelier than the one there and back, or shorter, and the vehicle
    /// had no time for it.
    ///
    /// - Parameter verdict: How the next step follows the last.
    /// - Returns: The next step, joined to the one before the last; `nil` where the last stays.
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

    /// Leaves out the first step of the trace, once enough follow, if the vehicle cannot have begun
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
            // A point without its neighbor may fit worse: then all stay as they were.
            guard case .plausible = try follow(step, next) else {
                for (step, next) in zip(chain.steps, rest) { _ = try follow(step, next) }
                return
            }
        }
        rest[0].passed = end.lone.passed + [outlier(end.lone)]
        chain = StepChain(rest)
    }

    /// Leaves out the last step of the trace if the vehicle cannot have come so far.
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

    /// Makes the points of held steps outliers before another step.
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

    /// Writes what is left of the chain and ends its part.
    private mutating func endChain(trailing: [PassedPoint]) {
        write(chain.takeAll(on: world))
        chain = StepChain()
        writer.writeTrailing(trailing)
        writer.end()
    }
}
