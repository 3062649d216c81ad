// Explains why a stop has no place, by placing it again with a rule lifted.

import Geo
import Preparation
import RoadNetwork
import RouteAPI
import RoutingEngine

/// Finds the rules that keep a stop from getting a place.
struct StopExplainer {
    let table: RelaxationTable
    let blocking: BlockingBarriers
    let locator: StopLocator

    /// What was found for a stop.
    struct Findings {
        var cause: Reason.Cause
        /// The restrictions that close nearer streets.
        var restrictions: [String] = []
        var barriers: [BarrierReference] = []
        /// Meters to the nearest usable street.
        var distanceMeters: Double?
        /// A sentence to add to the stop's problem.
        var remark: String?
        /// The rules to lift.
        var steps: [RelaxedRequest.Step] = []
        /// The request with these rules and all earlier ones lifted; `nil` if no change helps.
        var relaxed: RelaxedRequest?
    }

    /// Where the search for a cause starts: a request, and its rules about streets.
    private struct Start {
        var request: RelaxedRequest
        var streets: StreetSelection?
        var withoutStops = StopRule.allStreets
        /// Meters to the nearest street that fails no rule but the tolerance.
        var nearestMeters: Double?
    }

    /// Finds the cause, and the rules to lift.
    ///
    /// - Parameter request: The request with the rules lifted that were found for other stops.
    func explain(
        _ stop: LocatedStop, of request: RelaxedRequest, _ trial: inout RouteTrial
    ) -> Findings {
        if stop.status == .elementNotLocated { return Findings(cause: .unknownStreet) }
        guard stop.input.problem == nil || stop.input.isOutsideExtent else {
            return Findings(cause: .invalidValues)
        }
        var probe = trial
        defer { trial = probe }
        func placed(_ relaxed: RelaxedRequest?) -> LocatedStop? {
            guard let relaxed,
                let stop = probe.place(relaxed.parameters, row: stop.input.index), stop.isValid
            else { return nil }
            return stop
        }
        if let shared = sharing(stop, request, placed) { return shared }
        var findings = find(stop, request.bare, placed)
        guard let relaxed = findings.relaxed else { return findings }
        // Lift them together with the changes for the stops before.
        let all = request.lifting(relaxed.steps.map(\.relaxation))
        findings.relaxed = request.steps.isEmpty || placed(all) != nil ? all : nil
        findings.steps = Array(findings.relaxed?.steps.dropFirst(request.steps.count) ?? [])
        return findings
    }

    private func find(
        _ stop: LocatedStop, _ request: RelaxedRequest,
        _ placed: (RelaxedRequest?) -> LocatedStop?
    ) -> Findings {
        if stop.input.isOutsideExtent {
            let wider = table.widerExtent(for: stop.input).flatMap { request.lifting($0) }
            return Findings(
                cause: .outsideExtent, relaxed: placed(wider) == nil ? nil : wider)
        }
        let start = Start(
            request: request, streets: table.request.placing.streets,
            withoutStops: table.request.placing.withoutStops, nearestMeters: stop.nearestMeters)
        let alone = find(stop, from: start, placed)
        guard alone.relaxed == nil, let condition = table.condition,
            let lifted = request.lifting(condition)
        else { return alone }
        // Lift the condition together with another rule.
        var both = find(
            stop,
            from: Start(
                request: lifted, streets: nil, nearestMeters: nearestMeters(to: stop)),
            placed)
        guard both.relaxed != nil else { return alone }
        if both.cause == .tooFar { both.cause = .streetCondition }
        return both
    }

    /// Returns the findings if the changes for earlier stops also place this one, otherwise `nil`.
    private func sharing(
        _ stop: LocatedStop, _ request: RelaxedRequest,
        _ placed: (RelaxedRequest?) -> LocatedStop?
    ) -> Findings? {
        guard !request.steps.isEmpty, let place = placed(request) else { return nil }
        var helping = request.steps
        for step in request.steps {
            guard placed(request.bare.lifting(step.relaxation)) != nil else { continue }
            helping = [step]
            break
        }
        var findings = Findings(cause: helping.last?.relaxation.cause ?? .tooFar)
        findings.restrictions = helping.flatMap(\.relaxation.restrictions)
        findings.barriers = helping.flatMap(\.relaxation.barriers)
        findings.distanceMeters = stop.nearestMeters ?? place.place?.distanceMeters
        if !findings.restrictions.isEmpty {
            findings.remark = Self.remark(onClosed: place, by: findings.restrictions)
        } else if !findings.barriers.isEmpty {
            findings.remark = Self.remark(onCovering: findings.barriers)
        }
        if findings.cause == .tooFar,
            let free = table.condition.flatMap({ request.bare.lifting($0) }),
            let there = placed(free)
        {
            findings.cause = .streetCondition
            findings.distanceMeters = there.place?.distanceMeters
        } else if findings.cause == .streetCondition {
            findings.distanceMeters = place.place?.distanceMeters
        }
        findings.steps = request.standing(helping)
        findings.relaxed = request
        return findings
    }

    private func find(
        _ stop: LocatedStop, from start: Start, _ placed: (RelaxedRequest?) -> LocatedStop?
    ) -> Findings {
        var findings = Findings(cause: .tooFar)
        for small in smallRelaxations(stop) where findings.relaxed == nil {
            guard let relaxed = start.request.lifting(small), placed(relaxed) != nil else {
                continue
            }
            findings.cause = small.cause
            findings.relaxed = relaxed
        }
        let tolerance = start.nearestMeters.map { table.tolerance($0, claim: "") }
        func widen(within meters: Double) {
            guard findings.relaxed == nil, let tolerance, let nearest = start.nearestMeters,
                nearest <= meters, let relaxed = start.request.lifting(tolerance),
                placed(relaxed) != nil
            else { return }
            findings.relaxed = relaxed
        }
        findings.distanceMeters = start.nearestMeters
        widen(within: table.ordinaryMeters)
        switch findings.cause {
        case .curbApproach, .bearing: return findings
        default: break
        }
        if start.streets != nil || !start.withoutStops.isEmpty, let condition = table.condition,
            let lifted = start.request.lifting(condition), let stop = placed(lifted)
        {
            findings.cause = .streetCondition
            findings.distanceMeters = stop.place?.distanceMeters
            findings.relaxed = findings.relaxed ?? lifted
            return findings
        }
        widen(within: StreetsAround.farthestMeters)
        return closingRules(findings, stop, start, placed)
    }

    /// Returns the rules with the smallest changes to a stop's place.
    private func smallRelaxations(_ stop: LocatedStop) -> [Relaxation] {
        var small: [Relaxation] = []
        if stop.status == .elementNotTraversable, let curb = table.curb(of: stop.input.index) {
            small.append(curb)
        }
        if !table.request.placing.skipsRestricted { small.append(table.avoidingRestricted) }
        if let relocation = table.relocation { small.append(relocation) }
        if stop.input.bearing != nil { small.append(table.anyBearing(of: stop.input)) }
        return small
    }

    /// Measures the distance to the nearest street without the condition and the tolerance, for a
    /// stop without a place.
    private func nearestMeters(to stop: LocatedStop) -> Double? {
        guard let coordinate = stop.input.coordinate, stop.status == .notLocated else { return nil }
        var options = StopLocator.Options(toleranceMeters: StreetsAround.farthestMeters)
        options.skipsRestricted = table.request.placing.skipsRestricted
        // Lifting a condition leaves the network's rule in force; without a condition, that rule is
        // lifted.
        if table.request.placing.streets != nil {
            options.withoutStops = table.request.placing.withoutStops
        }
        options.skipsBarred = table.request.placing.settings.allowAutoRelocate
        if let bearing = stop.input.bearing {
            options.bearing = (bearing, stop.input.bearingTolerance ?? 30)
        }
        return locator.nearestMeters(to: coordinate, within: options.toleranceMeters, options)
    }

    /// Finds nearer streets closed by restrictions or barriers.
    private func closingRules(
        _ known: Findings, _ located: LocatedStop, _ start: Start,
        _ placed: (RelaxedRequest?) -> LocatedStop?
    ) -> Findings {
        var findings = known
        let request = start.request
        if let closed = closingRestrictions(request, placed) {
            findings.cause = .restrictedEdgesOnly
            findings.restrictions = closed.relaxed.steps.dropFirst(request.steps.count)
                .flatMap(\.relaxation.restrictions)
            findings.remark = Self.remark(onClosed: closed.stop, by: findings.restrictions)
            findings.relaxed = findings.relaxed ?? closed.relaxed
            return findings
        }
        let barriers = blocking.references.filter { !request.removed.contains($0) }
        guard !barriers.isEmpty,
            let free = request.lifting(BlockingBarriers.removing(barriers)), let stop = placed(free)
        else {
            if findings.cause == .tooFar,
                let other = streetOfOtherFamily(near: located, start.streets)
            {
                findings.cause = .restrictedEdgesOnly
                findings.restrictions = other.restrictions
                findings.remark = other.remark
            }
            return findings
        }
        let covering =
            stop.place.map { blocking.barriers.closing(segment: $0.segment) }
            ?? []
            .filter { barriers.contains($0) }
        let fewer = request.lifting(BlockingBarriers.removing(covering))
        let helps = !covering.isEmpty && placed(fewer) != nil
        findings.cause = .cutOffByBarriers
        findings.barriers = helps ? covering : barriers
        findings.remark = Self.remark(onCovering: findings.barriers)
        findings.relaxed = findings.relaxed ?? (helps ? fewer : free)
        return findings
    }

    private static func remark(
        onClosed stop: LocatedStop, by restrictions: [String]
    ) -> String {
        let names = restrictions.map { "\"\($0)\"" }.joined(separator: " and ")
        let meters = Int((stop.place?.distanceMeters ?? 0).rounded(.up))
        return (meters == 0 ? "The street there" : "A street \(meters) m away")
            + " is closed by the restriction \(names)."
    }

    private static func remark(onCovering barriers: [BarrierReference]) -> String {
        "The nearby streets are closed by \(barriers.labels)."
    }

    /// Finds a nearby street open only to other mode families, such as a footpath near a car's
    /// stop. Lifting a restriction would not open it.
    private func streetOfOtherFamily(
        near stop: LocatedStop, _ streets: StreetSelection?
    ) -> (restrictions: [String], remark: String)? {
        guard let coordinate = stop.input.coordinate, stop.status == .notLocated else { return nil }
        let settings = table.request.settings
        let description = table.network.description
        let family = description.families[settings.key.family]
        let access = description.accessRestrictions(of: family)
        let closing = settings.restrictionNames.filter(access.contains)
        var options = StopLocator.Options(
            toleranceMeters: table.request.placing.settings.toleranceMeters)
        options.onlyOtherFamilies = true
        options.streets = streets
        guard !closing.isEmpty,
            let distance = locator.nearestMeters(
                to: coordinate, within: options.toleranceMeters, options)
        else { return nil }
        let meters = Int(distance.rounded(.up))
        let names = closing.map { "\"\($0)\"" }.joined(separator: " and ")
        return (
            closing,
            (meters == 0 ? "The street there" : "A street \(meters) m away")
                + " is open to other traffic only (\(names))."
        )
    }

    /// Finds a minimal set of restrictions whose lifting gives a stop a place. Returns the relaxed
    /// request and the placed stop.
    private func closingRestrictions(
        _ request: RelaxedRequest, _ placed: (RelaxedRequest?) -> LocatedStop?
    ) -> (relaxed: RelaxedRequest, stop: LocatedStop)? {
        let all = table.restrictions
        for restriction in all {
            if let relaxed = request.lifting(restriction), let stop = placed(relaxed) {
                return (relaxed, stop)
            }
        }
        guard all.count > 1, placed(request.lifting(all)) != nil else { return nil }
        var kept = all
        for index in all.indices.reversed() {
            var fewer = kept
            fewer.remove(at: index)
            if placed(request.lifting(fewer)) != nil { kept = fewer }
        }
        let relaxed = request.lifting(kept)
        return placed(relaxed).map { (relaxed, $0) }
    }
}
